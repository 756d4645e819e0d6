import { unmappedId, unknownUserName } from '#contract/conversations/conversations.ts';
import type { Role } from '#contract/capabilities.ts';
import {
  hiddenListedFields,
  mapOptionalFields,
  mapUserFields,
  type PublicUserField,
} from '#features/people/contract/user-fields.ts';
import type { User } from '#features/people/contract/users.ts';
import { hasComeIn } from '#server/access/sign-in-rule.sql.ts';
import { noteCostOwner } from '#domain/ledger/cost-owners.ts';
import { assignments, columnNames, columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  instant,
  integer,
  nullable,
  text,
  textOf,
  uuid,
  type ParamsOf,
  type RowOf,
  type SqlType,
} from '#server/sql/types.ts';

/** Columns of every search. Another field does not compile, because a search must not find what it hides. */
const searched = { firstName: text, lastName: text, email: text } satisfies Record<PublicUserField, SqlType<string>>;

/** Columns that a save writes. A field of the contract's User that is missing here does not compile. */
const values = {
  ...searched,
  company: text,
  ...mapOptionalFields(() => nullable(text)),
  roles: array(textOf<Role>()),
  accountId: uuid,
} satisfies Record<Exclude<keyof User, 'id' | 'version' | 'access'> | 'accountId', SqlType<unknown>>;

/** Columns of a search too where the actor sees all fields. */
const searchedByManagers = mapUserFields(hiddenListedFields, (field) => values[field]);

const stored = { id: uuid, ...values, deactivatedAt: nullable(instant), version: integer };

const signedIn = { ...stored, lastSignInAt: nullable(instant) };

export type UserValues = ParamsOf<typeof values>;
export type StoredUser = RowOf<typeof signedIn>;

/* In the shard of the company, because of a distributed PostgreSQL the coordinator joins no users with what is in shards. */
const selection = `
  select ${columns(stored, 'u')}, s.last_sign_in_at as "lastSignInAt"
  from users u left join user_sign_ins s on s.company_id = $companyId and s.user_id = u.id
  where u.company_id = $companyId`;

export const order = 'order by lower(u.last_name), lower(u.first_name), u.id';

/** The list that the users page opens with: the most frequent statement of the portal, so it is prepared. */
const listUsersStatement = statement({
  name: 'users.list',
  text: `${selection} ${order} limit $limit`,
  params: { limit: nullable(integer) },
  row: signedIn,
});

export const isFound = `position($search in fold_text(concat_ws(' ', ${columnNames(searched)},
      case when $includesHidden then concat_ws(' ', ${columnNames(searchedByManagers)}) end))) > 0`;

export const searchParams = { search: text, includesHidden: boolean, limit: nullable(integer) };

const searchUsersStatement = statement({
  text: `${selection} and ${isFound} ${order} limit $limit`,
  params: searchParams,
  row: signedIn,
});

export interface UserSearch {
  /** Folded (`foldSearch`), and searched literally (no wildcards) in names and address. */
  readonly search: string | undefined;
  readonly limit: number | undefined;
  /** Whether the fields are searched that only SuperAdmins see. */
  readonly includesHidden: boolean;
}

/** Users by name. */
export async function listUsers(tx: CompanyTransaction, search: UserSearch): Promise<StoredUser[]> {
  const limit = search.limit ?? null;
  if (!search.search) return tx.list(listUsersStatement, { limit });
  return tx.list(searchUsersStatement, { ...search, search: search.search, limit });
}

export const findUser = statement.find({
  text: `${selection} and u.id = $id`,
  params: { id: uuid },
  row: signedIn,
});

const isEmailTakenStatement = statement({
  text: `select exists (select from users where company_id = $companyId and lower(email) = $email) as "isTaken"`,
  params: { email: text },
  row: { isTaken: boolean },
});

/** @param email in lower case */
export async function isEmailTaken(tx: CompanyTransaction, email: string): Promise<boolean> {
  return (await tx.get(isEmailTakenStatement, { email })).isTaken;
}

const listSignInsStatement = statement({
  text: `
    select user_id as id, last_sign_in_at as "lastSignInAt" from user_sign_ins
    where company_id = $companyId and user_id = any($ids)`,
  params: { ids: array(uuid) },
  row: { id: uuid, lastSignInAt: instant },
});

const lockUsersStatement = statement({
  text: `
    select ${columns(stored)} from users where company_id = $companyId and id = any($ids)
    order by id for update`,
  params: { ids: array(uuid) },
  lockedRows: 'ids',
  row: stored,
});

/** Locks the rows until the transaction ends, in the order of their ids, so that two deletions can not block each other. */
export async function lockUsers(tx: CompanyTransaction, ids: readonly string[]): Promise<StoredUser[]> {
  const locked = await tx.list(lockUsersStatement, { ids: [...ids] });
  const signIns = await tx.list(listSignInsStatement, { ids: [...ids] });
  const times = new Map(signIns.map(({ id, lastSignInAt }) => [id, lastSignInAt]));
  return locked.map((user) => ({ ...user, lastSignInAt: times.get(user.id) ?? null }));
}

const created = { ...values, createdAt: instant, updatedAt: instant };

const createUserStatement = statement({
  text: `insert into users ${insertValues(created)} returning ${columns(stored)}`,
  params: created,
  row: stored,
});

const findOtherAddressStatement = statement({
  text: `
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName" from users u
    where u.company_id = $companyId and u.account_id = $accountId and lower(u.email) <> $email and not ${hasComeIn}`,
  params: { accountId: uuid, email: text },
  row: { id: uuid, email: text, firstName: text, lastName: text },
});

/** The user of an account under an address that the account had when it was added, without having come in since. */
export const findByFormerAddress = (tx: CompanyTransaction, account: { accountId: string; email: string }) =>
  tx.find(findOtherAddressStatement, account);

/** Ties a user who has not come in to another account. */
export const setAccount = statement.run({
  text: `
    update users set account_id = $accountId where company_id = $companyId and id = $id`,
  params: { id: uuid, accountId: uuid },
});

export async function createUser(tx: CompanyTransaction, user: ParamsOf<typeof created>): Promise<StoredUser> {
  const row = await tx.get(createUserStatement, user);
  await noteCostOwner(tx, row, user.createdAt);
  return { ...row, lastSignInAt: null };
}

const updateUserStatement = statement({
  text: `
    update users set ${assignments(values)}, version = version + 1, updated_at = $now,
      came_in_at = case when account_id = $accountId then came_in_at end
    where company_id = $companyId and id = $id returning ${columns(stored)}`,
  params: { ...values, id: uuid, now: instant },
  row: stored,
});

const deleteSignInStatement = statement({
  text: 'delete from user_sign_ins where company_id = $companyId and user_id = $id',
  params: { id: uuid },
});

/** Writes a user that this transaction has locked. One who moves to another account has never signed in. */
export async function updateUser(
  tx: CompanyTransaction,
  { id, accountId, lastSignInAt, ...before }: StoredUser,
  update: UserValues & { readonly now: Date },
): Promise<StoredUser> {
  const updated = await tx.get(updateUserStatement, { ...update, id });
  await noteCostOwner(tx, updated, update.now, before);
  if (update.accountId === accountId) return { ...updated, lastSignInAt };
  await tx.run(deleteSignInStatement, { id });
  return { ...updated, lastSignInAt: null };
}

/**
 * Deactivates users that this transaction has locked, or activates them again, who come in with their next sign-in. No form
 * edits it, so the version stays.
 */
export const setDeactivated = statement.run({
  text: `
    update users set deactivated_at = $deactivatedAt, came_in_at = null, updated_at = $now
    where company_id = $companyId and id = any($ids)`,
  params: { ids: array(uuid), deactivatedAt: nullable(instant), now: instant },
});

/** Replaces the roles of users that this transaction has locked. */
export const updateRoles = statement.run({
  text: `
    update users set roles = $roles, version = version + 1, updated_at = $now
    where company_id = $companyId and id = any($ids)`,
  params: { ids: array(uuid), roles: array(textOf<Role>()), now: instant },
});

/** How many active SuperAdmins a company has beside some users. */
export const countOtherSuperAdmins = statement.get({
  text: `
    select count(*)::int as count from users
    where company_id = $companyId and deactivated_at is null and roles @> array['SuperAdmin'] and not id = any($ids)`,
  params: { ids: array(uuid) },
  row: { count: integer },
});

/** Ends the sessions of accounts without an active user in any company. Read first: Citus deletes by no row of a table that it copies. */
export const deleteSessionsOfInactive = systemStatement.run({
  text: `
    with active as materialized (
      select u.account_id from users u where u.account_id = any($accountIds) and u.deactivated_at is null
    )
    delete from identity.sessions s
    where s.account_id = any($accountIds) and not s.account_id = any(array(select a.account_id from active a))`,
  params: { accountIds: array(uuid) },
});

/** To how many companies the person of the account has come: one that only added the address has no say. */
export const countMemberships = systemStatement.get({
  text: `select count(*) as count from users u where u.account_id = $accountId and ${hasComeIn}`,
  params: { accountId: uuid },
  row: { count: integer },
});

/** Undefined where no other company has the account, or where its temporary password has expired. */
export const findInvitedElsewhere = systemStatement.find({
  text: `
    select a.id from identity.accounts a
    where a.id = $accountId and a.temporary_until > $now
      and exists (select from users u where u.account_id = a.id and u.company_id <> $exceptId)`,
  params: { accountId: uuid, exceptId: uuid, now: instant },
  row: { id: uuid },
});

const contactsStatement = statement({
  text: `
    select primary_contact_id as primary, secondary_contact_id as secondary from companies where id = $companyId`,
  row: { primary: nullable(uuid), secondary: nullable(uuid) },
});

/** Which contact of the company a user is, by the user's id: `primary`, `secondary` or both. */
export async function listContactParts(tx: CompanyTransaction): Promise<Map<string, string[]>> {
  const parts = new Map<string, string[]>();
  for (const [part, id] of Object.entries(await tx.get(contactsStatement))) {
    if (id !== null) parts.set(id, [...(parts.get(id) ?? []), part]);
  }
  return parts;
}

/** Tasks that hold all data, and files of rows that name users. Their parts are deleted within the hour. */
export const withdrawTasks = statement.run({
  text: `
    update tasks set state = 'withdrawn', input = '{}'
    where company_id = $companyId and state in ('waiting', 'ready')
      and (kind = any($wholeKinds::text[]) or facts ->> 'kind' = any($rowKinds::text[]))`,
  params: { wholeKinds: array(text), rowKinds: array(text) },
});

export const deleteUsers = statement.run({
  text: 'delete from users where company_id = $companyId and id = any($ids)',
  params: { ids: array(uuid) },
});

/** Reported users that are mapped to no user. One without a name shows the name that the log shows. */
export const listReportedUsers = statement.list({
  name: 'reported-users.list',
  text: `
    select id::text, number as "userNumber",
      case when first_name <> '' or last_name <> '' then first_name
        else coalesce(nullif(email, ''), '${unknownUserName}') end as "firstName",
      last_name as "lastName", coalesce(email, '') as email, false as "isMapped"
    from reported_users where company_id = $companyId and user_id is null and erased_at is null
    union all
    select '${unmappedId}', 0, '${unknownUserName}', '', '', false
    where exists (select from user_monthly_stats where company_id = $companyId and user_number = 0)`,
  row: { id: text, userNumber: integer, firstName: text, lastName: text, email: text, isMapped: boolean },
});
