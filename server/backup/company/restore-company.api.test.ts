import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createErasureRepeater, findCompanyFault } from '../../app/restored-rows.ts';
import { eraseCompany } from '../../database/copy/erase-company.ts';
import { buildUser } from '../../database/testing/builders.ts';
import { fillTables } from '../../database/testing/company-rows.ts';
import { isDistributedRun } from '../../database/testing/test-server.ts';
import { tableFacts } from '../../database/tables/tables.ts';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { useTestPortal } from '../../testing/test-portal.ts';
import {
  erasePerson,
  findPerson,
  findText,
  makeReportingCompany,
  waitForErasures,
} from '#features/intake/server/testing/person-sender.ts';
import { listKnownErasures } from '#features/protection/server/erasure/repeat-erasures.service.ts';
import { finishDeletions } from '#features/company/server/companies/deleted-companies.service.ts';
import { recordRestoreBegin } from '#features/company/server/companies/restored-companies.service.ts';
import { createArchive } from '../format/archive-writer.ts';
import { restoreCompany } from './restore-company.ts';
import { readCompanyRows } from '../testing/other-companies.ts';
import { writeBackup } from '../whole/write-backup.ts';

const portal = useTestPortal();
const log = pino({ level: 'silent' });
let folder: string;
/** More of them as a figure (verify/README.md). */
const companyCount = Number(process.env['STEWARD_TEST_COMPANIES'] ?? 5);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-company-'));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

async function backUp(name: string): Promise<string> {
  const path = join(folder, name);
  const archive = await createArchive(path, {});
  const { database, adapters, secrets, clock } = portal();
  const source = { ownerUrl: database.ownerUrl, files: adapters.files, secretsKey: nameSecretsKey(secrets.key) };
  await writeBackup(archive, { ...source, now: clock.now() });
  await archive.finish();
  return path;
}

type Restore = Parameters<typeof restoreCompany>[0];

function restore(path: string, company: string, changes: Partial<Restore> = {}) {
  const { database, adapters, secrets, clock } = portal();
  const { ownerUrl, logins } = database;
  const { repeatErasures } = createErasureRepeater(clock);
  return restoreCompany({
    path,
    decryption: {},
    company,
    replaced: undefined,
    isWithoutErasures: false,
    ownerUrl,
    logins,
    secrets,
    clock,
    log,
    installations: [installJobs],
    secretsKeys: [nameSecretsKey(secrets.key)],
    files: adapters.files,
    listErasures: (companyId) => listKnownErasures({ database }, companyId),
    repeatErasures,
    findFault: findCompanyFault,
    backUp: async () => undefined,
    recordBegin: async () => undefined,
    ...changes,
  });
}

const suspend = (companyId: string) =>
  portal().database.inSystem('companies.suspend', (tx) =>
    runSql(tx, `update companies set suspended_from = now(), suspension_reason = 'r' where id = $1`, [companyId]),
  );

async function deleteCompany(companyId: string, isOfBefore = false): Promise<void> {
  const { database } = portal();
  const due = `update companies set deletion_due_at = now(), deletion_reason = 'r' where id = $1`;
  await database.inSystem('companies.delete', (tx) => runSql(tx, due, [companyId]));
  const erasures = await listKnownErasures({ database }, companyId);
  const erasure = { companyId, now: new Date(Date.now() + 60_000), facts: isOfBefore ? {} : { erasures } };
  expect(await eraseCompany(database.ownerUrl, erasure)).toBeDefined();
}

/** A file that a row names. */
async function storeFile(companyId: string): Promise<string> {
  const { database, adapters } = portal();
  const key = newFileKey();
  await adapters.files.put({ companyId, key }, Buffer.from(key), 'image/png');
  const text = `insert into files (company_id, key, purpose, content_type) values ($1, $2, 'logo', 'image/png')`;
  await database.inCompany(companyId, (tx) => runSql(tx, text, [companyId, key]));
  return key;
}

const listStored = async (companyId: string) =>
  (await readdir(join(portal().dataDir, 'files', companyId)).catch(() => []))
    .filter((name) => !name.endsWith('.type'))
    .toSorted();

/** Tables of which rows differ on purpose: the company is suspended, its keys are revoked, and the erasure that waited is done. */
const changed = ['audit_entries', 'audit_heads', 'audit_seals', 'companies', 'erasures', 'intake_keys'].map(
  (name) => `public.${name}`,
);
const isLeft = (name: string) => tableFacts[name.replace('public.', '')]?.restored === 'left';

test.skipIf(isDistributedRun)(
  'a deleted company returns with the rows of every table, and no row of another one is touched',
  async () => {
    const { database } = portal();
    const { ownerUrl } = database;
    const companies = [];
    for (let place = 0; place < companyCount; place += 1) {
      const made = await portal().makeCompany({ name: `Company ${place}\t"\\n"` });
      await fillTables(database, made.id);
      companies.push(made);
    }
    const [{ id = '', superAdmin } = { superAdmin: undefined }, other] = companies;
    await buildUser(database, other?.id ?? '', { accountId: superAdmin?.accountId, email: superAdmin?.email });
    const alone = await portal().makeUser(id);
    const path = await backUp('deleted.tar.zst');
    const [own, others] = [await readCompanyRows(ownerUrl, '=', [id]), await readCompanyRows(ownerUrl, '<>', [id])];
    await deleteCompany(id, true);
    await expect(restore(path, id)).rejects.toThrow(/Nothing is recorded .* --without-erasures/);
    // The rows of the examples do not add up.
    const changes = { findFault: async () => undefined, isWithoutErasures: true };
    const restored = await restore(path, `Company 0\t"\\n"`, changes);
    expect(restored).toMatchObject({ isInPlace: false, accounts: 1, company: { id }, erasures: undefined });
    const [after, othersAfter] = [
      await readCompanyRows(ownerUrl, '=', [id]),
      await readCompanyRows(ownerUrl, '<>', [id]),
    ];
    expect(othersAfter).toEqual(others);
    const differing = Object.keys(own).filter((name) => own[name] !== after[name] && !isLeft(name));
    expect(differing.toSorted()).toEqual(changed);
    expect(Object.keys(after).filter((name) => isLeft(name) && !after[name]?.startsWith('0 '))).toEqual([]);
    const [company] = await database.inCompany(id, (tx) =>
      runSql(
        tx,
        'select suspension_reason, (select count(*)::int from intake_keys where revoked_at is null) as keys from companies',
      ),
    );
    expect(company).toEqual({ suspension_reason: 'Restored from a backup', keys: 0 });
    const [account] = await database.inSystem('demo.seed', (tx) =>
      runSql(
        tx,
        `select a.email, c.password, (select count(*)::int from identity.sessions s where s.account_id = a.id) as sessions
          from identity.accounts a join identity.credentials c on c.account_id = a.id where a.id = $1`,
        [alone.accountId],
      ),
    );
    expect(account).toEqual({ email: alone.email, password: null, sessions: 0 });
    await expect(restore(path, id)).rejects.toThrow(/is here: say --replace/);
    await expect(restore(path, 'No one')).rejects.toThrow('The backup has no company "No one".');
  },
);

const reported = (place: number, name: string) => ({
  id: `conversation ${place}`,
  date: portal().clock.now().toISOString(),
  skill: 'Leave',
  user: { id: name, firstName: name, lastName: 'Tamm' },
  status: 'Completed' as const,
  messages: [
    {
      id: `m ${place}`,
      date: portal().clock.now().toISOString(),
      isAssistant: false,
      data: [{ type: 'text' as const, value: `I am ${name}` }],
    },
  ],
});

test.skipIf(isDistributedRun)(
  'a company goes back to a backup while others write; who was erased since stays erased, and rights stay those of today',
  async () => {
    const { database, adapters, clock } = portal();
    const { ownerUrl } = database;
    const { companyId, superAdmin, send } = await makeReportingCompany(portal());
    const busy = await makeReportingCompany(portal());
    const { id: providerId } = await portal().makeCompany({ name: 'The provider', isProvider: true });
    const deputy = await portal().makeUser(companyId, { roles: ['Admin'] });
    await send({ conversations: [reported(1, 'zqerased'), reported(2, 'Kept')] });
    await busy.send({ conversations: [reported(0, 'zqbusy')] });
    const logo = await storeFile(companyId);
    const path = await backUp('broken.tar.zst');
    const present = await database.inCompany(companyId, (tx) =>
      runSql<{ name: string }>(tx, 'select name from companies'),
    );
    const name = present[0]?.name ?? '';
    // Since then: one person is erased, a user is deleted, a conversation is reported, and the rows of another break.
    const person = await findPerson(portal(), superAdmin, 'zqerased');
    await erasePerson(portal(), superAdmin, person.id);
    await waitForErasures(portal(), superAdmin);
    await portal().call('/users', { as: superAdmin, method: 'DELETE', body: [deputy.id] });
    await send({ conversations: [reported(3, 'Late')] });
    await database.inCompany(companyId, (tx) => runSql(tx, `update messages set parts = '[]'`));
    await expect(restore(path, name, { replaced: 'Other' })).rejects.toThrow(/is called/);
    await expect(restore(path, name, { replaced: name })).rejects.toThrow(/suspend it first/);
    await suspend(companyId);
    await storeFile(companyId);
    const changing = [companyId, busy.companyId, providerId];
    const others = await readCompanyRows(ownerUrl, '<>', changing);
    let sent = 0;
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        sent += 1;
        await busy.send({ conversations: [reported(sent, 'zqbusy')] });
      }
    })();
    const recordBegin: Restore['recordBegin'] = (found) => recordRestoreBegin({ database, clock }, found);
    const restored = await restore(path, name, { replaced: name, recordBegin }).finally(() => {
      isDone = true;
    });
    await writing;
    expect(restored).toMatchObject({ isInPlace: true, erasures: 1 });
    expect(await readCompanyRows(ownerUrl, '<>', changing)).toEqual(others);
    // A file that the backup does not name goes with its row. The provider's log knew before anything was written.
    expect(await listStored(companyId)).toEqual([logo]);
    const begun = `select entity_id as id from audit_entries where action = 'companies.begin-restore'`;
    expect(await database.inCompany(providerId, (tx) => runSql(tx, begun))).toEqual([{ id: companyId }]);
    const count = await database.inCompany(busy.companyId, (tx) =>
      runSql(tx, 'select count(*)::int as count from conversations'),
    );
    expect(count).toEqual([{ count: sent + 1 }]);
    // The audit log is sealed, and was there before.
    expect((await findText(portal(), 'zqerased')).filter((column) => !column.startsWith('audit_entries.'))).toEqual([]);
    const texts = await database.inCompany(companyId, (tx) =>
      runSql(tx, `select parts::text as text from messages order by external_id`),
    );
    expect(texts.map(({ text }) => String(text).includes('I am Kept'))).toEqual([false, true]);
    const users = await database.inCompany(companyId, (tx) =>
      runSql(tx, 'select deactivated_at is null as active from users where id = $1', [deputy.id]),
    );
    expect(users).toEqual([{ active: false }]);
    expect(await findCompanyFault(database, companyId)).toBeUndefined();
    // The record of a deletion knows what was erased before.
    await deleteCompany(companyId);
    const finish = () => finishDeletions({ database, files: adapters.files, clock });
    await finish();
    // The hourly work leaves the files of a company that is returning.
    expect(await restore(path, companyId, { recordBegin: finish })).toMatchObject({ isInPlace: false, erasures: 1 });
    expect(await listStored(companyId)).toEqual([logo]);
    expect((await findText(portal(), 'zqerased')).filter((column) => !column.startsWith('audit_entries.'))).toEqual([]);
    expect(await findCompanyFault(database, companyId)).toBeUndefined();
  },
);

test.skipIf(isDistributedRun)(
  'what changes while a restore runs is noticed before anything is written, and a failure leaves the files as they were',
  async () => {
    const { database, adapters, clock } = portal();
    const { id } = await portal().makeCompany({ name: 'Meanwhile' });
    const kept = await storeFile(id);
    const path = await backUp('meanwhile.tar.zst');
    const late = await storeFile(id);
    await suspend(id);
    // The rule of skills holds where another role names a company as the owner does.
    const [skill] = await database.inCompany(id, async (tx) => {
      await runSql(tx, `select set_config('app.owner_company', $1, true)`, [id]);
      const text = `insert into skills (company_id, name, service_provider, workflow_approval, starts_active)
        values ($1, 's', 'SAP', true, true) returning starts_active`;
      return runSql(tx, text, [id]);
    });
    expect(skill).toEqual({ starts_active: false });
    const erasure = `insert into erasures (company_id, id, kind, subject_id, requested_at)
      values ('${id}', '${id}', 'conversation', '${id}', now())`;
    const findFault = async () => void (await database.inCompany(id, (tx) => runSql(tx, erasure)));
    await expect(restore(path, id, { replaced: 'Meanwhile', findFault })).rejects.toThrow(/erased meanwhile/);
    expect(await listStored(id)).toEqual([kept, late].toSorted());
    await deleteCompany(id);
    await finishDeletions({ database, files: adapters.files, clock });
    const changes: Partial<Restore> = {
      findFault: async () => undefined,
      recordBegin: () => Promise.reject(new Error('The disk is full.')),
    };
    await expect(restore(path, id, changes)).rejects.toThrow('The disk is full.');
    expect(await listStored(id)).toEqual([]);
  },
);
