import { columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, instant, integer, json, nullable, text, uuid, type ParamsOf, type RowOf } from '#server/sql/types.ts';

const values = { privateTo: nullable(uuid), name: text, filters: json<Readonly<Record<string, unknown>>>() };
const record = { id: uuid, ownerId: nullable(uuid), ...values, version: integer };
/** Its owner; null for a user who was deleted. */
const stored = { ...record, firstName: nullable(text), lastName: nullable(text) };

export type StoredView = RowOf<typeof stored>;

const selected = `${columns(record, 'v')}, u.first_name as "firstName", u.last_name as "lastName"`;
const joined = 'log_views v left join users u on u.company_id = v.company_id and u.id = v.owner_id';
const isVisible = '(v.private_to is null or v.private_to = $viewerId::uuid)';

/** Lists the views of a user, who is null for one of another company, then those that others share, by name. */
export const listViews = statement.list({
  text: `
    select ${selected} from ${joined} where v.company_id = $companyId and ${isVisible}
    order by v.owner_id is distinct from $viewerId::uuid, lower(v.name), v.id`,
  params: { viewerId: nullable(uuid) },
  row: stored,
});

const lockRecord = statement.find({
  text: `select v.id from log_views v where v.company_id = $companyId and v.id = $id and ${isVisible} for update`,
  params: { id: uuid, viewerId: nullable(uuid) },
  row: { id: uuid },
});

const getView = statement.get({
  text: `select ${selected} from ${joined} where v.company_id = $companyId and v.id = $id`,
  params: { id: uuid },
  row: stored,
});

/** Locks a view that the user sees until the transaction ends. */
export async function lockView(
  tx: CompanyTransaction,
  params: { readonly id: string; readonly viewerId: string | null },
): Promise<StoredView | undefined> {
  return (await lockRecord(tx, params)) && getView(tx, { id: params.id });
}

/** Views of one company are saved and shared one after the other, so that none is beyond a limit. */
export const lockViews = statement.run({
  text: `select from pg_advisory_xact_lock(hashtextextended('log-views:' || ($companyId::uuid)::text, 0))`,
});

export const countViews = statement.get({
  text: `
    select count(*) filter (where owner_id = $ownerId)::integer as own,
      count(*) filter (where private_to is null)::integer as shared
    from log_views where company_id = $companyId`,
  params: { ownerId: uuid },
  row: { own: integer, shared: integer },
});

const creation = { ownerId: uuid, ...values, createdAt: instant, updatedAt: instant };

const createRecordStatement = statement({
  text: `insert into log_views ${insertValues(creation)} returning id`,
  params: creation,
  row: { id: uuid },
});

export async function createView(tx: CompanyTransaction, params: ParamsOf<typeof creation>): Promise<StoredView> {
  const { id } = await tx.get(createRecordStatement, params);
  return getView(tx, { id });
}

const updateRecord = statement.run({
  text: `
    update log_views set private_to = $privateTo, name = $name, filters = $filters, version = version + 1, updated_at = $now
    where company_id = $companyId and id = $id`,
  params: { ...values, id: uuid, now: instant },
});

/** Writes a view that this transaction has locked. */
export async function updateView(
  tx: CompanyTransaction,
  params: ParamsOf<typeof values> & { readonly id: string; readonly now: Date },
): Promise<StoredView> {
  await updateRecord(tx, params);
  return getView(tx, { id: params.id });
}

export const deleteView = statement.run({
  text: 'delete from log_views where company_id = $companyId and id = $id',
  params: { id: uuid },
});

const named = { users: array(uuid), skills: array(uuid) };

/** Ids that a user or a skill still has, or one that an assistant reported. */
export const getKnownIds = statement.get({
  text: `
    select array(
        select id from users where company_id = $companyId and id = any($users)
        union select id from reported_users where company_id = $companyId and id = any($users)) as users,
      array(
        select id from skills
          where (company_id = $companyId or is_provided) and deleted_at is null and id = any($skills)
        union select id from reported_skills where company_id = $companyId and id = any($skills)
        union select skill_id from reported_skills where company_id = $companyId and skill_id = any($skills)) as skills`,
  params: named,
  row: named,
});
