import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toProblemCode } from '../connection/errors.ts';
import { users } from '../schema/users.ts';
import { buildCompany, buildUser } from '../testing/builders.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import type { Transaction } from '../connection/transactions.ts';

let database: TestDatabase;
let companyId: string;
let first: string;
let second: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  companyId = (await buildCompany(database)).id;
  first = (await buildUser(database, companyId, { roles: ['SuperAdmin', 'User'] })).id;
  second = (await buildUser(database, companyId, { roles: ['User'] })).id;
});

const inCompany = <T>(work: (tx: Transaction) => Promise<T>) => database.withCompany(companyId, work);
const demote = (id: string) => (tx: Transaction) =>
  tx
    .update(users)
    .set({ roles: ['Admin'] })
    .where(eq(users.id, id));
const promote = (id: string) => (tx: Transaction) =>
  tx
    .update(users)
    .set({ roles: ['SuperAdmin'] })
    .where(eq(users.id, id));
const remove = (id: string) => (tx: Transaction) => tx.delete(users).where(eq(users.id, id));

async function codeOf(attempt: Promise<unknown>) {
  return attempt.then(
    () => 'done',
    (error: unknown) => toProblemCode(error),
  );
}

test('the last SuperAdmin can be neither demoted nor deleted', async () => {
  expect(await codeOf(inCompany(demote(first)))).toBe('users.last-super-admin');
  expect(await codeOf(inCompany(remove(first)))).toBe('users.last-super-admin');
  expect(await codeOf(inCompany((tx) => tx.delete(users)))).toBe('users.last-super-admin');
});

test('the role can be handed over in one transaction, in either order', async () => {
  await inCompany(async (tx) => {
    await demote(first)(tx);
    await promote(second)(tx);
  });
  expect(await codeOf(inCompany(demote(second)))).toBe('users.last-super-admin');
});

test('another change of the last SuperAdmin, and the removal of others, is taken', async () => {
  expect(await codeOf(inCompany((tx) => tx.update(users).set({ firstName: 'Kati' })))).toBe('done');
  expect(await codeOf(inCompany(remove(second)))).toBe('done');
});

test('of two SuperAdmins demoting each other at once exactly one succeeds', async () => {
  await inCompany(promote(second));
  const bothChanged = barrier(2);
  const attempt = (change: (tx: Transaction) => Promise<unknown>) =>
    inCompany(async (tx) => {
      await change(tx);
      await bothChanged();
    });
  const outcomes = await Promise.all([codeOf(attempt(demote(first))), codeOf(attempt(remove(second)))]);
  expect(outcomes.toSorted()).toEqual(['done', 'users.last-super-admin']);
  const left = await inCompany((tx) => tx.$count(users, sql`roles @> array['SuperAdmin']`));
  expect(left).toBe(1);
});

/** Holds everybody until `count` have come. */
function barrier(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) resolve();
    return promise;
  };
}
