import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Role } from '#contract/capabilities.ts';
import type { User } from '#contract/users.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { companies } from '../../database/schema/companies.ts';
import { users } from '../../database/schema/users.ts';

export type StoredUser = Required<User> & { accountId: string };

interface UserValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly sapId: string | null;
  readonly roles: Role[];
  readonly email: string;
  readonly accountId: string;
}

const columns = {
  id: users.id,
  accountId: users.accountId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  company: users.company,
  sapId: users.sapId,
  roles: users.roles,
  version: users.version,
};

interface UserSearch {
  readonly text: string | undefined;
  readonly limit: number | undefined;
  /** Whether `text` is looked for in a field that not everybody may see. */
  readonly includesCompany: boolean;
}

/**
 * The list that the users page opens with, the busiest query of the portal: sent as it stands and planned once per
 * connection. Its order is that of `searchUsers`. A limit of null is none.
 */
const listStatement = {
  name: 'users list',
  text: `select id, account_id as "accountId", first_name as "firstName", last_name as "lastName", email, company,
      sap_id as "sapId", roles, version
    from users order by lower(last_name), lower(first_name), id limit $1`,
};

/** Users by name; `text` is looked for as it stands (no wildcards) in names and address. */
export async function listUsers(tx: Transaction, { text, ...search }: UserSearch): Promise<StoredUser[]> {
  if (text) return searchUsers(tx, { text, ...search });
  const { rows } = await toExecutor(tx).query<StoredUser>({ ...listStatement, values: [search.limit ?? null] });
  return rows;
}

function searchUsers(
  tx: Transaction,
  { text, limit, includesCompany }: UserSearch & { text: string },
): Promise<StoredUser[]> {
  const query = tx
    .select(columns)
    .from(users)
    .where(matches(text, includesCompany))
    .orderBy(asc(sql`lower(${users.lastName})`), asc(sql`lower(${users.firstName})`), asc(users.id))
    .$dynamic();
  return limit === undefined ? query : query.limit(limit);
}

function matches(text: string, includesCompany: boolean) {
  const { firstName, lastName, email, company } = users;
  const names = sql`lower(concat_ws(' ', ${firstName}, ${lastName}, ${email}))`;
  const haystack = includesCompany ? sql`concat_ws(' ', ${names}, lower(${company}))` : names;
  return sql`position(lower(${text}) in ${haystack}) > 0`;
}

export async function findUser(tx: Transaction, id: string): Promise<StoredUser | undefined> {
  const [user] = await tx.select(columns).from(users).where(eq(users.id, id));
  return user;
}

/** Whether somebody of the company has this address, given in lower case. */
export async function isEmailTaken(tx: Transaction, email: string): Promise<boolean> {
  return (await tx.$count(users, sql`lower(${users.email}) = ${email}`)) > 0;
}

/** Locks the rows until the transaction ends, in one order, so that two deletions do not wait for each other. */
export function lockUsers(tx: Transaction, ids: readonly string[]): Promise<StoredUser[]> {
  return tx
    .select(columns)
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('update');
}

export async function insertUser(tx: Transaction, values: UserValues): Promise<StoredUser> {
  const [user] = await tx.insert(users).values(values).returning(columns);
  if (!user) throw new Error('the insert returned no row');
  return user;
}

/** Writes a user that this transaction has locked. */
export async function updateUser(
  tx: Transaction,
  { id, version }: { id: string; version: number },
  values: UserValues,
  now: Date,
): Promise<StoredUser> {
  const [user] = await tx
    .update(users)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(and(eq(users.id, id), eq(users.version, version)))
    .returning(columns);
  if (!user) throw new Error('the locked user was changed by somebody else');
  return user;
}

/** Which contact of the company a user is, by the user's id: `primary`, `secondary` or both. */
export async function findContactParts(tx: Transaction): Promise<Map<string, string[]>> {
  const [company] = await tx
    .select({ primary: companies.primaryContactId, secondary: companies.secondaryContactId })
    .from(companies);
  const parts = new Map<string, string[]>();
  for (const [part, id] of Object.entries(company ?? {})) {
    if (id !== null) parts.set(id, [...(parts.get(id) ?? []), part]);
  }
  return parts;
}

export async function deleteUsers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(users).where(inArray(users.id, [...ids]));
}
