import type pg from 'pg';
import { toTexts } from '../sql/sql-arrays.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/** A user as assistants named it so far; changes until it is written. */
export interface KnownUser {
  /** Undefined before it is inserted. */
  number: number | undefined;
  readonly id: string;
  userId: string | null;
  firstName: string;
  lastName: string;
  email: string | null;
  /** As it was last reported. */
  isTechnical: boolean;
  /** Whether the company's user tests the assistant by role. */
  hasTechnicalRole: boolean;
}

/** A user of the company who may be meant. */
export interface PortalUser {
  readonly id: string;
  readonly email: string;
  readonly sapId: string | null;
  readonly hasTechnicalRole: boolean;
}

const findText = `
  select k.key, k.number, r.id, r.user_id as "userId", r.first_name as "firstName", r.last_name as "lastName", r.email,
    r.is_technical as "isTechnical", coalesce('TechnicalUser' = any(u.roles), false) as "hasTechnicalRole"
  from reported_user_keys k
  join reported_users r on r.company_id = k.company_id and r.number = k.number
  left join users u on u.company_id = r.company_id and u.id = r.user_id
  where k.company_id = $1 and k.key = any($2::text[])`;

/** The users that any of the keys names, by key; several keys of one user hold the same object. */
export async function findKnownUsers(
  executor: Executor,
  companyId: string,
  keys: readonly string[],
): Promise<Map<string, KnownUser>> {
  if (keys.length === 0) return new Map();
  const values = [companyId, toTexts(keys)];
  const { rows } = await executor.query<KnownUser & { key: string }>({
    name: 'intake: find users',
    text: findText,
    values,
  });
  const users = new Map(rows.map(({ key: _key, ...user }) => [user.number, user]));
  return new Map(rows.flatMap(({ key, number }) => [[key, users.get(number)] as const]).filter(isFound));
}

const isFound = (entry: readonly [string, KnownUser | undefined]): entry is readonly [string, KnownUser] =>
  entry[1] !== undefined;

/* Locked, so that nobody is deleted before the row that names them is written. */
const findPortalUsersText = `
  select id, lower(email) as email, upper(sap_id) as "sapId", 'TechnicalUser' = any(roles) as "hasTechnicalRole"
  from users where company_id = $1 and (lower(email) = any($2::text[]) or upper(sap_id) = any($3::text[]))
  order by created_at, id for key share`;

export async function findPortalUsers(
  executor: Executor,
  companyId: string,
  { emails, sapIds }: { emails: readonly string[]; sapIds: readonly string[] },
): Promise<PortalUser[]> {
  if (emails.length + sapIds.length === 0) return [];
  return (await executor.query<PortalUser>(findPortalUsersText, [companyId, emails, sapIds])).rows;
}

const findMappedText = `
  select r.number, r.id, r.user_id as "userId", r.first_name as "firstName", r.last_name as "lastName", r.email,
    r.is_technical as "isTechnical", 'TechnicalUser' = any(u.roles) as "hasTechnicalRole"
  from reported_users r join users u on u.company_id = r.company_id and u.id = r.user_id
  where r.company_id = $1 and r.user_id = any($2::uuid[])`;

/** Those that stand for these users of the company already. */
export async function findMappedUsers(
  executor: Executor,
  companyId: string,
  userIds: readonly string[],
): Promise<KnownUser[]> {
  if (userIds.length === 0) return [];
  return (await executor.query<KnownUser>(findMappedText, [companyId, userIds])).rows;
}

const insertText = `
  insert into reported_users (company_id, id, first_name, last_name, email, user_id, is_technical)
  select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::bool[])
  returning id, number`;

const updateText = `
  update reported_users r
  set first_name = t.first_name, last_name = t.last_name, email = t.email, user_id = t.user_id,
    is_technical = t.is_technical
  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::bool[])
    as t(id, first_name, last_name, email, user_id, is_technical)
  where r.company_id = $1 and r.id = t.id`;

/** Writes new and changed users; the new ones have their numbers then. */
export async function writeUsers(executor: Executor, companyId: string, users: readonly KnownUser[]): Promise<void> {
  const [added, changed] = [users.filter(isNew), users.filter((user) => !isNew(user))];
  if (changed.length > 0) await executor.query(updateText, toValues(companyId, changed));
  if (added.length === 0) return;
  const { rows } = await executor.query<{ id: string; number: number }>(insertText, toValues(companyId, added));
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  for (const user of added) user.number = numbers.get(user.id);
}

const isNew = ({ number }: KnownUser) => number === undefined;

function toValues(companyId: string, users: readonly KnownUser[]): unknown[] {
  return [
    companyId,
    users.map(({ id }) => id),
    users.map(({ firstName }) => firstName),
    users.map(({ lastName }) => lastName),
    users.map(({ email }) => email),
    users.map(({ userId }) => userId),
    users.map(({ isTechnical }) => isTechnical),
  ];
}

export async function insertUserKeys(
  executor: Executor,
  companyId: string,
  keys: ReadonlyArray<{ readonly key: string; readonly user: KnownUser }>,
): Promise<void> {
  if (keys.length === 0) return;
  const text = `insert into reported_user_keys (company_id, key, number) select $1, * from unnest($2::text[], $3::int4[])`;
  await executor.query(text, [companyId, keys.map(({ key }) => key), keys.map(({ user }) => user.number)]);
}
