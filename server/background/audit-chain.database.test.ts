import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyCompanies } from '../commands/audit/audit-verification.ts';
import { buildCompany, setCreatedAt } from '../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { runAsOwner } from '../database/testing/test-server.ts';
import type { FileStore } from '../outside/files/files.ts';
import { openLocalFiles } from '../outside/files/local-files.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { recordAudit } from '../records/audit.ts';
import { findCheckpointFile } from '../records/audit-chain/checkpoint-file.ts';
import { verifyChain } from '../records/audit-chain/verify-chain.ts';
import { scheduleAuditChain, signChains } from './audit-chain.ts';

let database: TestDatabase;
let folder: string;
let files: FileStore;
let companyId: string;
const reported: unknown[] = [];
const log = { warn: () => undefined, error: (fields: unknown) => void reported.push(fields) };
let now = new Date('2026-11-23T08:00:00Z');
const clock = { now: () => now };

beforeAll(async () => {
  database = await openTestDatabase();
  await database.auditChain.loadKeys();
  await database.auditChain.endAdopting();
  folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
  files = await openLocalFiles(folder);
  companyId = (await buildCompany(database, { name: 'Acme' })).id;
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

const write = (count = 1) =>
  database.inCompany(companyId, async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const actor = { accountId: null, name: 'Mari', email: 'mari@test.example' };
      const subject = { entity: 'user', entityId: 'u', entityLabel: 'u' };
      await recordAudit(tx, { ...subject, actor, action: 'users.update', requestId: 'r', now });
    }
  });
const sign = () => signChains({ database, files, clock, log });
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function verify() {
  const lines: string[] = [];
  const given = (await findCheckpointFile(files, companyId)).checkpoints;
  const broken = await verifyCompanies(
    { database, files: { find: async () => undefined }, write: (line) => lines.push(line) },
    [{ id: companyId, name: 'Acme' }],
    given,
  );
  return { broken, line: lines[1] };
}

test('a chain that grew is signed after an hour, or after 1,000 entries, in the database and in a file', async () => {
  expect(await sign()).toBe(0);
  await write();
  expect([await sign(), await sign()]).toEqual([1, 0]);
  await write();
  pass(59);
  expect(await sign()).toBe(0);
  pass(1);
  expect(await sign()).toBe(1);
  await write(1000);
  expect(await sign()).toBe(1);
  pass(60);
  expect(await sign()).toBe(0);
  const { checkpoints } = await findCheckpointFile(files, companyId);
  expect(checkpoints.map(({ position }) => position)).toEqual([1, 2, 1002]);
  expect(await verify()).toEqual({ broken: 0, line: 'Acme | 1002 | intact' });
});

test('a cut tail is reported instead of signed, and the command names its place', async () => {
  const { rows } = await database.systemPool.query('select * from audit_heads');
  await write(2);
  pass(60);
  await sign();
  // Everything that the database holds goes back to an older state.
  const [{ position, mac, head_mac: headMac }] = rows;
  await database.systemPool.query('update audit_heads set position = $1, mac = $2, head_mac = $3', [
    position,
    mac,
    headMac,
  ]);
  for (const [table, column] of [
    ['seals', 'position'],
    ['checkpoints', 'position'],
  ] as const) {
    await database.systemPool.query(`delete from audit_${table} where ${column} > $1`, [position]);
  }
  await database.systemPool.query('delete from audit_entries where id not in (select entry_id from audit_seals)');
  expect((await verify()).line).toBe('Acme | 1002 | BROKEN at place 1003: the log was cut here');
  await write();
  pass(60);
  expect([await sign(), reported]).toMatchObject([0, [{ companyId, fault: { kind: 'cut', position: 1004 } }]]);
});

test('the chains of companies of before begin an hour after the start of a portal, so that one of the version before can still start', async () => {
  const before = await openTestDatabase();
  const { id } = await buildCompany(before);
  await setCreatedAt(before, id, '2020-01-01');
  await runAsOwner(before.ownerUrl, 'delete from audit_keys');
  const upgraded = await openTestDatabase([], undefined, before);
  let handler: () => Promise<void> = () => Promise.reject(new Error('It was not scheduled.'));
  const jobs: Pick<Jobs, 'schedule'> = {
    schedule: async (name, cron, work) => {
      expect([name, cron]).toEqual(['auditChain', '*/10 * * * *']);
      handler = work;
    },
  };
  await scheduleAuditChain({ jobs, database: upgraded, files, clock, log });
  const isBegun = async () => (await upgraded.auditChain.loadKeys(now)).isBegun;
  for (const minutes of [0, 10, 49]) {
    pass(minutes);
    await handler();
    expect(await isBegun()).toBe(false);
  }
  pass(1);
  await handler();
  expect(await isBegun()).toBe(true);
  expect((await verifyChain(upgraded, { companyId: id })).fault).toBeUndefined();
  await upgraded.close();
  await before.close();
});
