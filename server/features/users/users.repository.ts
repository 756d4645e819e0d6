import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Role } from '#contract/capabilities.ts';
import type { User } from '#contract/users.ts';
import type { Transaction } from '../../database/transactions.ts';
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
}

/** Users by name; `text` is looked for as it stands (no wildcards) in names, address and company. */
export async function listUsers(tx: Transaction, { text, limit }: UserSearch): Promise<StoredUser[]> {
  const query = tx
    .select(columns)
    .from(users)
    .where(text ? matches(text) : undefined)
    .orderBy(asc(sql`lower(${users.lastName})`), asc(sql`lower(${users.firstName})`), asc(users.id))
    .$dynamic();
  const limited = limit === undefined ? query : query.limit(limit);
  // The list that the users page opens with is planned once per connection; searches are all different.
  return text ? limited : limited.prepare(limit === undefined ? 'all users' : 'first users').execute();
}

function matches(text: string) {
  const haystack = sql`lower(concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email}, ${users.company}))`;
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

export async function deleteUsers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(users).where(inArray(users.id, [...ids]));
}
