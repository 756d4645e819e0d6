import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateReservationIds } from '#features/protection/server/erasure/persons.repository.ts';
import type { CompanyTransaction, Sql } from '../../sql/sql.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import type { SystemReason } from '../system-reasons.ts';
import { buildCompany } from '../testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { DatabaseUnavailable } from './errors.ts';

let database: TestDatabase;
let companyId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  companyId = (await buildCompany(database, { name: 'Acme' })).id;
});
afterAll(() => database.close());

const rename = (name: string) => (tx: Sql) => runSql(tx, 'update companies set name = $1', [name]);
const listNames = (tx: Sql) => runSql<{ name: string }>(tx, 'select name from companies');
const divideByZero = (tx: Sql) => runSql(tx, 'select 1 / 0');
const getName = async () => (await database.inCompany(companyId, listNames))[0]?.name;

test('a thrown error rolls the transaction back', async () => {
  const attempt = database.inCompany(companyId, async (tx) => {
    await rename('Changed')(tx);
    throw new Error('stop');
  });
  await expect(attempt).rejects.toThrow('stop');
  expect(await getName()).toBe('Acme');
});

test('an ignored error of a statement fails the commit', async () => {
  const attempt = database.inCompany(companyId, async (tx) => {
    await rename('Changed')(tx);
    await divideByZero(tx).catch(() => undefined);
  });
  await expect(attempt).rejects.toThrow('A failed statement was ignored');
  expect(await getName()).toBe('Acme');
});

test('a transaction refuses statements after its end', async () => {
  const kept = await database.inCompany(companyId, async (tx) => tx);
  await expect(listNames(kept)).rejects.toThrow('This transaction is over');
});

test.each(['', 'x', `${'0'.repeat(8)}'; select 1`, '00000000-0000-0000-0000-00000000000g'])(
  'a transaction can not be bound to %o',
  async (id) => {
    await expect(database.inCompany(id, async () => 'reached')).rejects.toThrow('a UUID');
  },
);

test('a reason outside the list does not open a system transaction', async () => {
  for (const reason of ['because', 'toString', '']) {
    await expect(database.inSystem(reason as SystemReason, async () => 'reached')).rejects.toThrow('is no reason');
  }
});

test('a connection carries no company over to the next transaction', async () => {
  await database.inCompany(companyId, async () => undefined);
  const rows = await database.inSystem('old-rows.delete', (tx) =>
    runSql(tx, `select current_setting('app.company_id', true) as bound`),
  );
  expect(rows).toEqual([{ bound: null }]);
});

test('the error of a transaction is that of the statement that ended it, whichever is looked at first', async () => {
  const attempt = database.inSystem('old-rows.delete', async (tx) => {
    const ended = runSql(tx, `do $$ begin raise exception using errcode = '55P03'; end $$`);
    ended.catch(() => undefined);
    await runSql(tx, 'select 1');
  });
  await expect(attempt).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    reason: 'busy',
    cause: { code: '55P03' },
  });
  const wrong = database.inSystem('old-rows.delete', async (tx) => {
    divideByZero(tx).catch(() => undefined);
    await runSql(tx, 'select 1');
  });
  await expect(wrong).rejects.toThrow('division by zero');
});

test('a cut connection is DatabaseUnavailable, and the next transaction works', async () => {
  const attempt = database.inSystem('old-rows.delete', async (tx) => {
    const [backend] = await runSql<{ pid: number }>(tx, 'select pg_backend_pid() as pid');
    await database.inSystem('old-rows.delete', (other) =>
      runSql(other, 'select pg_terminate_backend($1::integer)', [backend?.pid]),
    );
    await runSql(tx, 'select 1');
  });
  await expect(attempt).rejects.toThrow(DatabaseUnavailable);
  expect(await getName()).toBe('Acme');
});

test('a read sees only the rows of its company', async () => {
  const found = await database.inCompany.read(companyId, (tx) => runSql(tx, 'select id from companies'));
  expect(found).toEqual([{ id: companyId }]);
});

test('a read can change nothing', async () => {
  await expect(database.inCompany.read(companyId, rename('Changed'))).rejects.toMatchObject({
    cause: { code: '25006' },
  });
  expect(await getName()).toBe('Acme');
});

test('statements of a read do not wait for each other', async () => {
  const attempt = database.inCompany.read(companyId, async (tx) => {
    await listNames(tx);
    await listNames(tx);
  });
  await expect(attempt).rejects.toThrow('A reading transaction is one statement');
  const both = await database.inCompany.read(companyId, (tx) => Promise.all([listNames(tx), listNames(tx)]));
  expect(both).toEqual([[{ name: 'Acme' }], [{ name: 'Acme' }]]);
});

test('the error of a read of several statements is that of the first that failed, and its connection serves again', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const attempt = database.inCompany.read(companyId, (tx) =>
      Promise.all([listNames(tx), divideByZero(tx), listNames(tx)]),
    );
    await expect(attempt).rejects.toThrow('division by zero');
  }
  expect(await getName()).toBe('Acme');
});

test('a read of both sees the rows of its company alone, and what is on the coordinator only where it belongs', async () => {
  const factors = (tx: Sql) => runSql(tx, 'select identity.list_second_factors(array[]::uuid[])');
  const ids = (tx: Sql) => runSql(tx, 'select id from companies');
  expect(await database.inCompany.readBoth(companyId, ids, ids)).toEqual([[{ id: companyId }], [{ id: companyId }]]);
  expect(await database.inCompany.readBoth(companyId, ids, factors)).toEqual([[{ id: companyId }], []]);
  await expect(database.inCompany.readBoth(companyId, factors, ids)).rejects.toThrow('is read by inCompany');
  for (const [rows, rest] of [
    [rename('Changed'), ids],
    [ids, rename('Changed')],
  ] as const) {
    await expect(database.inCompany.readBoth(companyId, rows, rest)).rejects.toMatchObject({
      cause: { code: '25006' },
    });
  }
  expect(await getName()).toBe('Acme');
});

test('the connection of a failed read serves the next company', async () => {
  await expect(database.inCompany.read(companyId, divideByZero)).rejects.toThrow('division by zero');
  const bound = await database.inCompany.read(companyId, (tx) =>
    runSql(tx, `select current_setting('app.company_id') as id`),
  );
  expect(bound).toEqual([{ id: companyId }]);
  expect(await getName()).toBe('Acme');
});

test('a read without a statement gives its connection back', async () => {
  for (let turn = 0; turn < 30; turn += 1) await database.inCompany.read(companyId, async () => turn);
  expect(await getName()).toBe('Acme');
});

test('in the shard of a company nothing that is on the coordinator is read, by a function neither', async () => {
  for (const text of ['select from backups', 'select identity.share_session(gen_random_uuid(), gen_random_uuid())']) {
    const read = (tx: Sql) => runSql(tx, text);
    for (const open of [database.withLedger, database.inCompany.shard])
      await expect(open(companyId, read)).rejects.toThrow('is written by inCompany');
    await expect(database.inCompany.read(companyId, read)).rejects.toThrow('is read by inCompany');
  }
  const snapshot = await database.inCompany.snapshot(companyId);
  await expect(runSql(snapshot, 'select from backups')).rejects.toThrow('is read by inCompany');
  await snapshot.close();
});

test('a transaction of the ledger has its lock from its first statement on, and one of the shard alone does not wait', async () => {
  const order: string[] = [];
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const first = database.withLedger(companyId, async (tx) => {
    await listNames(tx);
    locked.resolve();
    await release.promise;
    order.push('first');
  });
  await locked.promise;
  const second = database.withLedger(companyId, async (tx) => {
    await listNames(tx);
    order.push('second');
  });
  await database.inCompany.shard(companyId, listNames);
  order.push('shard');
  release.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['shard', 'first', 'second']);
});

test('the ledger is written under its lock alone', async () => {
  const write = (tx: CompanyTransaction) => updateReservationIds(tx, { numbers: [] });
  for (const open of [database.inCompany, database.inCompany.shard])
    await expect(open(companyId, write)).rejects.toThrow('by withLedger');
  await database.withLedger(companyId, write);
});

test('a read on a cut connection is DatabaseUnavailable', async () => {
  const attempt = database.inCompany.read(companyId, (tx) =>
    runSql(tx, 'select pg_terminate_backend(pg_backend_pid())'),
  );
  await expect(attempt).rejects.toThrow(DatabaseUnavailable);
  expect(await getName()).toBe('Acme');
});
