import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import type { CompanyExport } from '#features/protection/contract/privacy.ts';
import { addConversations } from '#domain/conversations/testing/conversation-rows.ts';
import { makeRowFile } from '#features/protection/server/exports/testing/make-row-file.ts';
import { makeExport } from '#features/protection/server/privacy/testing/make-export.ts';
import { listParts } from '#server/lib/file-parts.ts';
import { isDistributedRun } from '#server/database/testing/test-server.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createOlderTaskHandlers, moveOlderTasks } from './older-tables.service.ts';
import { deleteExpiredTasks } from './tasks.service.ts';

const portal = useTestPortal();
const hourMs = 3_600_000;

const listFiles = async (as: TestUser) => (await portal().call('/exports/files', { as })).body as RowFile[];
const listExports = async (as: TestUser) => (await portal().call('/privacy/exports', { as })).body as CompanyExport[];
const download = (as: TestUser, path: string) =>
  fetch(`${portal().url}/api${path}/file`, { headers: { authorization: `Bearer ${as.token}` } });
const at = (hours: number) => new Date(portal().clock.now().getTime() + hours * hourMs);
/** Runs a statement as a portal of before does. */
const runAsOlder = (companyId: string, text: string, values: unknown[] = []) =>
  portal().database.inCompany(companyId, (tx) => runSql(tx, text, values));
const countOlder = (companyId: string) =>
  portal().database.inCompany.read(companyId, (tx) =>
    runSql(tx, 'select id from row_files where company_id = $1 union all select id from company_exports', [companyId]),
  );

const content = Buffer.from('{"id":"a"}\n');
const madeBy = { capabilities: [], masking: { shown: [], patterns: [] }, userNumbers: null };

/** A file of a portal of before, in a state, with the part that lies in the storage. */
async function makeOlderFile({ companyId, accountId }: TestUser, values: { state: string; hours?: number }) {
  const { state, hours = 24 } = values;
  const id = randomUUID();
  const parts = state === 'ready' || hours < 0 ? 1 : 0;
  for (const part of listParts({ companyId, id }, parts)) {
    await portal().adapters.files.put(part, content, 'application/x-ndjson');
  }
  await runAsOlder(
    companyId,
    `insert into row_files (id, account_id, kind, filter, format, requested_at, state, failure, parts, row_count, row_total,
        bytes, made_by, expires_at)
      values ($1, $2, 'topUsers', '{"technicalUsers":true}', 'jsonl', $3, $4, $5, $6, 1, 1, $7, $8, $9)`,
    [
      id,
      accountId,
      at(-1),
      state,
      state === 'failed' ? 'too-large' : null,
      parts,
      state === 'ready' ? content.length : null,
      state === 'ready' ? JSON.stringify(madeBy) : null,
      at(hours),
    ],
  );
  return id;
}

async function makeOlderExport({ companyId, accountId }: TestUser, isReady: boolean) {
  const id = randomUUID();
  if (isReady)
    await portal().adapters.files.put(listParts({ companyId, id }, 1)[0] as never, content, 'application/gzip');
  await runAsOlder(
    companyId,
    `insert into company_exports (id, requested_at, requester_name, requester_email, requester_account_id, state, parts,
        finished_at, expires_at, bytes, row_count, file_count)
      values ($1, $2, 'Mari', 'mari@test.example', $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      at(-1),
      accountId,
      ...(isReady ? ['ready', 1, at(0), at(24), content.length, 5, 2] : ['waiting', 0, null, at(24), null, null, null]),
    ],
  );
  return id;
}

test('what a portal of before has made is there with its file, and what is over or failed goes as it would have', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const ready = await makeOlderFile(superAdmin, { state: 'ready' });
  const failed = await makeOlderFile(superAdmin, { state: 'failed' });
  const withdrawn = await makeOlderFile(superAdmin, { state: 'withdrawn' });
  const over = await makeOlderFile(superAdmin, { state: 'waiting', hours: -1 });
  const archive = await makeOlderExport(superAdmin, true);
  expect(new Map((await listFiles(superAdmin)).map(({ id, ...file }) => [id, file]))).toEqual(
    new Map([
      [ready, expect.objectContaining({ state: 'ready', kind: 'topUsers', format: 'jsonl', rows: 1, bytes: 11 })],
      [failed, expect.objectContaining({ state: 'failed', failure: 'too-large', bytes: null })],
      [withdrawn, expect.objectContaining({ state: 'withdrawn', filter: {}, bytes: null })],
    ]),
  );
  expect(await listExports(superAdmin)).toMatchObject([
    { id: archive, state: 'ready', requestedBy: 'Mari', contents: { bytes: 11, rows: 5, files: 2 } },
  ]);
  expect(await countOlder(companyId)).toEqual([]);
  expect(await (await download(superAdmin, `/exports/files/${ready}`)).text()).toBe(content.toString());
  expect(await (await download(superAdmin, `/privacy/exports/${archive}`)).text()).toBe(content.toString());
  const { database, adapters, clock } = portal();
  await deleteExpiredTasks({ database, files: adapters.files, clock });
  for (const part of listParts({ companyId, id: over }, 1)) expect(await adapters.files.find(part)).toBeUndefined();
});

test('what waits is left to the portal that works on it, and is made here where its job comes here', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { database, adapters, clock } = portal();
  const handlers = createOlderTaskHandlers({ database, jobs: adapters.jobs, clock });
  const [file, other] = [
    await makeOlderFile(superAdmin, { state: 'waiting' }),
    await makeOlderFile(superAdmin, { state: 'waiting' }),
  ];
  const archive = await makeOlderExport(superAdmin, false);
  await moveOlderTasks({ database, jobs: adapters.jobs, clock });
  expect([await listFiles(superAdmin), await listExports(superAdmin)]).toEqual([[], []]);
  const job = { id: randomUUID(), attempt: 1 };
  await handlers['rows.write']({ ...job, payload: { companyId, fileId: file } });
  await handlers['company.export']({ ...job, payload: { companyId, exportId: archive } });
  await vi.waitFor(async () => {
    expect(await listFiles(superAdmin)).toMatchObject([{ id: file, state: 'ready' }]);
    expect(await listExports(superAdmin)).toMatchObject([{ id: archive, state: 'ready' }]);
  }, 20_000);
  expect(await countOlder(companyId)).toEqual([{ id: other }]);
  // A job that is repeated after a kill.
  await handlers['rows.write']({ ...job, payload: { companyId, fileId: file } });
  expect(await listFiles(superAdmin)).toMatchObject([{ id: file, state: 'ready' }]);
});

test('what a portal of before deletes withdraws every task of its company, and of no other', async ({ skip }) => {
  skip(isDistributedRun, 'the trigger is left out on a distributed PostgreSQL (decision 0062)');
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const stranger = await portal().makeCompany();
  const mine = [await makeRowFile(portal(), superAdmin), await makeExport(portal(), companyId)];
  const theirs = await makeRowFile(portal(), stranger.superAdmin);
  await runAsOlder(companyId, `update row_files set state = 'withdrawn', filter = '{}' where company_id = $1`, [
    companyId,
  ]);
  expect(await listFiles(superAdmin)).toMatchObject([{ id: mine[0], state: 'withdrawn' }]);
  expect(await listExports(superAdmin)).toMatchObject([{ id: mine[1], state: 'withdrawn', contents: null }]);
  expect(await listFiles(stranger.superAdmin)).toMatchObject([{ id: theirs, state: 'ready' }]);
});

test('a deletion here withdraws what a portal of before still prepares of that time, and leaves other files', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const [conversation] = await addConversations(portal().database, companyId, [{ startedAt: at(-2).toISOString() }]);
  const older = await makeOlderFile(superAdmin, { state: 'waiting' });
  const kept = await makeRowFile(portal(), superAdmin);
  const later = await makeOlderFile(superAdmin, { state: 'waiting' });
  const cover = 'update row_files set covered_from = $2, covered_until = $3 where company_id = $1 and id = $4';
  await runAsOlder(companyId, cover, [companyId, at(-24), at(0), older]);
  await runAsOlder(companyId, cover, [companyId, at(-1), at(0), later]);
  const body = { reason: 'Reported by mistake' };
  expect((await portal().call(`/erasures/conversations/${conversation}`, { as: superAdmin, body })).status).toBe(200);
  expect((await listFiles(superAdmin)).map(({ id, state }) => [id, state]).toSorted()).toEqual(
    [
      [older, 'withdrawn'],
      [kept, 'ready'],
    ].toSorted(),
  );
  expect(await countOlder(companyId)).toEqual([{ id: later }]);
});
