import { createResolver, type Candidates, type KnownUser } from './choose-reported-users.ts';
import { toErasedKey } from './erased-users.ts';
import type { KeyedUser } from '#server/lib/reported-names.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { booleans, instants, integers, rowArrays, texts, uuids } from '#server/sql/row-arrays.ts';
import { columns } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, nullable, text, uuid } from '#server/sql/types.ts';

const stored = {
  number: integer,
  id: uuid,
  userId: nullable(uuid),
  firstName: text,
  lastName: text,
  email: nullable(text),
  isTechnical: boolean,
  erasedAt: nullable(instant),
};

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
async function listKnownUsers(tx: CompanyTransaction, keys: readonly string[]): Promise<Map<string, KnownUser>> {
  if (keys.length === 0) return new Map();
  // Keys of erased persons are stored as hashes.
  const hashed = new Map(keys.map((key) => [toErasedKey(tx.companyId, key), key]));
  const rows = await tx.list(
    listKnownUsersStatement,
    reportedKeys.encode([...keys, ...hashed.keys()].map((key) => ({ key }))),
  );
  const users = new Map<number, KnownUser>(rows.map(({ key: _key, ...user }) => [user.number, user]));
  return new Map(rows.flatMap(({ key, number }) => toEntries(hashed.get(key) ?? key, users.get(number))));
}

const toEntries = (key: string, user: KnownUser | undefined): Array<[string, KnownUser]> => (user ? [[key, user]] : []);

const candidate = { id: uuid, email: text, sapId: nullable(text), hasTechnicalRole: boolean };

const candidatesOf = `
    select id, lower(email) as email, upper(sap_id) as "sapId", 'TechnicalUser' = any(roles) as "hasTechnicalRole"
    from users
    where company_id = $companyId and (lower(email) = any($emails) or upper(sap_id) = any($sapIds))
    order by created_at, id`;
const candidateNames = { emails: array(text), sapIds: array(text) };

const listCandidatesStatement = statement({ text: candidatesOf, params: candidateNames, row: candidate });

/* Locked, so that the user is not deleted before the row that references it is written. */
const lockCandidatesStatement = statement({
  text: `${candidatesOf} for key share`,
  params: candidateNames,
  row: candidate,
});

const listMappedUsersStatement = statement({
  text: `
    select ${columns(stored, 'r')}, 'TechnicalUser' = any(u.roles) as "hasTechnicalRole"
    from reported_users r join users u on u.company_id = r.company_id and u.id = r.user_id
    where r.company_id = $companyId and r.user_id = any($userIds) and r.main_number is null`,
  params: { userIds: array(uuid) },
  row: { ...stored, hasTechnicalRole: boolean },
});

/** The main reported users of these users of the company. */
async function listMappedUsers(tx: CompanyTransaction, userIds: readonly string[]): Promise<KnownUser[]> {
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
      user_id = coalesce(r.user_id, t.user_id), is_technical = t.is_technical
    from ${changedUsers.rows} where r.company_id = $companyId and r.id = t.id`,
  params: changedUsers.params,
});

/** Without a mapping that was known before, because a SuperAdmin may have changed it meanwhile. */
const toChanged = ({ foundId, ...user }: KnownUser) => ({ ...user, userId: foundId ?? null });

/** Writes new and changed users, and sets the numbers of the new ones. */
async function upsertUsers(tx: CompanyTransaction, users: readonly KnownUser[], now: Date): Promise<void> {
  const { true: added = [], false: changed = [] } = Object.groupBy(users, ({ number }) => `${number === undefined}`);
  if (changed.length > 0) await tx.run(updateUsersStatement, changedUsers.encode(changed.map(toChanged)));
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
async function createUserKeys(
  tx: CompanyTransaction,
  keys: ReadonlyArray<{ readonly key: string; readonly user: KnownUser }>,
): Promise<void> {
  const rows = keys.flatMap(({ key, user: { number } }) => (number === undefined ? [] : [{ key, number }]));
  if (rows.length > 0) await tx.run(createUserKeysStatement, userKeys.encode(rows));
}

export interface ResolvedUser {
  readonly number: number;
  /** Counted only where technical users are included. */
  readonly technical: boolean;
}

/** Undefined for a report that names no user. */
export type FindUser = (user: KeyedUser) => ResolvedUser | undefined;

const toErased = (tx: CompanyTransaction) => (key: string) => toErasedKey(tx.companyId, key);

/**
 * Resolves reported users to their numbers, and creates those that no earlier report has named. A user of the company is
 * recognised by e-mail or SAP login and has one number, by whatever keys assistants name it.
 */
export async function resolveReportedUsers(
  tx: CompanyTransaction,
  reports: readonly KeyedUser[],
  now: Date,
): Promise<FindUser> {
  const distinct = [...new Map(reports.map((report) => [toReportKey(report), report])).values()];
  const known = await listKnownUsers(tx, [...new Set(distinct.flatMap(({ keys }) => keys))]);
  const resolver = createResolver(known, await listCandidates(tx, distinct, { known, isLocking: true }), toErased(tx));
  for (const report of distinct) resolver.resolve(report);
  const { users, keys } = resolver.flush();
  await upsertUsers(tx, users, now);
  await createUserKeys(tx, keys);
  return createFinder(known);
}

function createFinder(known: ReadonlyMap<string, KnownUser>): FindUser {
  return (report) => {
    const user = report.keys.map((key) => known.get(key)).find(Boolean);
    if (user?.number === undefined) return undefined;
    return { number: user.number, technical: user.hasTechnicalRole || (report.isTechnical ?? user.isTechnical) };
  };
}

const listUserNamesStatement = statement({
  text: `
    select id, trim(first_name || ' ' || last_name) as name from users
    where company_id = $companyId and id = any($ids::uuid[])`,
  params: { ids: array(uuid) },
  row: { id: uuid, name: text },
});

export interface PreviewedUser {
  /** Full name as reported, which may be empty. */
  readonly name: string;
  /** Name of the company's user; null where it is mapped to none. */
  readonly userName: string | null;
  /** Whether nothing has been reported of it. */
  readonly isNew: boolean;
}

/** Previews the result of `resolveReportedUsers` for these; it creates nothing. `users` are by number, below 0 for new ones. */
export async function previewReportedUsers(
  tx: CompanyTransaction,
  reports: readonly KeyedUser[],
): Promise<{ findUser: FindUser; users: ReadonlyMap<number, PreviewedUser> }> {
  const known = await listKnownUsers(tx, [...new Set(reports.flatMap(({ keys }) => keys))]);
  const resolver = createResolver(known, await listCandidates(tx, reports, { known, isLocking: false }), toErased(tx));
  for (const report of reports) resolver.resolve(report);
  const all = [...new Set(known.values())];
  for (const [index, user] of all.entries()) user.number ??= -1 - index;
  const ids = all.flatMap(({ userId }) => userId ?? []);
  const names = new Map((await tx.list(listUserNamesStatement, { ids })).map(({ id, name }) => [id, name]));
  const users = all.map(({ number = 0, firstName, lastName, userId }): [number, PreviewedUser] => [
    number,
    { name: `${firstName} ${lastName}`.trim(), userName: names.get(userId ?? '') ?? null, isNew: number < 0 },
  ]);
  return { findUser: createFinder(known), users: new Map(users) };
}

const toReportKey = ({ keys, firstName, lastName, isTechnical }: KeyedUser) =>
  JSON.stringify([keys, firstName, lastName, isTechnical]);

/** The users of the company that reports with an unmapped key may mean. */
async function listCandidates(
  tx: CompanyTransaction,
  reports: readonly KeyedUser[],
  { known, isLocking }: { readonly known: ReadonlyMap<string, KnownUser>; readonly isLocking: boolean },
): Promise<Candidates> {
  const unmapped = reports.flatMap(({ keys }) => (keys.some((key) => !known.get(key)?.userId) ? keys : []));
  const ofKind = (kind: string) => unmapped.flatMap((key) => (key.startsWith(kind) ? key.slice(kind.length) : []));
  const named = { emails: ofKind('email:'), sapIds: ofKind('sap:') };
  const candidates = isLocking ? lockCandidatesStatement : listCandidatesStatement;
  const users = named.emails.length + named.sapIds.length === 0 ? [] : await tx.list(candidates, named);
  const userIds = users.map(({ id }) => id);
  const mapped = await listMappedUsers(tx, userIds);
  const byNumber = new Map([...known.values()].map((user) => [user.number, user]));
  return { users, mapped: new Map(mapped.map((user) => [user.userId ?? '', byNumber.get(user.number) ?? user])) };
}
