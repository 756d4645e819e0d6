import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { isDistributedRun } from '../testing/test-server.ts';
import { listChangedParts, markUnchanged, readParts } from './changed-parts.ts';
import { withOwner } from './owner-connection.ts';
import { applyChanges, sumRows, type TableSums, type View } from './row-changes.ts';

const table = { name: 'public.moved', columns: ['id', 'text'] };
const log = { warn: (line: unknown) => expect.unreachable(JSON.stringify(line)) };

/** Some 36 rows a block. */
const filled = `create table moved (id int, text text) partition by range (id);
  create table moved_few partition of moved for values from (0) to (2000);
  create table moved_many partition of moved for values from (2000) to (100000);
  alter table moved add primary key (id);
  insert into moved select n, repeat('x', 180) from generate_series(0, 9999) n`;

/** Partition made as migrations make one: beside readers of the others. */
const newPartition = `create table moved_more (like moved including all);
  alter table moved attach partition moved_more for values from (100000) to (200000)`;

/** Statements of each step, and how many rows hold what they wrote. Transactions of other databases may let more rows be taken for written. */
const steps: readonly (readonly [writes: string, changed: number])[] = [
  [
    `update moved set text = 'changed' where id = 5000; delete from moved where id in (3000, 9000);
      insert into moved values (10000, 'new'), (3000, 'again')`,
    3,
  ],
  [`delete from moved where id between 4000 and 4099`, 0],
  // Written twice, a key changed, and a row of another partition.
  [
    `update moved set text = 'once' where id = 5000; update moved set text = 'twice' where id = 5000;
      update moved set id = 20000 where id = 6000; update moved set id = 20001 where id = 1000`,
    3,
  ],
  // One of a transaction within another, and some of one that was taken back.
  [
    `do $$ begin
      begin insert into moved values (20002, 'kept'); exception when others then null; end;
      begin
        insert into moved values (20003, 'lost'); update moved set text = 'lost' where id = 7000; delete from moved where id = 7001;
        raise exception 'lost';
      exception when others then null; end;
    end $$`,
    1,
  ],
  [`${newPartition}; insert into moved values (100000, 'of a new partition')`, 1],
  ['', 0],
];

/** Which ids the changed parts of the table hold, as this connection sees them. */
async function listIds(client: pg.Client): Promise<number[]> {
  const ids: number[] = [];
  for (const query of readParts(await listChangedParts(client, table.name), 'id'))
    ids.push(...(await client.query<{ id: number }>(query)).rows.map(({ id }) => id));
  return ids.toSorted((one, other) => one - other);
}

async function openView(client: pg.Client): Promise<View> {
  await client.query('begin isolation level repeatable read read only');
  const since = 'select pg_snapshot_xmin(pg_current_snapshot())::text as since';
  return { client, since: BigInt((await client.query<{ since: string }>(since)).rows[0]?.since ?? 0) };
}

const run = (ownerUrl: string, text: string) => withOwner(ownerUrl, (client) => client.query(text));

/** VACUUM marks no row whose commit is not on the disk yet, for which the tests' server does not wait. */
async function markAll(ownerUrl: string, client: pg.Client, isFirst: boolean): Promise<void> {
  const countUnmarked = async () => {
    await markUnchanged(ownerUrl, { stop: undefined, log, isFirst });
    return (await listIds(client)).length;
  };
  await expect.poll(countUnmarked, { timeout: 10_000 }).toBeLessThan(isFirst ? 1 : 300);
}

// Only the embedded database is moved, which is never distributed.
test.skipIf(isDistributedRun)(
  'what was written since an open snapshot is found and copied, also after VACUUM, and nothing else is read',
  async () => {
    const [source, target] = [await createTestDatabase(), await createTestDatabase()];
    onTestFinished(() => Promise.all([source.drop(), target.drop()]).then(() => undefined));
    for (const { ownerUrl } of [source, target]) await run(ownerUrl, filled);
    const { ownerUrl } = source;
    const follow = async (connections: readonly [pg.Client, pg.Client, pg.Client], copy: pg.Client) => {
      let [first, second] = connections;
      const writer = connections[2];
      await markAll(ownerUrl, first, true);
      // A transaction that is open at the first snapshot and ends after it.
      await writer.query(`begin; update moved set text = 'ended later' where id = 8000`);
      let before = await openView(first);
      await writer.query('commit');
      await copy.query('begin');
      const whole = await sumRows(copy, table);
      let sums: TableSums = { source: whole, target: whole };
      for (const [writes, rows] of steps) {
        await run(ownerUrl, writes);
        if (writes.includes(newPartition)) await copy.query(newPartition);
        // Without the open snapshot it would mark every block again.
        await run(ownerUrl, 'vacuum (freeze) moved');
        const after = await openView(second);
        const parts = await listChangedParts(second, table.name);
        expect((await listIds(second)).length).toBeLessThan(700);
        const { changed, ...next } = await applyChanges(table, { before, after: second, target: copy, parts, sums });
        const present = await sumRows(second, table);
        expect(changed).toBeGreaterThanOrEqual(rows);
        expect([writes, next]).toEqual([writes, { source: present, target: present }]);
        expect([writes, await sumRows(copy, table)]).toEqual([writes, present]);
        await first.query('rollback');
        await markAll(ownerUrl, second, false);
        [before, sums, first, second] = [after, next, second, first];
      }
    };
    await withOwner(ownerUrl, (first) =>
      withOwner(ownerUrl, (second) =>
        withOwner(ownerUrl, (writer) => withOwner(target.ownerUrl, (copy) => follow([first, second, writer], copy))),
      ),
    );
  },
);
