import { columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { bytes, instant, integer, json, nullable, text, uuid, type ParamsOf, type RowOf } from '#server/sql/types.ts';

/** Columns stored of a secret: its hash, which is never selected, and its last characters. */
const trace = { secretHash: bytes, hint: text };

export type SecretTrace = ParamsOf<typeof trace>;

const fields = {
  id: uuid,
  name: text,
  hint: text,
  createdAt: instant,
  createdBy: text,
  previousUntil: nullable(instant),
  revokedAt: nullable(instant),
  version: integer,
};

/** The integrations whose credentials the key may read, by name. */
type GrantedIntegrations = { readonly name: string }[];

const stored = {
  ...fields,
  lastUsedAt: nullable(instant),
  lastAskedAt: nullable(instant),
  integrations: json<GrantedIntegrations>(),
};

export type StoredIntakeKey = RowOf<typeof stored>;

/* Not joined: a distributed PostgreSQL must not plan an outer join of a copied table with one in shards. */
const ofUse = (column: string) => `(
    select ${column} from intake_key_uses u where u.company_id = $companyId and u.intake_key_id = intake_keys.id)`;

const selected = `${columns(fields)}, ${ofUse('last_used_at')} as "lastUsedAt",
  ${ofUse('last_asked_at')} as "lastAskedAt", (
    select coalesce(json_agg(json_build_object('name', i.name) order by lower(i.name), i.id), '[]')
    from integration_grants g join integrations i on i.company_id = g.company_id and i.id = g.integration_id
    where g.company_id = $companyId and g.intake_key_id = intake_keys.id) as integrations`;

/** Active keys by name, then revoked ones, the latest first. */
export const listIntakeKeys = statement.list({
  text: `
    select ${selected} from intake_keys where company_id = $companyId
    order by revoked_at is not null, revoked_at desc, lower(name), id`,
  row: stored,
});

export const findIntakeKey = statement.find({
  text: `select ${selected} from intake_keys where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: stored,
});

/** Locks the key until the transaction ends. */
export const lockIntakeKey = statement.find({
  text: `select ${selected} from intake_keys where company_id = $companyId and id = $id for update`,
  params: { id: uuid },
  lockedRows: 'id',
  row: stored,
});

const values = { name: text, createdBy: text, ...trace, createdAt: instant, updatedAt: instant };

export const createIntakeKey = statement.get({
  // A new key has no grants and was not used.
  text: `insert into intake_keys ${insertValues(values)} returning ${columns(fields)},
    null::timestamptz as "lastUsedAt", null::timestamptz as "lastAskedAt", '[]'::json as integrations`,
  params: values,
  row: stored,
});

/** Keys of one company are created one after the other, so that none is created beyond the limit. */
export const lockIntakeKeys = statement.run({
  text: `select from pg_advisory_xact_lock(hashtextextended('intake-keys:' || ($companyId::uuid)::text, 0))`,
});

export const countActiveKeys = statement.get({
  text: 'select count(*)::integer as count from intake_keys where company_id = $companyId and revoked_at is null',
  row: { count: integer },
});

/** Without the grants, which a distributed PostgreSQL cannot return from an update; no update of a key changes them. */
const ofKey = `version = version + 1, updated_at = $now where company_id = $companyId and id = $id`;

/** Runs the update, and reads the key as it is then. */
const returningKey =
  <Params extends { readonly id: string }>(update: (tx: CompanyTransaction, params: Params) => Promise<void>) =>
  async (tx: CompanyTransaction, params: Params): Promise<StoredIntakeKey> => {
    await update(tx, params);
    return getIntakeKey(tx, { id: params.id });
  };

const getIntakeKey = statement.get({
  text: `select ${selected} from intake_keys where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: stored,
});

export const renameIntakeKey = returningKey(
  statement.run({
    text: `update intake_keys set name = $name, ${ofKey}`,
    params: { id: uuid, name: text, now: instant },
  }),
);

/**
 * The present secret becomes the previous one, valid until `previousUntil`; an older one becomes invalid. The last 20 that
 * were replaced are kept, so that an assistant that still uses one is answered that it was replaced or revoked.
 */
export const rotateIntakeKey = returningKey(
  statement.run({
    text: `
    update intake_keys set secret_hash = $secretHash, hint = $hint, previous_until = $previousUntil,
      previous_hash = case when $previousUntil::timestamptz is null then null else secret_hash end,
      former_hashes = array_prepend(secret_hash, former_hashes[1:19]), ${ofKey}`,
    params: { id: uuid, ...trace, previousUntil: nullable(instant), now: instant },
  }),
);

export const revokeIntakeKey = returningKey(
  statement.run({
    text: `update intake_keys set revoked_at = $now, previous_hash = null, previous_until = null, ${ofKey}`,
    params: { id: uuid, now: instant },
  }),
);
