import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailable } from './errors.ts';
import { toExecutor } from './executor.ts';
import { companies } from '../schema/companies.ts';
import type { SystemReason } from '../tenancy/system-reasons.ts';
import { buildCompany } from '../testing/builders.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import type { Transaction } from './transactions.ts';

let database: TestDatabase;
let companyId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  companyId = (await buildCompany(database, { name: 'Acme' })).id;
});
afterAll(() => database.close());

const rename = (name: string) => (tx: Transaction) => tx.update(companies).set({ name });
const readName = async () => {
  const [company] = await database.withCompany(companyId, (tx) => tx.select().from(companies));
  return company?.name;
};

test('what is thrown rolls everything back', async () => {
  const attempt = database.withCompany(companyId, async (tx) => {
    await rename('Changed')(tx);
    throw new Error('stop');
  });
  await expect(attempt).rejects.toThrow('stop');
  expect(await readName()).toBe('Acme');
});

test('a failed statement that was ignored does not pass for a commit', async () => {
  const attempt = database.withCompany(companyId, async (tx) => {
    await rename('Changed')(tx);
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(attempt).rejects.toThrow('A failed statement was ignored');
  expect(await readName()).toBe('Acme');
});

test('a savepoint can fail alone', async () => {
  await database.withCompany(companyId, async (tx) => {
    await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => undefined);
    await rename('Acme')(tx);
  });
  expect(await readName()).toBe('Acme');
});

test('a transaction can not be used after its end', async () => {
  const kept = await database.withCompany(companyId, async (tx) => tx);
  await expect(kept.select().from(companies)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('This transaction is over') },
  });
  expect(() => toExecutor(kept).query('select 1')).toThrow('This transaction is over');
});

test('plain SQL of an executor belongs to the same transaction', async () => {
  const found = await database.withCompany(companyId, async (tx) => {
    await rename('Inside')(tx);
    const { rows } = await toExecutor(tx).query('select name from companies where id = $1', [companyId]);
    await rename('Acme')(tx);
    return rows;
  });
  expect(found).toEqual([{ name: 'Inside' }]);
});

test.each(['', 'x', `${'0'.repeat(8)}'; select 1`, '00000000-0000-0000-0000-00000000000g'])(
  'a company can not be bound by %o',
  async (id) => {
    await expect(database.withCompany(id, async () => 'reached')).rejects.toThrow('a UUID');
  },
);

test('a reason outside the list does not open a system transaction', async () => {
  for (const reason of ['because', 'toString', '']) {
    await expect(database.withSystem(reason as SystemReason, async () => 'reached')).rejects.toThrow('is no reason');
  }
});

test('the connection of one company carries nothing over to the next transaction', async () => {
  await database.withCompany(companyId, async () => undefined);
  const { rows } = await database.withSystem('old-rows.delete', (tx) =>
    tx.execute(sql`select current_setting('app.company_id', true) as bound`),
  );
  expect(rows).toEqual([{ bound: null }]);
});

test('a cut connection is told apart from a fault and the next transaction works', async () => {
  const attempt = database.withSystem('old-rows.delete', async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await database.withSystem('old-rows.delete', (other) =>
      other.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`),
    );
    await tx.execute(sql`select 1`);
  });
  await expect(attempt).rejects.toThrow(DatabaseUnavailable);
  expect(await readName()).toBe('Acme');
});

test('a read sees the rows of its company alone', async () => {
  const found = await database.readCompany(companyId, (tx) => tx.select({ id: companies.id }).from(companies));
  expect(found).toEqual([{ id: companyId }]);
});

test('a read can change nothing', async () => {
  await expect(database.readCompany(companyId, rename('Changed'))).rejects.toMatchObject({ cause: { code: '25006' } });
  expect(await readName()).toBe('Acme');
});

test('a read is one statement', async () => {
  const attempt = database.readCompany(companyId, async (tx) => {
    await tx.select().from(companies);
    await tx.select().from(companies);
  });
  await expect(attempt).rejects.toMatchObject({ cause: { message: 'A reading transaction is one statement.' } });
});

test('a failed read leaves a connection behind that is bound to nobody and serves the next', async () => {
  await expect(database.readCompany(companyId, (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow('Failed query');
  const bound = await database.readCompany(companyId, (tx) =>
    tx.execute(sql`select current_setting('app.company_id') as id`),
  );
  expect(bound.rows).toEqual([{ id: companyId }]);
  expect(await readName()).toBe('Acme');
});

test('a read that sends nothing gives its connection back', async () => {
  for (let turn = 0; turn < 30; turn += 1) await database.readCompany(companyId, async () => turn);
  expect(await readName()).toBe('Acme');
});

test('a read on a connection that is cut is told apart from a fault', async () => {
  const attempt = database.readCompany(companyId, (tx) =>
    tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
  );
  await expect(attempt).rejects.toThrow(DatabaseUnavailable);
  expect(await readName()).toBe('Acme');
});
