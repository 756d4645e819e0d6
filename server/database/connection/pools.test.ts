import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityPool } from '../../access/identity-database.ts';
import { createConnectionCounts } from '../../lib/connection-counts.ts';
import { openPool } from './pools.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each([
  ['the portal', (url: string) => openPool(url, 'test', { max: 1, log })],
  [
    'the identity service',
    (url: string) => openIdentityPool({ systemUrl: url, connections: createConnectionCounts() }, log),
  ],
])(
  'on a connection of %s neither a statement nor a lock nor an idle transaction lasts for ever, and no statement is compiled',
  async (_, open) => {
    const pool = open(database.systemUrl);
    const { rows } = await pool.query(
      `select name, setting from pg_settings
     where name in ('jit', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '20000' },
      { name: 'jit', setting: 'off' },
      { name: 'lock_timeout', setting: '5000' },
      { name: 'statement_timeout', setting: '15000' },
    ]);
    await pool.end();
  },
);
