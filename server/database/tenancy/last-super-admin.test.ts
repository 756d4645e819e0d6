import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toProblemCode } from '../connection/errors.ts';
import { buildCompany, buildUser } from '../testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isDistributedRun } from '../testing/test-server.ts';
import type { Sql } from '../../sql/sql.ts';
import { runSql } from '../../testing/sql/run-sql.ts';

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

const inCompany = <T>(work: (tx: Sql) => Promise<T>) => database.inCompany(companyId, work);
const setRoles = (id: string, roles: string[]) => (tx: Sql) =>
  runSql(tx, 'update users set roles = $2 where id = $1', [id, roles]);
const demote = (id: string) => setRoles(id, ['Admin']);
const promote = (id: string) => setRoles(id, ['SuperAdmin']);
const remove = (id: string) => (tx: Sql) => runSql(tx, 'delete from users where id = $1', [id]);

async function codeOf(attempt: Promise<unknown>) {
  return attempt.then(
    () => 'done',
    (error: unknown) => toProblemCode(error),
  );
}

test('the last SuperAdmin can be neither demoted nor deleted', async () => {
  expect(await codeOf(inCompany(demote(first)))).toBe('users.last-super-admin');
  expect(await codeOf(inCompany(remove(first)))).toBe('users.last-super-admin');
  expect(await codeOf(inCompany((tx) => runSql(tx, 'delete from users')))).toBe('users.last-super-admin');
});

test('the role can be handed over in one transaction, in either order', async () => {
  await inCompany(async (tx) => {
    await demote(first)(tx);
    await promote(second)(tx);
  });
  expect(await codeOf(inCompany(demote(second)))).toBe('users.last-super-admin');
});

test('another change of the last SuperAdmin, and the removal of others, is taken', async () => {
  expect(await codeOf(inCompany((tx) => runSql(tx, `update users set first_name = 'Kati'`)))).toBe('done');
  expect(await codeOf(inCompany(remove(second)))).toBe('done');
});

test('of two SuperAdmins demoting each other at once exactly one succeeds', async () => {
  await inCompany(promote(second));
  // On a distributed PostgreSQL changes of users take turns: the second one waits for the end of the first.
  const bothChanged = isDistributedRun ? () => Promise.resolve() : barrier(2);
  const attempt = (change: (tx: Sql) => Promise<unknown>) =>
    inCompany(async (tx) => {
      await change(tx);
      await bothChanged();
    });
  const outcomes = await Promise.all([codeOf(attempt(demote(first))), codeOf(attempt(remove(second)))]);
  expect(outcomes.toSorted()).toEqual(['done', 'users.last-super-admin']);
  const left = await inCompany((tx) => runSql(tx, `select from users where roles @> array['SuperAdmin']`));
  expect(left).toHaveLength(1);
});

/** Resolves for all callers once `count` of them wait. */
function barrier(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) resolve();
    return promise;
  };
}
