import { booleans, instants, integers, rowArrays, texts, uuids } from '../sql/row-arrays.ts';
import { columns } from '../sql/columns.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { array, boolean, integer, nullable, text, uuid } from '../sql/types.ts';
import type { RowOf } from '../sql/types.ts';

const stored = {
  number: integer,
  id: uuid,
  userId: nullable(uuid),
  firstName: text,
  lastName: text,
  email: nullable(text),
  isTechnical: boolean,
};

type StoredReportedUser = RowOf<typeof stored>;

/** A user as assistants have reported it so far; changes until it is written. */
export interface KnownUser extends Mutable<Omit<StoredReportedUser, 'number' | 'id'>> {
  /** Undefined until it is inserted. */
  number: number | undefined;
  readonly id: string;
  /** Whether the company's user behind it has the role TechnicalUser. */
  hasTechnicalRole: boolean;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

const reportedKeys = rowArrays({ key: texts });

const listKnownUsersStatement = statement({
  name: 'reported-users.list-by-key',
  text: `
    select k.key, ${columns(stored, 'r')}, coalesce('TechnicalUser' = any(u.roles), false) as "hasTechnicalRole"
    from reported_user_keys k
    join reported_users r on r.company_id = k.company_id and r.number = k.number
    left join users u on u.company_id = r.company_id and u.id = r.user_id
    where k.company_id = $companyId and k.key = any($key::text[])`,
  params: reportedKeys.params,
  row: { key: text, ...stored, hasTechnicalRole: boolean },
});

/** The reported users behind the keys, by key; several keys of one user hold the same object. */
export async function listKnownUsers(tx: CompanyTransaction, keys: readonly string[]): Promise<Map<string, KnownUser>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.list(listKnownUsersStatement, reportedKeys.encode(keys.map((key) => ({ key }))));
  const users = new Map<number, KnownUser>(rows.map(({ key: _key, ...user }) => [user.number, user]));
  return new Map(rows.flatMap(({ key, number }) => toEntries(key, users.get(number))));
}

const toEntries = (key: string, user: KnownUser | undefined): Array<[string, KnownUser]> => (user ? [[key, user]] : []);

const candidate = { id: uuid, email: text, sapId: nullable(text), hasTechnicalRole: boolean };

/** A user of the company that a report may mean. */
export type Candidate = RowOf<typeof candidate>;

/* Locked, so that the user is not deleted before the row that references it is written. */
const lockCandidatesStatement = statement({
  text: `
    select id, lower(email) as email, upper(sap_id) as "sapId", 'TechnicalUser' = any(roles) as "hasTechnicalRole"
    from users
    where company_id = $companyId and (lower(email) = any($emails) or upper(sap_id) = any($sapIds))
    order by created_at, id for key share`,
  params: { emails: array(text), sapIds: array(text) },
  row: candidate,
});

export async function lockCandidates(
  tx: CompanyTransaction,
  names: { readonly emails: readonly string[]; readonly sapIds: readonly string[] },
): Promise<Candidate[]> {
  return names.emails.length + names.sapIds.length === 0 ? [] : tx.list(lockCandidatesStatement, names);
}

const listMappedUsersStatement = statement({
  text: `
    select ${columns(stored, 'r')}, 'TechnicalUser' = any(u.roles) as "hasTechnicalRole"
    from reported_users r join users u on u.company_id = r.company_id and u.id = r.user_id
    where r.company_id = $companyId and r.user_id = any($userIds)`,
  params: { userIds: array(uuid) },
  row: { ...stored, hasTechnicalRole: boolean },
});

/** The reported users that are mapped to these users of the company. */
export async function listMappedUsers(tx: CompanyTransaction, userIds: readonly string[]): Promise<KnownUser[]> {
  return userIds.length === 0 ? [] : tx.list(listMappedUsersStatement, { userIds });
}

const values = { id: uuids, firstName: texts, lastName: texts, email: texts, userId: uuids, isTechnical: booleans };
const newUsers = rowArrays({ ...values, createdAt: instants });
const changedUsers = rowArrays(values);

const createUsersStatement = statement({
  text: `
    insert into reported_users (company_id, ${newUsers.names}) select $companyId, t.* from ${newUsers.rows}
    returning id, number`,
  params: newUsers.params,
  row: { id: uuid, number: integer },
});

const updateUsersStatement = statement({
  text: `
    update reported_users r set first_name = t.first_name, last_name = t.last_name, email = t.email,
      user_id = t.user_id, is_technical = t.is_technical
    from ${changedUsers.rows} where r.company_id = $companyId and r.id = t.id`,
  params: changedUsers.params,
});

/** Writes new and changed users, and sets the numbers of the new ones. */
export async function upsertUsers(tx: CompanyTransaction, users: readonly KnownUser[], now: Date): Promise<void> {
  const { true: added = [], false: changed = [] } = Object.groupBy(users, ({ number }) => `${number === undefined}`);
  if (changed.length > 0) await tx.run(updateUsersStatement, changedUsers.encode(changed));
  if (added.length === 0) return;
  const rows = newUsers.encode(added.map((user) => ({ ...user, createdAt: now.getTime() })));
  const numbers = new Map((await tx.list(createUsersStatement, rows)).map(({ id, number }) => [id, number]));
  for (const user of added) user.number = numbers.get(user.id);
}

const userKeys = rowArrays({ key: texts, number: integers });

const createUserKeysStatement = statement({
  text: `
    insert into reported_user_keys (company_id, ${userKeys.names}) select $companyId, t.* from ${userKeys.rows}`,
  params: userKeys.params,
});

/** @param keys of users that are written already */
export async function createUserKeys(
  tx: CompanyTransaction,
  keys: ReadonlyArray<{ readonly key: string; readonly user: KnownUser }>,
): Promise<void> {
  const rows = keys.flatMap(({ key, user: { number } }) => (number === undefined ? [] : [{ key, number }]));
  if (rows.length > 0) await tx.run(createUserKeysStatement, userKeys.encode(rows));
}
