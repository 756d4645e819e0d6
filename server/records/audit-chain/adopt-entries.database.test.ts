import { expect, test } from 'vitest';
import { buildCompany } from '../../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts';
import { runAsOwner } from '../../database/testing/test-server.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { recordAudit } from '../audit.ts';
import { adoptEntries, beginChains } from './adopt-entries.ts';
import { verifyChain } from './verify-chain.ts';

/** Entries that are written past the portal, at a time that is SQL. */
const insert = (database: TestDatabase, companyId: string, at: string, count = 1) =>
  database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into audit_entries (occurred_at, actor_name, actor_email, action, entity, entity_id, entity_label, request_id)
        select ${at}, 'Chief Accountant', 'a', 'invoices.delete', 'invoice', 'x', 'x', 'r' from generate_series(1, ${count})`,
    ),
  );

/** A portal that begins its chain, over a database that has entries already. */
async function upgrade(count: number) {
  const before = await openTestDatabase();
  const { id } = await buildCompany(before);
  await insert(before, id, 'now()', count);
  await runAsOwner(before.ownerUrl, 'delete from audit_keys');
  const upgraded = await openTestDatabase([], undefined, before);
  const { madeAt } = await upgraded.auditChain.loadKeys();
  const after = (minutes: number) => new Date(madeAt.getTime() + minutes * 60_000);
  const close = async () => {
    await upgraded.close();
    await before.close();
  };
  return { upgraded, id, after, close };
}

const own = {
  actor: { accountId: null, name: 'Mari Mäger', email: '' },
  action: 'users.update',
  entity: 'user',
  entityId: 'a',
  entityLabel: 'a',
  after: { name: 'a' },
  requestId: 'r',
  now: new Date('2026-01-05T13:45:00.123Z'),
};

test('entries of before the chain are sealed once; later ones without a seal are a fault', async () => {
  const { upgraded, id, after, close } = await upgrade(700);
  await upgraded.inCompany(id, (tx) => recordAudit(tx, own));
  expect(await verifyChain(upgraded, { companyId: id })).toMatchObject({ fault: undefined });
  expect(await adoptEntries(upgraded, after(60))).toBe(700);
  expect(await verifyChain(upgraded, { companyId: id })).toMatchObject({ place: { position: 701 }, fault: undefined });
  expect(await adoptEntries(upgraded, after(60))).toBe(0);
  await insert(upgraded, id, 'now()');
  expect(await adoptEntries(upgraded, after(60))).toBe(0);
  expect((await verifyChain(upgraded, { companyId: id })).fault).toMatchObject({ kind: 'inserted' });
  await close();
});

test('an hour after the chain began nothing is sealed later, also where the passes before found something', async () => {
  const { upgraded, id, after, close } = await upgrade(1);
  expect(await adoptEntries(upgraded, after(1))).toBe(1);
  await insert(upgraded, id, `now() + interval '2 hours'`);
  expect(await adoptEntries(upgraded, after(50))).toBe(0);
  for (const [place, at] of [`now() - interval '3 days'`, `now() + interval '30 minutes'`].entries()) {
    await insert(upgraded, id, at);
    expect(await adoptEntries(upgraded, after(61 + place))).toBe(0);
  }
  await upgraded.auditChain.endAdopting();
  expect((await verifyChain(upgraded, { companyId: id })).fault).toMatchObject({ kind: 'inserted' });
  await close();
});

test('companies of before without an entry begin theirs once, and from then on none without a chain is in order', async () => {
  const { upgraded, id, after, close } = await upgrade(1);
  const [empty, cut] = [await buildCompany(upgraded), await buildCompany(upgraded)];
  const date = (each: string, at: string) =>
    upgraded.inCompany(each, (tx) => runSql(tx, 'update companies set created_at = $2 where id = $1', [each, at]));
  await date(empty.id, '2020-01-01');
  expect(await adoptEntries(upgraded, after(1))).toBe(1);
  await beginChains(upgraded, after(59));
  expect((await upgraded.auditChain.loadKeys()).isBegun).toBe(false);
  for (const minutes of [61, 62]) {
    expect(await adoptEntries(upgraded, after(minutes))).toBe(0);
    await beginChains(upgraded, after(minutes));
  }
  expect((await upgraded.auditChain.loadKeys()).isBegun).toBe(true);
  for (const each of [id, empty.id]) {
    expect((await verifyChain(upgraded, { companyId: each })).fault).toBeUndefined();
  }
  await date(cut.id, '2020-01-01');
  await runAsOwner(upgraded.ownerUrl, 'alter table audit_heads no force row level security');
  await runAsOwner(upgraded.ownerUrl, `delete from audit_heads where company_id = '${empty.id}'`);
  await beginChains(upgraded, after(70));
  for (const each of [cut.id, empty.id]) {
    expect((await verifyChain(upgraded, { companyId: each })).fault).toMatchObject({ kind: 'cut' });
  }
  await upgraded.inCompany(id, (tx) => recordAudit(tx, own));
  expect((await verifyChain(upgraded, { companyId: id })).fault).toBeUndefined();
  await close();
});

test('in a new installation an entry that was inserted without a seal is never sealed', async () => {
  const fresh = await openTestDatabase();
  const { id } = await buildCompany(fresh);
  await fresh.inCompany(id, (tx) => recordAudit(tx, own));
  await insert(fresh, id, `now() - interval '3 days'`);
  expect((await verifyChain(fresh, { companyId: id })).fault).toMatchObject({ kind: 'inserted' });
  expect(await adoptEntries(fresh, new Date())).toBe(0);
  expect((await verifyChain(fresh, { companyId: id })).fault).toMatchObject({ kind: 'inserted' });
  await fresh.close();
});
