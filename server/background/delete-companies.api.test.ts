import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { Revenue } from '#features/billing/contract/revenue/revenue.ts';
import type { DeletedCompany } from '#features/company/contract/company-deletions.ts';
import { readConfig } from '../config/config.ts';
import { listCompanyTables } from '../database/copy/company-tables.ts';
import { withOwner } from '../database/copy/owner-connection.ts';
import { fillTables } from '../database/testing/company-rows.ts';
import { toCheckpointAddress } from '../records/audit-chain/checkpoint-file.ts';
import { newFileKey } from '../lib/crypto/file-keys.ts';
import { waitForMail } from '../testing/caught-mail.ts';
import { runSql } from '../testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '../testing/test-portal.ts';
import { deleteCompanies } from './delete-companies.ts';

const portal = useTestPortal();
const dayMs = 86_400_000;
const log = pino({ level: 'silent' });
let operator: TestUser;

beforeAll(async () => {
  operator = (await portal().makeCompany({ name: 'The provider', isProvider: true })).superAdmin;
});

const schedule = (id: string, body: object) =>
  portal().call(`/companies/${id}/deletion`, { as: operator, method: 'POST', body });
const cancel = (id: string) => portal().call(`/companies/${id}/deletion`, { as: operator, method: 'DELETE' });
const reason = 'The contract has ended.';

const config = readConfig({ BACKUP_AT: '02:30', BACKUP_KEEP: '3', ARCHIVE_FOLDER: '/nowhere', ARCHIVE_DAYS: '5' });

/** Runs the hourly work at a time; sessions end long before, so that the clock goes back afterwards. */
async function runAfter(days: number, files = portal().adapters.files) {
  const { database, adapters, clock } = portal();
  const { provider } = config;
  const { workers } = adapters;
  clock.advance(days * dayMs);
  try {
    await deleteCompanies({ database, files, provider, workers, clock, log, settings: config });
  } finally {
    clock.advance(-days * dayMs);
  }
}

const backupName = 'steward-20261125T023000Z.tar.zst';

const listDeleted = async () => {
  const { body } = await portal().call('/company-deletions', { as: operator });
  return (body as { deleted: DeletedCompany[] }).deleted;
};

/** Rows of a company in every table that has some, by PostgreSQL's catalogue. */
function countRows(companyId: string): Promise<Record<string, number>> {
  return withOwner(portal().database.ownerUrl, async (client) => {
    const counts: Record<string, number> = {};
    await client.query('begin; set local app.backup = on');
    for (const { name, companyColumn } of await listCompanyTables(client)) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from ${name} where ${companyColumn} = $1`,
        [companyId],
      );
      const count = rows[0]?.count ?? 0;
      if (count > 0) counts[name.replace('public.', '')] = count;
    }
    return counts;
  });
}

const listFolder = (companyId: string) => readdir(join(portal().dataDir, 'files', companyId)).catch(() => []);

/** A company with a row in every table, an issued invoice with its PDF, its checkpoints and a file that no row names. */
async function makeFullCompany(name: string) {
  const { id, superAdmin } = await portal().makeCompany({ name });
  const { database, adapters } = portal();
  const { files } = adapters;
  await fillTables(database, id);
  const key = newFileKey();
  await files.put({ companyId: id, key }, Buffer.from('%PDF-1'), 'application/pdf');
  await files.put({ companyId: id, key: newFileKey() }, Buffer.from('orphan'), 'image/png');
  await files.put(toCheckpointAddress(id), Buffer.from(''), 'application/x-ndjson');
  await database.inCompany(id, (tx) => runSql(tx, 'update invoices set pdf_key = $1', [key]));
  await portal().call('/privacy/exports', { as: superAdmin, method: 'POST' });
  await waitForMail(portal(), superAdmin.email, /is ready for download$/);
  return { id, superAdmin };
}

const countAccounts = (ids: string[]) =>
  portal()
    .database.inSystem('demo.seed', (tx) =>
      runSql<{ count: number }>(tx, 'select count(*)::int as count from identity.accounts where id = any ($1)', [ids]),
    )
    .then(([row]) => row?.count);

test('a scheduled deletion needs the name, suspends, mails the SuperAdmins and can be cancelled until its time', async () => {
  const { id, superAdmin } = await portal().makeCompany({ name: 'Acme' });
  expect(await schedule(id, { name: 'Acne', reason })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'name' }] },
  });
  expect((await schedule(id, { name: 'Acme', reason: ' ' })).status).toBe(422);
  expect((await schedule(operator.companyId, { name: 'The provider', reason })).body).toMatchObject({
    code: 'companies.provider-deletion',
  });
  const dueAt = new Date(portal().clock.now().getTime() + 30 * dayMs).toISOString();
  expect(await schedule(id, { name: ' Acme ', reason })).toMatchObject({
    status: 200,
    body: { status: 'suspended', deletion: { dueAt, reason } },
  });
  const { text } = await waitForMail(portal(), superAdmin.email, /^Acme will be deleted on/);
  expect(text).toContain(reason);
  expect((await schedule(id, { name: 'Acme', reason })).body).toMatchObject({ code: 'companies.deletion-scheduled' });
  expect((await portal().call(`/companies/${id}/suspension`, { as: operator, method: 'DELETE' })).body).toMatchObject({
    code: 'companies.suspended-for-deletion',
  });
  await runAfter(29);
  expect((await countRows(id))['users']).toBe(1);
  expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'active', deletion: null, suspension: null } });
  await waitForMail(portal(), superAdmin.email, /^The deletion of Acme has been cancelled$/);
  expect((await cancel(id)).body).toMatchObject({ code: 'companies.no-deletion' });
  await runAfter(31);
  expect((await countRows(id))['users']).toBe(1);
  const { body } = await portal().call('/audit?entity=company', { as: superAdmin });
  expect((body as { entries: { action: string }[] }).entries.map(({ action }) => action)).toEqual([
    'companies.cancel-deletion',
    'companies.schedule-deletion',
  ]);
});

test('a suspension of before stays when the deletion is cancelled', async () => {
  const { id } = await portal().makeCompany({ name: 'Late' });
  await portal().call(`/companies/${id}/suspension`, { as: operator, method: 'POST', body: { reason: 'Unpaid' } });
  await schedule(id, { name: 'Late', reason });
  expect((await cancel(id)).body).toMatchObject({ status: 'suspended', suspension: { reason: 'Unpaid' } });
});

test('after its time no row and no file of the company is left, another is untouched, and a certificate says so', async () => {
  const { id, superAdmin } = await makeFullCompany('Globex "GmbH"');
  const other = await makeFullCompany('Other');
  const { database, adapters } = portal();
  const shared = await portal().makeUser(id);
  await database.inCompany(other.id, (tx) =>
    runSql(
      tx,
      `insert into users (account_id, email, first_name, last_name, company, roles)
        values ($1, $2, 'Mari', 'Maasikas', 'Other', '{User}')`,
      [shared.accountId, shared.email],
    ),
  );
  await database.inSystem('backups.record', (tx) =>
    runSql(
      tx,
      `insert into backups (id, started_at, finished_at, file, is_verified) values ($1, now(), now(), $2, true)`,
      [randomUUID(), join(config.backup.folder, backupName)],
    ),
  );
  const before = await countRows(other.id);
  const filesBefore = await listFolder(other.id);
  await schedule(id, { name: 'Globex "GmbH"', reason });
  // The provider keeps the paper of the invoice, whose number is noted when it is stored.
  const rows: Record<string, number> = { ...(await countRows(id)), issued_numbers: 2 };
  // The catalogue has no other table of companies but that of consents, which is filled too.
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(before).toSorted());
  expect((await listFolder(id)).length).toBeGreaterThan(4);

  const readRevenue = async () => {
    const { rows: all } = (await portal().call('/companies/revenue', { as: operator })).body as Revenue;
    return all.filter(({ companyId }) => companyId === id).map(({ isDeleted: _isDeleted, ...row }) => row);
  };
  const revenue = await readRevenue();
  expect(revenue).toMatchObject([{ companyName: 'Globex "GmbH"', invoices: 1 }]);

  // A storage that fails leaves the rest to the next run: the rows are gone, and nothing is certified yet.
  const deleteAll = () => Promise.reject(new Error('the storage is away'));
  await expect(runAfter(30, { ...adapters.files, deleteAll })).rejects.toThrow(
    'the deletion of a company could not be finished',
  );
  expect(await countRows(id)).toEqual({});
  expect(await readRevenue()).toEqual(revenue);
  expect(await listDeleted()).toMatchObject([{ id, finishedAt: null, isSigned: null }]);
  expect((await portal().call(`/company-deletions/${id}/certificate`, { as: operator })).status).toBe(404);

  await runAfter(30);
  expect(await listFolder(id)).toEqual([]);
  expect(await countRows(other.id)).toEqual(before);
  expect(await listFolder(other.id)).toEqual(filesBefore);
  expect(await countAccounts([superAdmin.accountId])).toBe(0);
  expect(await countAccounts([shared.accountId, other.superAdmin.accountId, operator.accountId])).toBe(3);
  expect((await portal().call('/users', { as: superAdmin })).status).toBe(401);

  const [deleted] = await listDeleted();
  expect(deleted).toMatchObject({ id, companyName: 'Globex "GmbH"', isSigned: true, accounts: 1 });
  expect(deleted?.backups).toMatchObject([
    { file: backupName, keptUntil: expect.any(String) },
    { file: 'archive', keptUntil: new Date(Date.parse(deleted?.deletedAt ?? '') + 7 * dayMs).toISOString() },
  ]);
  const response = await fetch(`${portal().url}/api/company-deletions/${id}/certificate`, {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  const text = await response.text();
  const { certificate, signature } = JSON.parse(text) as {
    certificate: {
      removed: { rows: number; tables: Record<string, number>; files: { count: number } };
      kept: { invoices: object[] };
    };
    signature: { publicKey: string; value: string };
  };
  const { files, tables } = certificate.removed;
  // The customer does not learn that the provider had notes about it.
  const { company_notes: notes, ...certified } = rows;
  expect(notes).toBe(1);
  expect(Object.fromEntries(Object.entries(tables).filter(([, count]) => count > 0))).toEqual(certified);
  expect(tables).not.toHaveProperty('company_notes');
  expect(certificate.removed.rows).toBe(Object.values(certified).reduce((sum, count) => sum + count));
  expect(files.count).toBeGreaterThan(2);
  const key = createPublicKey({ key: Buffer.from(signature.publicKey, 'base64'), format: 'der', type: 'spki' });
  const isSigned = (content: string) => verify(null, Buffer.from(content), key, Buffer.from(signature.value, 'base64'));
  expect(isSigned(JSON.stringify(certificate))).toBe(true);
  expect(isSigned(JSON.stringify({ ...certificate, kept: { invoices: [] } }))).toBe(false);
  for (const { email } of [superAdmin, shared]) expect(text).not.toContain(email);

  // The provider keeps its invoice, and its own log says what happened.
  const [invoice] = deleted?.invoices ?? [];
  expect(invoice).toMatchObject({ number: 'i', keepUntil: '2036-12-31' });
  expect(certificate.kept.invoices).toHaveLength(1);
  const pdf = await fetch(`${portal().url}/api/company-deletions/invoices/${invoice?.id}`, {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  expect(await pdf.text()).toBe('%PDF-1');
  const { body } = await portal().call('/audit?entity=company', { as: operator });
  expect((body as { entries: object[] }).entries[0]).toMatchObject({ action: 'companies.delete', entityId: id });

  await runAfter(31);
  expect(await listDeleted()).toEqual([deleted]);
  await runAfter(365 * 11);
  expect((await listDeleted())[0]?.invoices).toEqual([]);
});

test('a deletion that is killed between rows and files goes on; one that fails leaves every row', async () => {
  const { id } = await makeFullCompany('Initech');
  await schedule(id, { name: 'Initech', reason });
  // The provider keeps the paper of the invoice, whose number is noted when it is stored.
  const rows = { ...(await countRows(id)), issued_numbers: 2 };
  // The transaction ends before its commit.
  await withOwner(portal().database.ownerUrl, (client) =>
    client.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'stop'; end $$;
      create trigger refuse before insert on company_deletions for each row execute function refuse()`),
  );
  await expect(runAfter(30)).rejects.toThrow('a company could not be deleted');
  expect(await countRows(id)).toEqual(rows);
  await withOwner(portal().database.ownerUrl, (client) => client.query('drop function refuse cascade'));
  // Of two at once one can fail, and is repeated.
  await Promise.allSettled([runAfter(30), runAfter(0)]);
  await runAfter(0);
  expect(await countRows(id)).toEqual({});
  expect(await listFolder(id)).toEqual([]);
  expect((await listDeleted()).find((each) => each.id === id)).toMatchObject({ isSigned: true });
});
