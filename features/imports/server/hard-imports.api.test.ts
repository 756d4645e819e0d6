import { expect, test } from 'vitest';
import { importChunkBytes, maxImportBytes, type LogImport } from '#features/imports/contract/log-imports.ts';
import type { WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { importSettings } from '#features/intake/server/testing/make-import.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { deleteExpiredImports } from './control-imports.service.ts';
import { toChunkAddress } from './import-chunks.ts';
import { createImportHandler } from './run-import.service.ts';
import { createImporter } from './testing/importer.ts';

const portal = useTestPortal();

async function makeImporter() {
  const company = await makeReportingCompany(portal());
  return { ...company, ...createImporter(portal(), company, company.superAdmin) };
}

const header = 'conversation,time,role,text';
const row = (id: string, at: string, text = 'Hi', role = 'user') => `${id},${at},${role},${text}`;
const toCsv = (rows: readonly string[]) => [header, ...rows].join('\n');
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString();

test('rows that cannot be read are left out, each with its reason and place', async () => {
  const importer = await makeImporter();
  const content = toCsv([
    row('c1', at(0)),
    row('', at(0)),
    row('c2', 'yesterday'),
    row('c3', at(0), ''),
    row('c4', at(0), 'Hi', ''),
    row('c5', '2009-01-01T00:00:00Z'),
    row('c6', at(0), 'NUL \u0000'),
    `${row('c7', at(0))},too many`,
    row('x'.repeat(300), at(0)),
    `c8,${at(0)},user,"never closed`,
  ]);
  const done = await importer.run(content, () => importSettings);
  expect(done).toMatchObject({ state: 'finished', records: 10, conversations: 2, messages: 2 });
  expect(Object.fromEntries(done.leftOut.map(({ reason, places }) => [reason, places]))).toEqual({
    'no-conversation': [2],
    'no-date': [3],
    'no-text': [4],
    'no-speaker': [5],
    time: [6],
    fields: [9],
    unreadable: [8],
    incomplete: [10],
  });
});

test('a row without its empty cells at the end is whole, and empty cells behind the last column are nothing', async () => {
  const importer = await makeImporter();
  const content = [
    `${header},user,skill,status`,
    `${row('c1', at(0), 'How many days?')},mari@acme.example,Leave,Completed`,
    row('c1', at(1), 'Twelve.', 'bot'),
    `${row('c1', at(2), 'Thanks')},mari@acme.example`,
    `${row('c2', at(3), 'Hello')},,,,,,`,
    ',,,,,,',
    '"","",',
    `${row('c3', at(4))},,,,,lost`,
  ].join('\r\n');
  const done = await importer.run(content);
  expect(done).toMatchObject({
    records: 5,
    conversations: 2,
    messages: 4,
    leftOut: [{ reason: 'unreadable', places: [5], detail: '9 cells instead of 7' }],
  });
  expect(await importer.texts()).toEqual({
    c1: ['U: How many days?', 'A: Twelve.', 'U: Thanks'],
    c2: ['U: Hello'],
  });
});

test('a file of more than the limit is refused before it is sent, and so are parts that do not follow', async () => {
  const importer = await makeImporter();
  const announce = (bytes: number) => importer.call('', { fileName: 'all.csv', bytes });
  expect(await announce(maxImportBytes + 1)).toMatchObject({ status: 413, body: { code: 'imports.too-large' } });
  expect((await announce(0)).status).toBe(422);
  const { id } = (await announce(importChunkBytes + 10)).body as LogImport;
  const send = (index: number, bytes: number) =>
    importer.call(`/${id}/chunks/${index}`, new Uint8Array(bytes).fill(97), 'PUT');
  expect(await send(1, 10)).toMatchObject({ status: 409, body: { code: 'imports.chunk' } });
  expect((await send(0, 100)).status).toBe(409);
  expect((await send(0, importChunkBytes + 1)).status).toBe(413);
  expect(await importer.start(id, importSettings)).toMatchObject({ status: 409, body: { code: 'imports.incomplete' } });
  expect(await send(0, importChunkBytes)).toMatchObject({ status: 200, body: { state: 'uploading', chunks: 1 } });
  // The answer was lost, so it is sent again.
  expect(await send(0, importChunkBytes)).toMatchObject({ status: 200, body: { chunks: 1 } });
  expect(await send(1, 10)).toMatchObject({ status: 200, body: { state: 'ready', chunks: 2 } });
  for (let more = 0; more < 4; more += 1) expect((await announce(10)).status).toBe(201);
  expect(await announce(10)).toMatchObject({ status: 409, body: { code: 'imports.limit' } });
});

/** A file of several windows, of which every conversation is in all of them. */
const spread = (count: number) =>
  Array.from({ length: count }, (_, place) => row(`c${place % 7}`, at(place), `${place} ${'x'.repeat(300)}`));

test.each([['oldest first'], ['newest first']])('conversations over many parts of a file, %s', async (order) => {
  const importer = await makeImporter();
  const rows = spread(2100);
  const done = await importer.run(toCsv(order === 'newest first' ? rows.toReversed() : rows));
  expect(done).toMatchObject({ state: 'finished', records: 2100, conversations: 7, messages: 2100, known: 0 });
  const stored = await importer.rows('conversations');
  const starts = stored.map((each) => [
    each['external_id'],
    each['messages'],
    (each['started_at'] as Date).toISOString(),
  ]);
  expect(starts.toSorted()).toEqual(Array.from({ length: 7 }, (_, place) => [`c${place}`, 300, at(place)]));
  expect(await verifyRollups(portal().database, importer.companyId)).toEqual([]);
  expect((await importer.undo(done.id)).undo).toMatchObject({ conversations: 7, messages: 2100 });
  expect(await importer.rows('messages')).toEqual([]);
  expect(await verifyRollups(portal().database, importer.companyId)).toEqual([]);
});

/** An import that is running, without a job that runs it. */
async function makeRunning(importer: Awaited<ReturnType<typeof makeImporter>>, content: string): Promise<string> {
  const { id } = await importer.upload(content);
  await portal().database.inCompany(importer.companyId, (tx) =>
    runSql(tx, `update log_imports set state = 'running', settings = $2, started_at = created_at where id = $1`, [
      id,
      JSON.stringify(importSettings),
    ]),
  );
  return id;
}

test('a killed import continues where it ended, and two attempts at once store nothing twice', async () => {
  const importer = await makeImporter();
  const { companyId } = importer;
  const { adapters, database, clock } = portal();
  const id = await makeRunning(importer, toCsv(spread(2100)));
  let reads = 0;
  const dying: WorkerPool = {
    ...adapters.workers,
    run: (task, input, options) => {
      reads += 1;
      return reads > 1 ? Promise.reject(new Error('killed')) : adapters.workers.run(task, input, options);
    },
  };
  const job = (workers: WorkerPool, attempt: number) =>
    createImportHandler({ ...adapters, database, clock, workers })({
      id: 'job',
      payload: { companyId, importId: id },
      attempt,
    });
  await expect(job(dying, 1)).rejects.toThrow('killed');
  expect(await importer.get(id)).toMatchObject({ state: 'running', conversations: 7, messages: expect.any(Number) });
  expect((await importer.get(id)).readBytes).toBeLessThan((await importer.get(id)).bytes);
  await Promise.all([job(adapters.workers, 2), job(adapters.workers, 2)]);
  const done = await importer.waitForEnd(id);
  expect(done).toMatchObject({ state: 'finished', records: 2100, conversations: 7, messages: 2100, known: 0 });
  expect(await verifyRollups(database, companyId)).toEqual([]);
});

test('a conversation that an assistant has reported, or that was deleted, stays as it is', async () => {
  const importer = await makeImporter();
  const text = (value: string) => [{ type: 'text', value }];
  const message = { id: 'm', date: at(0), isAssistant: false, data: text('reported') };
  await importer.send({ conversations: [{ id: 'c1', date: at(0), skill: 'Leave', messages: [message] }] });
  const usage = await importer.rows('usage_events');
  const done = await importer.run(toCsv([row('c1', at(1)), row('c2', at(1))]), (settings) => ({
    ...settings,
    billed: true,
  }));
  expect(done).toMatchObject({ conversations: 1, messages: 1, known: 1 });
  expect(await importer.texts()).toEqual({ c1: ['U: reported'], c2: ['U: Hi'] });
  expect(await importer.rows('usage_events')).toEqual(usage);
  await importer.undo(done.id);
  expect(await importer.texts()).toEqual({ c1: ['U: reported'] });
  expect(await verifyRollups(portal().database, importer.companyId)).toEqual([]);
});

test('imported runs are billed only where the importer says so, and stay billed after the undo', async () => {
  const importer = await makeImporter();
  const content = `${header},skill\n${row('c1', at(0))},Leave\n`;
  const done = await importer.run(content, (settings) => ({ ...settings, billed: true }));
  expect(await importer.rows('usage_events')).toMatchObject([{ external_id: 'c1' }]);
  await importer.undo(done.id);
  expect(await importer.rows('usage_events')).toHaveLength(1);
  await importer.run(content, (settings) => ({ ...settings, billed: true }));
  expect(await importer.rows('usage_events')).toHaveLength(1);
  expect(await verifyRollups(portal().database, importer.companyId)).toEqual([]);
});

test('one import of a company runs at a time; a cancelled one continues with its settings', async () => {
  const importer = await makeImporter();
  const first = await makeRunning(importer, toCsv(spread(10)));
  const { id } = await importer.upload(toCsv(spread(3)));
  expect(await importer.start(id, importSettings)).toMatchObject({ status: 409, body: { code: 'imports.running' } });
  expect(await importer.call(`/${first}/undo`, { reason: 'It came too early' })).toMatchObject({ status: 409 });
  expect((await importer.call(`/${first}/file`, undefined, 'DELETE')).status).toBe(409);
  expect(await importer.call(`/${first}/cancel`, {})).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  expect((await importer.call(`/${first}/cancel`, {})).status).toBe(409);
  expect((await importer.start(first, { ...importSettings, billed: true })).status).toBe(200);
  expect(await importer.waitForEnd(first)).toMatchObject({
    state: 'finished',
    records: 10,
    settings: { billed: false },
  });
  expect(await importer.start(first, importSettings)).toMatchObject({ status: 409, body: { code: 'imports.ended' } });
});

test('an import of another company does not exist, and a suspended company cannot import', async () => {
  const importer = await makeImporter();
  const other = await makeImporter();
  const { id } = await importer.upload(toCsv(spread(2)));
  for (const path of [`/${id}`, `/${id}/preview`, `/${id}/start`, `/${id}/cancel`]) {
    const body = path.endsWith(id) ? undefined : path.endsWith('start') ? { settings: importSettings } : {};
    expect((await other.call(path, body)).status).toBe(404);
  }
  expect((await other.call(`/${id}/chunks/0`, new Uint8Array(1), 'PUT')).status).toBe(404);
  const running = await makeRunning(importer, toCsv(spread(2)));
  const suspend = (from: string | null, reason: string | null) =>
    portal().database.inCompany(importer.companyId, (tx) =>
      runSql(tx, 'update companies set suspended_from = $2, suspension_reason = $3 where id = $1', [
        importer.companyId,
        from,
        reason,
      ]),
    );
  await suspend('2026-01-01T00:00:00Z', 'unpaid');
  expect(await importer.call('', { fileName: 'x', bytes: 1 })).toMatchObject({ body: { code: 'company.suspended' } });
  const { adapters, database, clock } = portal();
  const handler = createImportHandler({ ...adapters, database, clock });
  const payload = { companyId: importer.companyId, importId: running };
  await handler({ id: 'job', payload, attempt: 1 });
  expect(await importer.get(running)).toMatchObject({ state: 'failed', failure: 'suspended', conversations: 0 });
  await suspend(null, null);
  await importer.start(running, importSettings);
  expect(await importer.waitForEnd(running)).toMatchObject({ state: 'finished', records: 2 });
});

test('files are deleted with the end of their import, or after a week', async () => {
  const importer = await makeImporter();
  const { companyId } = importer;
  const { adapters, database, clock } = portal();
  const find = (id: string) => adapters.files.find({ ...toChunkAddress({ companyId, id }, 0) });
  const { id } = await importer.upload(toCsv(spread(2)));
  const cancelled = await makeRunning(importer, toCsv(spread(2)));
  await importer.call(`/${cancelled}/cancel`, {});
  expect(await find(id)).toBeDefined();
  clock.advance(8 * 86_400_000);
  const parts = { database, files: adapters.files, clock };
  expect(await deleteExpiredImports(parts)).toBeGreaterThanOrEqual(2);
  expect(await find(id)).toBeUndefined();
  expect(await find(cancelled)).toBeUndefined();
  const left = await database.inCompany(companyId, (tx) =>
    runSql<{ id: string; state: string }>(tx, 'select id, state from log_imports where company_id = $1', [companyId]),
  );
  expect(left).toEqual([{ id: cancelled, state: 'cancelled' }]);
});

test('a record that is longer than 8 MiB ends the import with its reason', async () => {
  const importer = await makeImporter();
  const content = toCsv([row('c1', at(0)), `c2,${at(0)},user,"${'x'.repeat(9 * 1024 * 1024)}`, row('c3', at(0))]);
  const done = await importer.run(content, () => importSettings);
  expect(done).toMatchObject({ state: 'failed', failure: 'record-too-large', records: 1, conversations: 1 });
  expect(done.fileUntil).not.toBeNull();
});
