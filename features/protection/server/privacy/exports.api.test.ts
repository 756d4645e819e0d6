import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { expect, test, vi } from 'vitest';
import type { CompanyExport } from '#features/protection/contract/privacy.ts';
import { taskKinds } from '#contract/tasks/task-kinds.ts';
import { withOwner } from '#server/database/copy/owner-connection.ts';
import { listCompanyTables } from '#server/database/copy/company-tables.ts';
import { listMigrationFiles } from '#server/database/migrations/migrate.ts';
import type { FileDisk } from '#server/lib/disk-room.ts';
import { listParts, toParts } from '#server/lib/file-parts.ts';
import { fillTables } from '#server/database/testing/company-rows.ts';
import type { FileStore } from '#server/outside/files/files.ts';
import type { PortalMails } from '#server/outside/mail/portal-mails.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { waitForMail } from '#server/testing/caught-mail.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { ofProvider } from '#server/database/tables/table-facts.ts';
import { tableFacts } from '#server/database/tables/tables.ts';
import { createTaskHandlers } from '#domain/tasks/run-task.service.ts';
import { onlyRunner } from '#domain/tasks/testing/only-runner.ts';
import { deleteExpiredTasks } from '#domain/tasks/tasks.service.ts';
import { createArchive } from './make-export.service.ts';
import { writeCompanyArchive } from './archive/company-archive.ts';

const portal = useTestPortal();

const request = (as: TestUser, headers: Record<string, string> = {}) =>
  portal().call('/privacy/exports', { method: 'POST', as, headers });
const list = async (as: TestUser) => (await portal().call('/privacy/exports', { as })).body as CompanyExport[];

async function makeReady(as: TestUser): Promise<CompanyExport> {
  expect(await request(as)).toMatchObject({ status: 201, body: { state: 'waiting', contents: null } });
  return vi.waitFor(
    async () => {
      const [made] = await list(as);
      if (made?.state !== 'ready') throw new Error(`still ${made?.state}`);
      return made;
    },
    { timeout: 20_000, interval: 100 },
  );
}

const download = (as: TestUser, { id }: Pick<CompanyExport, 'id'>) =>
  fetch(`${portal().url}/api/privacy/exports/${id}/file`, { headers: { authorization: `Bearer ${as.token}` } });

interface Attempt {
  readonly companyId: string;
  readonly id: string;
  readonly attempt: number;
  readonly fileDisk?: FileDisk;
  readonly put?: FileStore['put'];
  readonly sendExportReady?: PortalMails['sendExportReady'];
}

/** Lets an attempt make an export. */
async function make({ companyId, id: taskId, attempt, ...others }: Attempt) {
  const { database, adapters, clock } = portal();
  const parts = {
    database,
    clock,
    files: { ...adapters.files, put: others.put ?? adapters.files.put },
    mails: { ...adapters.mails, sendExportReady: others.sendExportReady ?? adapters.mails.sendExportReady },
  };
  const handlers = createTaskHandlers({
    ...parts,
    log: { info: () => undefined, warn: () => undefined },
    runners: onlyRunner('companyExport', (task) => createArchive(parts, task)),
    fileDisk: others.fileDisk ?? { readFree: async () => Infinity, reserveBytes: 1 },
  });
  await handlers['tasks.companyExport']({ id: randomUUID(), payload: { companyId, taskId }, attempt });
}

/** An export that waits, without its job. */
async function makeWaiting({ companyId, accountId }: TestUser, parts = 0): Promise<string> {
  const { database, clock } = portal();
  const id = randomUUID();
  await database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into tasks (id, kind, account_id, input, facts, requested_at, parts, expires_at)
        values ($1, 'companyExport', $2, '{"requestedBy":"Mari"}', '{"rows":0,"files":0}', $3, $4, $5)`,
      [id, accountId, clock.now(), parts, new Date(clock.now().getTime() + 1000)],
    ),
  );
  return id;
}

async function unpack(response: Response) {
  const entries = await unpackTar(gunzipSync(Buffer.from(await response.arrayBuffer())));
  return new Map(entries.map(({ header, data = new Uint8Array() }) => [header.name, Buffer.from(data)]));
}

interface Manifest {
  company: { id: string };
  schema: { number: number };
  tables: { name: string; rows: number; columns: string[]; withheld: object; entries: Entry[] }[];
  files: (Entry & { key: string; contentType: string })[];
  missingFiles: string[];
}
interface Entry {
  name: string;
  bytes: number;
  sha256: string;
}

test('an export holds every row of every table of the company and its files, and no secret and no other company', async () => {
  const { id, superAdmin } = await portal().makeCompany({ name: 'Ülle & Söhne "\\\n' });
  const stranger = await portal().makeCompany({ name: 'Stranger Ltd' });
  for (const companyId of [id, stranger.id]) await fillTables(portal().database, companyId);
  const key = newFileKey();
  await portal().adapters.files.put({ companyId: id, key }, Buffer.from('%PDF'), 'application/pdf');
  await portal().database.inCompany(id, (tx) => runSql(tx, 'update invoices set pdf_key = $1', [key]));

  const made = await makeReady(superAdmin);
  const response = await download(superAdmin, made);
  expect(response.headers.get('content-disposition')).toMatch(/company-data-\d{4}-\d{2}-\d{2}\.tar\.gz/);
  const entries = await unpack(response);
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Manifest;
  expect(manifest.company.id).toBe(id);
  expect(manifest.schema.number).toBe((await listMigrationFiles()).length);

  const named = [...manifest.tables.flatMap((table) => table.entries), ...manifest.files];
  expect([...entries.keys()].toSorted()).toEqual([...named.map(({ name }) => name), 'manifest.json'].toSorted());
  for (const { name, bytes, sha256 } of named) {
    const content = entries.get(name) ?? Buffer.of();
    expect([name, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([name, bytes, sha256]);
  }
  const tables = await withOwner(portal().database.ownerUrl, listCompanyTables);
  expect([...manifest.tables.map(({ name }) => `public.${name}`), 'public.company_notes'].toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  );
  for (const { name, rows, columns, entries: parts } of manifest.tables) {
    const lines = parts.flatMap((part) => entries.get(part.name)?.toString().trimEnd().split('\n') ?? []);
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([name, parsed.length > 0, parsed.length]).toEqual([name, true, rows]);
    const owner = name === 'companies' ? 'id' : 'company_id';
    expect([name, [...new Set(parsed.map((row) => row[owner]))]]).toEqual([name, [id]]);
    expect([name, Object.keys(parsed[0] ?? {})]).toEqual([name, columns]);
  }
  expect(manifest.files).toMatchObject([{ key, contentType: 'application/pdf', name: `files/${key}.pdf` }]);
  // The rows of the logo and of an archived invoice were made without files.
  expect(manifest.missingFiles).toHaveLength(2);
  expect(made.contents).toMatchObject({ files: 1, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0) });
  expect(Buffer.concat([...entries.values()]).includes('Stranger Ltd')).toBe(false);
});

test('the parts of an archive are of one length but for the last, and whole in their order', async () => {
  const { id } = await portal().makeCompany();
  await fillTables(portal().database, id);
  const { database, adapters, clock } = portal();
  const company = { id, name: 'Acme' };
  const source = { ownerUrl: database.ownerUrl, files: adapters.files, company, requestedBy: 'Mari', now: clock.now() };
  const parts: Buffer[] = [];
  await writeCompanyArchive(source, async (chunks) => {
    for await (const part of toParts(chunks, 1000)) parts.push(Buffer.from(part));
  });
  expect(parts.length).toBeGreaterThan(2);
  expect(new Set(parts.slice(0, -1).map(({ length }) => length))).toEqual(new Set([1000]));
  const names = (await unpackTar(gunzipSync(Buffer.concat(parts)))).map(({ header }) => header.name);
  expect(names).toContain('manifest.json');
  expect(names).toContain('tables/users/000001.jsonl');
});

test('every column that sounds like a secret is left out with its reason, and beside them notes of the provider alone', async () => {
  const tables = await withOwner(portal().database.ownerUrl, listCompanyTables);
  const secrets = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /hash|secret|password|token(?!s$)|sealed|credential/.test(column))
      .map((each) => `${name}.${each}`),
  );
  const withheld = Object.entries(tableFacts).flatMap(([name, { withheld: columns = {} }]) =>
    Object.entries(columns)
      .filter(([, reason]) => reason !== ofProvider)
      .map(([column]) => `public.${name}.${column}`),
  );
  expect(withheld.toSorted()).toEqual([...secrets, 'public.idempotency_keys.answer'].toSorted());
});

test('one export at a time is made; its person is mailed, and request and download are audit entries', async () => {
  const { id, superAdmin } = await portal().makeCompany({ name: 'Acme' });
  const admin = await portal().makeUser(id, { roles: ['Admin'] });
  const provider = await portal().makeCompany({ isProvider: true });
  expect((await request(admin)).status).toBe(403);
  const answers = await Promise.all([request(superAdmin), request(superAdmin)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await waitForMail(portal(), superAdmin.email, /^The data of Acme is ready/);
  const [made] = await list(superAdmin);
  if (!made) throw new Error('no export');
  expect((await download(admin, made)).status).toBe(403);
  expect((await download(provider.superAdmin, made)).status).toBe(404);
  await unpack(await download(superAdmin, made));
  expect((await request(provider.superAdmin, { 'x-company': id })).status).toBe(201);
  const { body } = await portal().call('/audit?entity=company', { as: superAdmin });
  const { entries } = body as { entries: { action: string; actor: { company: string | null } }[] };
  expect(entries.map(({ action }) => action).filter((action) => action !== 'companies.enter')).toEqual([
    'company.request-export',
    'company.download-export',
    'company.request-export',
  ]);
  expect(entries[0]?.actor.company).not.toBeNull();
});

test('an attempt that a kill ended is repeated, and the archive is deleted when its time is over', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { database, adapters, clock } = portal();
  const { files } = adapters;
  const id = await makeWaiting(superAdmin, 2);
  // A killed attempt has left two parts, of which the archive needs one.
  const parts = listParts({ companyId, id }, 2);
  for (const part of parts) await files.put(part, Buffer.from('old'), 'application/gzip');
  for (const attempt of [2, 3]) await make({ companyId, id, attempt });
  expect((await unpack(await download(superAdmin, { id }))).has('manifest.json')).toBe(true);
  clock.advance(taskKinds.companyExport.keptDays * 86_400_000);
  expect(await deleteExpiredTasks({ database, files, clock })).toBeGreaterThan(0);
  for (const part of parts) expect(await files.find(part)).toBeUndefined();
  expect(await deleteExpiredTasks({ database, files, clock })).toBe(0);
});

test('a storage that fails makes the last attempt a failed export', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const id = await makeWaiting(superAdmin);
  const put = () => Promise.reject(new Error('the disk is full'));
  await expect(make({ companyId, id, attempt: 2, put })).rejects.toThrow('the disk is full');
  expect(await list(superAdmin)).toMatchObject([{ state: 'waiting' }]);
  await expect(make({ companyId, id, attempt: 3, put })).rejects.toThrow('the disk is full');
  expect(await list(superAdmin)).toMatchObject([{ state: 'failed', contents: null }]);
  expect((await download(superAdmin, { id })).status).toBe(404);
});

test('a disk with room for the reports of assistants alone ends the archive, and nothing is left of it', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { files } = portal().adapters;
  const id = await makeWaiting(superAdmin, 1);
  // An attempt before has left a part.
  const [part] = listParts({ companyId, id }, 1);
  if (part) await files.put(part, Buffer.from('old'), 'application/gzip');
  const full = { readFree: async () => 2_000_000, reserveBytes: 1_000_000 };
  await make({ companyId, id, attempt: 1, fileDisk: full });
  expect(await list(superAdmin)).toMatchObject([{ state: 'failed', contents: null }]);
  expect(part && (await files.find(part))).toBeUndefined();
});

test('a disk without room refuses an archive at once', async () => {
  const { measures } = portal();
  const { superAdmin } = await portal().makeCompany();
  const ask = () => portal().call('/privacy/exports', { as: superAdmin, method: 'POST' });
  measures.freeBytes = 1_000_000;
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'service.disk-full' } });
  measures.freeBytes = Infinity;
  expect((await ask()).status).toBe(201);
});

test('a company keeps three archives, of which a new one replaces the oldest', async () => {
  const { superAdmin } = await portal().makeCompany();
  const made: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    made.push((await makeReady(superAdmin)).id);
    portal().clock.advance(1000);
  }
  expect((await list(superAdmin)).map(({ id }) => id)).toEqual(made.slice(1).toReversed());
  const [oldest = '', next = ''] = made;
  expect((await download(superAdmin, { id: oldest })).status).toBe(404);
  expect((await download(superAdmin, { id: next })).status).toBe(200);
});

test.each([
  ['was demoted', `update users set roles = '{Admin}' where id = $1`],
  ['was deactivated', 'update users set deactivated_at = now() where id = $1'],
  ['was deleted', 'delete from users where id = $1'],
])('an export whose requester %s before it is made fails, and no one is mailed', async (_, sql) => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const person = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
  const id = await makeWaiting(person);
  await portal().database.inCompany(companyId, (tx) => runSql(tx, sql, [person.id]));
  const sent: unknown[] = [];
  const sendExportReady: PortalMails['sendExportReady'] = async (_tx, mail) => void sent.push(mail);
  await make({ companyId, id, attempt: 1, sendExportReady });
  expect(await list(superAdmin)).toMatchObject([{ state: 'failed', contents: null }]);
  expect(sent).toEqual([]);
});
