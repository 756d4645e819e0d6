import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDistributedRun } from '../database/testing/test-server.ts';
import { useTestPortal, type TestUser } from '../testing/test-portal.ts';

/*
 * Each trip to the database wakes a process and is most of what a plain call costs, and no test of what is answered
 * notices one more.
 */

let trips = 0;
const client = pg.Client.prototype as { connect: (...args: unknown[]) => unknown };
const { connect } = client;

/** Counts what is handed over to the database, in one piece or many: each time it wakes. */
function countTrips(stream: Socket) {
  const { _write: write, _writev: writeMany } = stream;
  stream._write = function countedWrite(...args) {
    trips += 1;
    return write.apply(this, args);
  };
  stream._writev = function countedWriteMany(...args) {
    trips += 1;
    return writeMany?.apply(this, args);
  };
}

client.connect = function countedConnect(this: { connection: { stream: Socket } }, ...args) {
  countTrips(this.connection.stream);
  return connect.apply(this, args);
};
afterAll(() => {
  client.connect = connect;
});

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  user = await portal().makeUser(superAdmin.companyId);
});

/** The fewest of a few calls: the first of each connection prepares, and hourly work may go on beside. */
async function countOf(path: string, as: TestUser): Promise<number> {
  const counts: number[] = [];
  while (counts.length < 12) {
    trips = 0;
    expect((await portal().call(path, { as })).status).toBe(200);
    counts.push(trips);
  }
  return Math.min(...counts);
}

test('a call that reads nothing finds its actor in one trip', async () => {
  expect(await countOf('/user-roles', user)).toBe(1);
});

test('calls of one page at the same time share the trip that finds their actor', async () => {
  const counts: number[] = [];
  while (counts.length < 12) {
    trips = 0;
    const calls = Array.from({ length: 8 }, () => portal().call('/user-roles', { as: user }));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    counts.push(trips);
  }
  // One for the first call, and one or two for those that come while it is under way.
  expect(Math.min(...counts)).toBeLessThanOrEqual(3);
});

test('the list of users is a second trip, with the second factors that a SuperAdmin sees too', async () => {
  expect(await countOf('/users?limit=25', user)).toBe(2);
  // On a distributed database second factors are of the coordinator, users of the worker.
  const withFactors = isDistributedRun ? 3 : 2;
  expect(await countOf('/users?limit=25', superAdmin)).toBe(withFactors);
  expect(await countOf('/users?stringValue=a', superAdmin)).toBe(withFactors);
  expect(await countOf(`/users/${user.id}`, superAdmin)).toBe(withFactors);
});

test('what needs the provider is one trip for each company, and the figures of all companies are as many as of one', async () => {
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  const attention = await countOf('/attention/companies', operator);
  const figures = await countOf('/companies/figures', operator);
  await portal().makeCompany();
  await portal().makeCompany();
  expect(await countOf('/attention/companies', operator)).toBe(attention + 2);
  expect(await countOf('/companies/figures', operator)).toBe(figures);
  expect(await countOf('/attention', superAdmin)).toBe(4);
});
