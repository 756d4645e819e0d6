import type { RoleRights } from '#features/people/contract/role-rights.ts';
import { columns } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, integer, json, type RowOf } from '#server/sql/types.ts';

const stored = { changes: json<RoleRights>(), version: integer };

export type StoredRights = RowOf<typeof stored>;

const selectRights = `select ${columns(stored)} from role_rights where company_id = $companyId`;

/** Undefined for a company that has never changed its rights. */
export const findRights = statement.find({ text: selectRights, row: stored });

/** Stores the defaults where there is nothing to lock yet. */
export const ensureRights = statement.run({
  text: `
    insert into role_rights (company_id, updated_at) values ($companyId, $now) on conflict (company_id) do nothing`,
  params: { now: instant },
});

/** Locks the rights until the transaction ends. */
export const lockRights = statement.get({ text: `${selectRights} for update`, row: stored });

/** Writes rights that this transaction has locked. */
export const updateRights = statement.get({
  text: `
    update role_rights set changes = $changes, version = version + 1, updated_at = $now
    where company_id = $companyId returning ${columns(stored)}`,
  params: { changes: json<RoleRights>(), now: instant },
  row: stored,
});
