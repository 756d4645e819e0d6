import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealedColumns } from '../../database/audit-chain/sealed-fields.sql.ts';
import { buildCompany } from '../../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts';
import { signEnd } from '../../lib/crypto/audit-seal.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { createAuditChain } from '../../database/audit-chain/audit-chain.ts';
import { rotateAuditKeys } from '../../database/audit-chain/audit-keys.ts';
import { recordAudit } from '../audit.ts';
import { verifyChain, verifyPart } from './verify-chain.ts';

let database: TestDatabase;
let owner: pg.Client;
let companyId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const table of ['entries', 'seals', 'heads', 'checkpoints']) {
    await owner.query(`alter table audit_${table} no force row level security`);
  }
  await database.auditChain.loadKeys();
  await database.auditChain.endAdopting();
});
afterAll(async () => {
  await owner.end();
  await database.close();
});
beforeEach(async () => {
  companyId = (await buildCompany(database)).id;
});

const entry = (label: string) => ({
  actor: { accountId: null, name: 'Mari Mäger', email: '' },
  action: 'users.update',
  entity: 'user',
  entityId: label,
  entityLabel: label,
  before: { limits: { b: 1.1, a: [null, '"', 'ä\u2028'] } },
  after: { limits: { a: [], b: 1e21 }, zone: '' },
  requestId: 'r',
  now: new Date('2026-01-05T13:45:00.123Z'),
});

const write = (...labels: string[]) =>
  database.inCompany(companyId, async (tx) => {
    for (const label of labels) await recordAudit(tx, entry(label));
  });

const verify = async () => (await verifyChain(database, { companyId })).fault;
const signNow = async () => {
  const { current } = await database.auditChain.loadKeys();
  const { place } = await verifyChain(database, { companyId });
  const end = { companyId, ...place, signedAt: new Date() };
  return { ...end, keyNumber: current.number, signature: signEnd(current, end) };
};
const change = (text: string) => owner.query(text, [companyId]);

test('entries are sealed with their transaction, in their order, and none where it is rolled back', async () => {
  await write('a', 'b');
  await expect(
    database.inCompany(companyId, async (tx) => {
      await recordAudit(tx, entry('lost'));
      throw new Error('stop');
    }),
  ).rejects.toThrow('stop');
  await database.inSystem('session.sign-up', (tx) => recordAudit(tx, { ...entry('c'), companyId }));
  const sealed = await database.inCompany(companyId, (tx) =>
    runSql<{ position: number; label: string }>(
      tx,
      `select s.position, e.entity_label as label from audit_seals s join audit_entries e using (company_id)
        where e.id = s.entry_id order by 1`,
    ),
  );
  expect(sealed).toEqual(['a', 'b', 'c'].map((label, index) => ({ position: index + 1, label })));
  expect(await verifyChain(database, { companyId })).toMatchObject({ place: { position: 3 }, fault: undefined });
});

test('an entry can not be written outside of a transaction', async () => {
  await expect(recordAudit(database.actors, { ...entry('x'), companyId })).rejects.toThrow('in a transaction');
  await expect(database.inCompany.read(companyId, (tx) => recordAudit(tx, entry('x')))).rejects.toThrow(
    'in a transaction',
  );
});

test('20 writers at once make one chain, also where each writes for two companies', async () => {
  const other = (await buildCompany(database)).id;
  const companies = [companyId, other];
  await Promise.all(
    Array.from({ length: 20 }, (_, writer) =>
      writer % 4 === 0
        ? database.inSystem('session.end', async (tx) => {
            for (const id of writer % 8 === 0 ? companies : companies.toReversed()) {
              await recordAudit(tx, { ...entry(`${writer}`), companyId: id });
            }
          })
        : write(`${writer}`, `${writer} again`),
    ),
  );
  expect(await verifyChain(database, { companyId })).toMatchObject({ place: { position: 35 }, fault: undefined });
  const outcome = await verifyChain(database, { companyId: other });
  expect(outcome).toMatchObject({ place: { position: 5 }, fault: undefined });
});

const tamperings: [fault: string, position: number, text: string][] = [
  ['changed', 2, `update audit_entries set actor_email = 'x' where company_id = $1 and entity_label = 'b'`],
  ['changed', 2, `update audit_entries set actor_company = '' where company_id = $1 and entity_label = 'b'`],
  [
    'changed',
    2,
    `update audit_entries set occurred_at = '2026-01-05T13:45:00.124Z' where company_id = $1 and entity_label = 'b'`,
  ],
  [
    'changed',
    2,
    `update audit_entries set after = after || '{"zone": null}' where company_id = $1 and entity_label = 'b'`,
  ],
  ['changed', 2, `update audit_seals set occurred_at = now() where company_id = $1 and position = 2`],
  ['missing', 2, `delete from audit_entries where company_id = $1 and entity_label = 'b'`],
  ['gap', 2, 'delete from audit_seals where company_id = $1 and position = 2'],
  ['key', 2, 'update audit_seals set key_number = 9 where company_id = $1 and position = 2'],
  ['cut', 4, `update audit_heads set position = 4 where company_id = $1`],
  ['cut', 3, `delete from audit_seals where company_id = $1 and position = 3`],
  [
    'cut',
    3,
    `with cut as (delete from audit_seals where company_id = $1 and position = 3),
      gone as (delete from audit_entries where company_id = $1 and entity_label = 'c')
    update audit_heads h set position = 2, mac = s.mac from audit_seals s
    where h.company_id = $1 and s.company_id = $1 and s.position = 2`,
  ],
  [
    'inserted',
    3,
    `insert into audit_entries (company_id, occurred_at, actor_name, actor_email, action, entity, entity_id, entity_label,
      request_id) values ($1, '2026-01-01Z', 'a', 'a', 'a', 'user', 'a', 'a', 'a')`,
  ],
];

test.each(tamperings)('in the database: %s at %i by %s', async (kind, position, text) => {
  await write('a', 'b', 'c');
  expect(await verify()).toBeUndefined();
  expect((await change(text)).rowCount).toBe(1);
  const fault = await verify();
  expect(fault).toMatchObject({ kind, position });
});

test('a deleted entry is named by the id and time of its seal', async () => {
  await write('a', 'b');
  const { rows } = await change(`delete from audit_entries where company_id = $1 and entity_label = 'b' returning id`);
  expect(await verify()).toEqual({
    kind: 'missing',
    position: 2,
    entryId: `${rows[0].id}`,
    occurredAt: entry('b').now,
  });
});

test('a tail that was cut with an older head is seen by a checkpoint from outside', async () => {
  await write('a', 'b');
  const { rows } = await change('select * from audit_heads where company_id = $1');
  await write('c');
  const checkpoint = await signNow();
  await change('delete from audit_seals where company_id = $1 and position = 3');
  await change(`delete from audit_entries where company_id = $1 and entity_label = 'c'`);
  const [{ position, mac, head_mac: headMac }] = rows;
  await owner.query('update audit_heads set position = $2, mac = $3, head_mac = $4 where company_id = $1', [
    companyId,
    position,
    mac,
    headMac,
  ]);
  expect(await verify()).toBeUndefined();
  const seen = await verifyChain(database, { companyId, checkpoints: [checkpoint] });
  expect(seen.fault).toMatchObject({ kind: 'cut', position: 3 });
});

test('a chain that was made anew is not the one that was signed', async () => {
  await write('a');
  const checkpoint = await signNow();
  for (const table of ['seals', 'heads', 'entries']) await change(`delete from audit_${table} where company_id = $1`);
  await write('another');
  expect(await verify()).toBeUndefined();
  const seen = await verifyChain(database, { companyId, checkpoints: [checkpoint] });
  expect(seen.fault).toMatchObject({ kind: 'replaced', position: 1 });
});

test('a long chain is checked in parts', async () => {
  await write(...Array.from({ length: 1003 }, (_, index) => `${index}`));
  const first = await verifyPart(database, { companyId });
  expect(first).toMatchObject({ place: { position: 1000 }, isDone: false });
  expect(await verifyPart(database, { companyId }, first.place)).toMatchObject({
    place: { position: 1003 },
    isDone: true,
  });
});

test('a whole chain that was deleted before its first checkpoint is cut', async () => {
  await write('a', 'b');
  for (const table of ['seals', 'heads', 'entries']) await change(`delete from audit_${table} where company_id = $1`);
  expect(await verify()).toMatchObject({ kind: 'cut', position: 1 });
});

test('a deleted chain is cut also where the company was dated back, as long as one of its users was not', async () => {
  await write('a', 'b');
  for (const table of ['seals', 'heads', 'entries']) await change(`delete from audit_${table} where company_id = $1`);
  await change(`update companies set created_at = '2020-01-01' where id = $1`);
  await change(
    `with account as (insert into identity.accounts (email, name, created_at, updated_at)
       values (gen_random_uuid() || '@acme.example', '', now(), now()) returning id, email)
     insert into users (company_id, account_id, email, first_name, last_name, company, roles, created_at, updated_at)
     select $1, id, email, 'Ann', 'Ash', 'Acme', '{User}', now() + interval '1 day', now() from account`,
  );
  expect(await verify()).toMatchObject({ kind: 'cut', position: 1 });
});

test('a deleted chain is cut also where the company and all its users were dated back', async () => {
  await write('a', 'b');
  for (const table of ['seals', 'heads', 'entries']) await change(`delete from audit_${table} where company_id = $1`);
  await change(`update companies set created_at = '2020-01-01' where id = $1`);
  await change(`update users set created_at = '2020-01-01' where company_id = $1`);
  expect(await verify()).toMatchObject({ kind: 'cut', position: 1 });
  // Saying that not every chain has begun makes the key unreadable, and an empty head has no MAC.
  const { rows } = await owner.query<{ is_begun: boolean }>('select is_begun from audit_keys');
  expect(rows.at(-1)).toEqual({ is_begun: true });
  await change(
    `insert into audit_heads (company_id, position, mac, key_number, head_mac)
      select $1, 0, mac, key_number, head_mac from audit_heads limit 1`,
  );
  expect(await verify()).toMatchObject({ kind: 'cut', position: 1 });
});

test('a seal covers every column of an entry', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'audit_entries' order by ordinal_position`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...sealedColumns].toSorted());
});

test('after a rotation of the secrets the new key alone verifies the chain', async () => {
  const rotated = await openTestDatabase([], { key: 'an-older-key-of-the-portal', olderKeys: [] });
  const { id } = await buildCompany(rotated);
  await rotated.inCompany(id, (tx) => recordAudit(tx, entry('before')));
  const renewed = { key: 'a-newer-key-of-the-portal', olderKeys: ['an-older-key-of-the-portal'] };
  const rotate = () => rotated.inSystem('secrets.rotate', (tx) => rotateAuditKeys(tx, renewed));
  expect([await rotate(), await rotate()]).toEqual([
    { rotated: 1, unknown: 0 },
    { rotated: 0, unknown: 0 },
  ]);
  const auditChain = createAuditChain(rotated.actors, { ...renewed, olderKeys: [] });
  expect(await verifyChain({ ...rotated, auditChain }, { companyId: id })).toMatchObject({ fault: undefined });
  expect((await auditChain.loadKeys()).current.number).toBe(1);
  await rotated.close();
});

test('keys that an operator can not open any more make another one, and the entries of before are reported', async () => {
  const lost = await openTestDatabase();
  const { id } = await buildCompany(lost);
  await lost.inCompany(id, (tx) => recordAudit(tx, entry('before')));
  await lost.systemPool.query(`update audit_keys set sealed = '\\x00'`);
  expect((await lost.auditChain.loadKeys()).current.number).toBe(2);
  expect((await verifyChain(lost, { companyId: id })).fault).toMatchObject({ kind: 'key', position: 1 });
  await lost.close();
});
