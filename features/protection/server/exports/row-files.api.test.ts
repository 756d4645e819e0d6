import { expect, test, vi } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { taskKinds } from '#contract/tasks/task-kinds.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { listParts } from '#server/lib/file-parts.ts';
import { readMails, waitForMail } from '#server/testing/caught-mail.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, reportSkill, reportUser } from '#domain/conversations/testing/conversation-rows.ts';
import { deleteExpiredTasks } from '#domain/tasks/tasks.service.ts';
import { makeRowFile, makeWaitingFile } from './testing/make-row-file.ts';

const maxRows = 1000;
const portal = useTestPortal({ EXPORT_STREAM_ROWS: '10', EXPORT_FILE_ROWS: String(maxRows) });
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };

const addMany = (companyId: string, count: number, values: object = {}) =>
  addConversations(
    portal().database,
    companyId,
    Array.from({ length: count }, (_, place) => ({
      startedAt: new Date(Date.UTC(2026, 10, 2, 8) + place * 60_000).toISOString(),
      ...values,
    })),
  );

const request = (as: TestUser, form: object = {}) =>
  portal().call('/exports/files', {
    as,
    body: { kind: 'conversations', filter: november, format: 'csv', ...form },
  });
const list = async (as: TestUser) => (await portal().call('/exports/files', { as })).body as RowFile[];
const download = (as: TestUser, id: string) =>
  fetch(`${portal().url}/api/exports/files/${id}/file`, { headers: { authorization: `Bearer ${as.token}` } });
const remove = (as: TestUser, id: string) => portal().call(`/exports/files/${id}`, { as, method: 'DELETE' });
const setRights = (as: TestUser, rights: object) =>
  portal().call('/company/rights', { as, method: 'PUT', body: { levels: { ...defaultRights, ...rights } } });
const getCode = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

async function make(as: TestUser, form: object = {}): Promise<RowFile> {
  const { status, body } = await request(as, form);
  expect({ status, body }).toMatchObject({ status: 201, body: { state: 'waiting', rows: 0, bytes: null } });
  const { id } = body as RowFile;
  return vi.waitFor(
    async () => {
      const made = (await list(as)).find((each) => each.id === id);
      if (!made || made.state === 'waiting') throw new Error('still waiting');
      return made;
    },
    { timeout: 20_000, interval: 50 },
  );
}

const findParts = async (companyId: string, { id }: Pick<RowFile, 'id'>) =>
  (await Promise.all(listParts({ companyId, id }, 9).map((part) => portal().adapters.files.find(part)))).filter(
    Boolean,
  );

test('more rows than a stream brings are a file, which its owner alone gets', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const colleague = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
  const stranger = await portal().makeCompany();
  const skill = await reportSkill(portal().database, companyId, '=cmd()');
  await addMany(companyId, 30, { skill: skill.number });
  const stream = await portal().call('/exports/conversations', {
    as: superAdmin,
    body: { ...november, format: 'csv' },
  });
  expect(stream.status).toBe(413);

  const made = await make(superAdmin, { format: 'excel' });
  expect(made).toMatchObject({ state: 'ready', rows: 30, total: 30, filter: november, failure: null });
  const answer = await download(superAdmin, made.id);
  expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="conversations-[\d-]+\.csv"/);
  expect(answer.headers.get('x-row-count')).toBe('30');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(made.bytes);
  const lines = bytes.toString('utf16le').trimEnd().split('\r\n');
  expect([lines.length, lines[0]?.startsWith('\uFEFF"Conversation"')]).toEqual([31, true]);
  expect(lines[1]).toContain(`"'=cmd()"`);
  const mail = await waitForMail(portal(), superAdmin.email, /^Your file is ready for download: Conversations/);
  expect(mail.text).toContain('30 rows');
  expect(mail.text).toContain('/settings/downloads');

  expect(await list(colleague)).toEqual([]);
  for (const other of [colleague, stranger.superAdmin]) {
    expect((await download(other, made.id)).status).toBe(404);
    expect((await remove(other, made.id)).status).toBe(404);
  }
  const { body } = await portal().call('/audit?entity=conversation', { as: superAdmin });
  expect((body as { entries: AuditEntry[] }).entries).toMatchObject([
    { action: 'rowFiles.download', after: { rows: 30, bytes: made.bytes } },
    { action: 'rowFiles.request', after: { ...november, format: 'excel' } },
  ]);
  expect((await remove(superAdmin, made.id)).status).toBe(200);
  expect([await list(superAdmin), await findParts(companyId, made)]).toEqual([[], []]);
});

test.each([
  ['messages', november],
  ['usage', {}],
  ['costs', { by: 'department' }],
  ['focus', {}],
  ['requests', { period: '2026-10' }],
  ['invoices', { status: 'open', year: 2026 }],
  ['topUsers', november],
  ['users', { search: 'no such name' }],
  ['integrations', { search: 'no such name' }],
  ['skills', { search: 'no such name' }],
  ['audit', { entity: 'user' }],
])('%s without a row are a file too', async (kind, filter) => {
  const { superAdmin } = await portal().makeCompany();
  const made = await make(superAdmin, { kind, filter, format: 'jsonl' });
  expect(made).toMatchObject({ kind, state: 'ready', rows: 0, bytes: 0 });
  expect(await (await download(superAdmin, made.id)).text()).toBe('');
});

test('what its owner may not read is neither made nor sent', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const user = await portal().makeUser(companyId, { roles: ['User'] });
  await addMany(companyId, 3);
  expect((await request(user, { kind: 'audit', filter: {} })).status).toBe(403);
  const made = await make(user);
  expect((await setRights(superAdmin, { transcripts: { ...defaultRights.transcripts, User: 'own' } })).status).toBe(
    200,
  );
  expect(await getCode(await download(user, made.id))).toEqual([409, 'exports.outdated']);
  await setRights(superAdmin, { transcripts: { ...defaultRights.transcripts, User: 'none' } });
  expect(await getCode(await download(user, made.id))).toEqual([403, 'access.refused']);
  await setRights(superAdmin, {});
  expect((await download(user, made.id)).status).toBe(200);
});

test('a file is not sent where more is masked now, or a transcript is another person’s', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId, { roles: ['User'] });
  const own = await reportUser(portal().database, companyId, { userId: reader.id });
  await addMany(companyId, 3, { user: own.number });
  await addMany(companyId, 3);
  await setRights(superAdmin, { transcripts: { ...defaultRights.transcripts, User: 'own' } });
  const ofOwn = await make(reader);
  expect(ofOwn).toMatchObject({ state: 'ready', rows: 3 });
  const ofAll = await make(superAdmin);
  const masking = { shown: [], patterns: [{ name: 'order', pattern: 'PO-\\d+' }] };
  const changed = await portal().call('/company/masking', { as: superAdmin, method: 'PUT', body: masking });
  expect(changed.status).toBe(200);
  for (const [as, { id }] of [
    [reader, ofOwn],
    [superAdmin, ofAll],
  ] as const) {
    expect(await getCode(await download(as, id))).toEqual([409, 'exports.outdated']);
  }
  const again = await make(reader);
  expect((await download(reader, again.id)).status).toBe(200);
  await portal().database.inCompany(companyId, (tx) =>
    runSql(tx, 'update reported_users set user_id = null where number = $1', [own.number]),
  );
  expect(await getCode(await download(reader, again.id))).toEqual([409, 'exports.outdated']);
});

test('more rows than a file may have, and a filter that can not be read, fail with their reason', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  await addMany(companyId, maxRows + 1);
  expect(await make(superAdmin)).toMatchObject({ state: 'failed', failure: 'too-large', bytes: null });
  const skill = '0198c0de-0000-7000-8000-00000000000a';
  const unknown = { kind: 'requests', filter: { period: '2026-10', skill } };
  expect(await make(superAdmin, unknown)).toMatchObject({ state: 'failed', failure: 'error' });
  expect((await request(superAdmin, { kind: 'everything' })).status).toBe(422);
  expect((await request(superAdmin, { filter: { ...november, page: 2 } })).status).toBe(422);
  expect(await readMails(portal(), superAdmin.email)).toEqual([]);
});

test('a disk without room refuses a file at once and keeps nothing of it, while downloads go on', async () => {
  const { measures } = portal();
  const { id, superAdmin } = await portal().makeCompany();
  await addMany(id, 3);
  measures.freeBytes = 1_000_000;
  try {
    expect(await request(superAdmin)).toMatchObject({ status: 503, body: { code: 'service.disk-full' } });
    expect(await list(superAdmin)).toEqual([]);
    const { from, to } = november;
    const rows = await portal().call('/exports/conversations', { as: superAdmin, body: { from, to, format: 'csv' } });
    expect(rows.status).toBe(200);
  } finally {
    measures.freeBytes = Infinity;
  }
  expect(await make(superAdmin)).toMatchObject({ state: 'ready', rows: 3 });
});

test('two files of an account and four of a company are made at a time, and an account keeps twenty', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const colleague = await portal().makeUser(companyId, { roles: ['Admin'] });
  const third = await portal().makeUser(companyId, { roles: ['Admin'] });
  for (const as of [superAdmin, superAdmin, colleague]) await makeWaitingFile(portal(), as, { kind: 'usage' });
  const refused = await request(superAdmin);
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([429, 'exports.files-waiting']);
  expect(refused.headers.get('retry-after')).toBe('60');
  await makeWaitingFile(portal(), colleague, { kind: 'usage' });
  expect((await request(third)).status).toBe(429);

  const { superAdmin: collector } = await portal().makeCompany();
  for (let place = 0; place < 20; place += 1) await makeRowFile(portal(), collector);
  const full = await request(collector);
  expect([full.status, (full.body as { code: string }).code]).toEqual([429, 'exports.files-kept']);
  const [oldest] = await list(collector);
  await remove(collector, oldest?.id ?? '');
  expect((await request(collector)).status).toBe(201);
});

test('a file is deleted when its time is over', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const made = await make(superAdmin);
  expect(await findParts(companyId, made)).toHaveLength(1);
  const { database, adapters, clock } = portal();
  clock.advance(taskKinds.rowFile.keptDays * 86_400_000);
  const later = { ...superAdmin, token: await portal().fetchToken(superAdmin.cookie) };
  expect(await list(later)).toEqual([]);
  expect((await download(later, made.id)).status).toBe(404);
  expect(await deleteExpiredTasks({ database, files: adapters.files, clock })).toBeGreaterThan(0);
  expect(await findParts(companyId, made)).toEqual([]);
  expect(await deleteExpiredTasks({ database, files: adapters.files, clock })).toBe(0);
});
