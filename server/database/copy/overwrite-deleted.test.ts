import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLogin } from '../connection/connection.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { runAsOwner } from '../testing/test-server.ts';
import { overwriteServer, waitForOlder } from './overwrite-deleted.ts';
import { withOwner } from './owner-connection.ts';

let own: Awaited<ReturnType<typeof createTestDatabase>>;
let other: typeof own;

beforeAll(async () => {
  [own, other] = [await createTestDatabase(), await createTestDatabase()];
});

afterAll(async () => {
  await own.drop();
  await other.drop();
});

const read = 'begin isolation level repeatable read; select from pg_class';

test('a reader that began later is waited for too, where it reaches back to a writer of another database', async () => {
  await runAsOwner(own.ownerUrl, `create table deleted as select 'a'::text as a`);
  await withOwner(other.ownerUrl, (writer) =>
    withOwner(own.ownerUrl, (reader) =>
      withOwner(own.ownerUrl, async (client) => {
        await writer.query('begin; select pg_current_xact_id()');
        await runAsOwner(own.ownerUrl, 'delete from deleted');
        const waiting = waitForOlder(client, 2000);
        const pollings = `select from pg_stat_activity where datname = current_database() and query like '%backend_xid) >%'
          and pid <> pg_backend_pid()`;
        await expect.poll(async () => (await runAsOwner(own.ownerUrl, pollings)).rowCount).toBe(1);
        await reader.query(read);
        await writer.query('rollback');
        expect(await waiting).toBe(false);
        await reader.query('rollback');
        expect(await waitForOlder(client, 60_000)).toBe(true);
        await client.query('vacuum (full) deleted');
        const { rows } = await client.query(`select pg_relation_size('deleted')::integer as bytes`);
        expect(rows).toEqual([{ bytes: 0 }]);
      }),
    ),
  );
});

test('an owner who is no superuser waits for the transactions of others', async () => {
  const role = `owner_${randomUUID().slice(0, 8)}`;
  await runAsOwner(own.ownerUrl, `create role ${role} login password 'p'`);
  try {
    await withOwner(withLogin(own.ownerUrl, role, 'p'), async (client) => {
      expect(await waitForOlder(client, 60_000)).toBe(true);
      await withOwner(own.ownerUrl, async (reader) => {
        await reader.query(read);
        // After this the snapshot is an older one.
        await runAsOwner(own.ownerUrl, 'select pg_current_xact_id()');
        expect(await waitForOlder(client, 0)).toBe(false);
      });
      expect(await waitForOlder(client, 60_000)).toBe(true);
    });
  } finally {
    await runAsOwner(own.ownerUrl, `drop role ${role}`);
  }
});

test('no statistics are left of an index that has no rows any more', () =>
  withOwner(own.ownerUrl, async (client) => {
    await client.query(`create table people as select 'Name ' || n as name from generate_series(1, 50) as n`);
    await client.query(`create index folded on people (lower(name)) where name <> 'Name 1'`);
    await client.query('analyze people');
    await client.query(`delete from people where name <> 'Name 1'`);
    const count = async () =>
      (await client.query(`select from pg_statistic where starelid = 'folded'::regclass`)).rowCount;
    expect(await count()).toBe(1);
    await overwriteServer(client);
    expect(await count()).toBe(0);
  }));
