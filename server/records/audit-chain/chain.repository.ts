import { sealedFields } from '../../database/audit-chain/sealed-fields.sql.ts';
import { statement, systemStatement } from '../../sql/statement.ts';
import { array, bytes, instant, integer, nullable, text, uuid } from '../../sql/types.ts';

export const listSeals = statement.list({
  text: `
    select s.position, s.entry_id::text as "entryId", s.occurred_at as "occurredAt", s.key_number as "keyNumber", s.mac,
      case when e.id is not null then ${sealedFields('e')} end as fields
    from audit_seals s left join audit_entries e on e.company_id = $companyId and e.id = s.entry_id
    where s.company_id = $companyId and s.position > $after
    order by s.position limit $limit`,
  params: { after: integer, limit: integer },
  row: {
    position: integer,
    entryId: text,
    occurredAt: instant,
    keyNumber: integer,
    mac: bytes,
    fields: nullable(array(nullable(text))),
  },
});

/**
 * The head and the counts of one moment; a head without columns where there is none. `createdAt` is that of the company or of its
 * newest user, whose creation has an entry too.
 */
export const getChainState = statement.get({
  text: `
    select h.position, h.mac, h.key_number as "keyNumber", h.head_mac as "headMac",
      (select count(*)::int from audit_entries where company_id = $companyId) as entries,
      (select count(*)::int from audit_seals where company_id = $companyId) as seals,
      (
        select greatest(c.created_at, (select max(u.created_at) from users u where u.company_id = $companyId))
        from companies c where c.id = $companyId
      ) as "createdAt"
    from (select 1) one left join audit_heads h on h.company_id = $companyId`,
  row: {
    position: nullable(integer),
    mac: nullable(bytes),
    keyNumber: nullable(integer),
    headMac: nullable(bytes),
    entries: nullable(integer),
    seals: nullable(integer),
    createdAt: nullable(instant),
  },
});

export const listUnsealed = statement.list({
  text: `
    select e.id::text as "entryId", e.occurred_at as "occurredAt", ${sealedFields('e')} as fields from audit_entries e
    where e.company_id = $companyId
      and not exists (select from audit_seals s where s.company_id = $companyId and s.entry_id = e.id)
      and ($before::timestamptz is null or e.occurred_at <= $before)
    order by e.id limit $limit`,
  params: { before: nullable(instant), limit: integer },
  row: { entryId: text, occurredAt: instant, fields: array(nullable(text)) },
});

export const lockHead = statement.find({
  text: 'select position from audit_heads where company_id = $companyId for update',
  row: { position: integer },
});

export const findHeadPosition = statement.find({
  text: 'select position from audit_heads where company_id = $companyId',
  row: { position: integer },
});

const checkpoint = {
  companyId: uuid,
  position: integer,
  mac: bytes,
  signedAt: instant,
  keyNumber: integer,
  signature: bytes,
};

export const listCheckpoints = statement.list({
  text: `
    select company_id as "companyId", position, mac, signed_at as "signedAt", key_number as "keyNumber", signature
    from audit_checkpoints where company_id = $companyId order by position`,
  row: checkpoint,
});

export const createCheckpoint = statement.run({
  text: `
    insert into audit_checkpoints (company_id, position, mac, signed_at, key_number, signature)
    values ($companyId, $position, $mac, $signedAt, $keyNumber, $signature) on conflict do nothing`,
  params: { position: integer, mac: bytes, signedAt: instant, keyNumber: integer, signature: bytes },
});

export const listCompanies = systemStatement.list({
  text: 'select id, name from companies order by created_at, id',
  row: { id: uuid, name: text },
});

/** Chains that grew since their last checkpoint: by so many entries, or at all where that is older. */
export const listDueChains = systemStatement.list({
  text: `
    select h.company_id as "companyId" from audit_heads h
    left join lateral (
      select c.position, c.signed_at from audit_checkpoints c where c.company_id = h.company_id
      order by c.position desc limit 1) latest on true
    where h.position > coalesce(latest.position, 0)
      and (latest.signed_at is null or latest.signed_at <= $before or h.position - latest.position >= $grown)
    order by h.company_id`,
  params: { before: instant, grown: integer },
  row: { companyId: uuid },
});
