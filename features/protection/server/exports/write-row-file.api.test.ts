import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { createRowSources } from '#server/app/sources/row-sources.ts';
import { readConfig } from '#server/config/config.ts';
import type { FileDisk } from '#server/lib/disk-room.ts';
import { listParts, partBytes } from '#server/lib/file-parts.ts';
import type { FileStore } from '#server/outside/files/files.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, reportSkill, reportUser } from '#domain/conversations/testing/conversation-rows.ts';
import { createTaskHandlers } from '#domain/tasks/run-task.service.ts';
import { findTask } from '#domain/tasks/tasks.repository.ts';
import { onlyRunner } from '#domain/tasks/testing/only-runner.ts';
import { deleteExpiredTasks } from '#domain/tasks/tasks.service.ts';
import { makeWaitingFile } from './testing/make-row-file.ts';
import { createRowFileContent } from './write-row-file.service.ts';

const portal = useTestPortal();
const range = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
const rows = 300;
/** In every row, so that a file has several parts. */
const wide = 'x'.repeat(20_000);

async function makeWideCompany() {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  await setCreatedAt(portal().database, companyId, '2026-01-01');
  const person = await reportUser(portal().database, companyId, {
    firstName: 'Mari',
    email: `${randomUUID()}@x.example`,
  });
  const { number: skill } = await reportSkill(portal().database, companyId, wide);
  const startedAt = '2026-11-05T10:00:00.000Z';
  const made = Array.from({ length: rows }, () => ({ startedAt, skill, user: person.number }));
  const ids = await addConversations(portal().database, companyId, made);
  return { companyId, superAdmin, person, ids };
}

/** Lets an attempt write, with a storage that does something before it takes a part. */
async function write(
  { companyId }: TestUser,
  taskId: string,
  {
    beforePart = async () => undefined,
    attempt = 1,
    fileDisk = { readFree: async () => Infinity, reserveBytes: 1 },
    ...limits
  }: {
    beforePart?: (number: number) => Promise<unknown>;
    attempt?: number;
    maxBytes?: number;
    fileDisk?: FileDisk;
  },
) {
  const { adapters, database, clock } = portal();
  let number = 0;
  const put: FileStore['put'] = async (...part) => {
    number += 1;
    await beforePart(number);
    await adapters.files.put(...part);
  };
  const { provider } = readConfig({});
  const sources = createRowSources({ ...adapters, database, clock, brandProvider: 'Steward', provider });
  const writing = { ...adapters, database, sources, maxRows: 100_000, ...limits };
  const handlers = createTaskHandlers({
    database,
    files: { ...adapters.files, put },
    clock,
    log: { info: () => undefined, warn: () => undefined },
    runners: onlyRunner('rowFile', (task) => createRowFileContent(writing, task)),
    fileDisk,
  });
  await handlers['tasks.rowFile']({ id: randomUUID(), payload: { companyId, taskId }, attempt });
}

const conversations = { kind: 'conversations', filter: range, format: 'csv' };
const call = (as: TestUser, path: string, method = 'GET') => portal().call(`/exports/files${path}`, { as, method });
const find = async (as: TestUser, id: string) =>
  ((await call(as, '')).body as RowFile[]).find((each) => each.id === id);
const download = (as: TestUser, id: string) =>
  fetch(`${portal().url}/api/exports/files/${id}/file`, { headers: { authorization: `Bearer ${as.token}` } });
const countParts = async (companyId: string, id: string) => {
  const parts = await Promise.all(listParts({ companyId, id }, 9).map((part) => portal().adapters.files.find(part)));
  return parts.filter(Boolean).length;
};
function fullFromSecondPart() {
  let asked = 0;
  return { reserveBytes: 1, readFree: async () => ((asked += 1) > 1 ? partBytes + 1 : Infinity) };
}
const tidy = () => {
  const { database, adapters, clock } = portal();
  return deleteExpiredTasks({ database, files: adapters.files, clock });
};
const deleteConversation = (as: TestUser, id: string | undefined) =>
  portal().call(`/erasures/conversations/${id}`, { as, body: { reason: 'Reported by mistake' } });

// First, because a connection over which a whole file has come has buffers that hold the rest of one.
test('the download of a file breaks off with a lost right or part, and gives its place back', async () => {
  const { companyId, superAdmin } = await makeWideCompany();
  const reader = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
  const [own, ofReader] = [
    await makeWaitingFile(portal(), superAdmin, conversations),
    await makeWaitingFile(portal(), reader, conversations),
  ];
  await write(superAdmin, own, {});
  await write(reader, ofReader, {});
  const open = [await download(superAdmin, own), await download(reader, ofReader)];
  expect([(await download(superAdmin, own)).status, open[0]?.status]).toEqual([429, 200]);
  await open[0]?.body?.cancel();
  await vi.waitFor(async () => {
    const again = await download(superAdmin, own);
    await again.body?.cancel();
    expect(again.status).toBe(200);
  }, 10_000);
  await portal().call(`/users/${reader.id}/deactivation`, { as: superAdmin, method: 'POST' });
  portal().clock.advance(10_000);
  await expect(open[1]?.text()).rejects.toThrow('terminated');
  const [, second] = listParts({ companyId, id: own }, 2);
  if (second) await portal().adapters.files.delete(second);
  const cut = await download(superAdmin, own);
  await expect(cut.text()).rejects.toThrow('terminated');
});

test('a killed attempt is repeated over its parts, with the rows so far said', async () => {
  const { companyId, superAdmin } = await makeWideCompany();
  const id = await makeWaitingFile(portal(), superAdmin, { ...conversations, parts: 5 });
  for (const part of listParts({ companyId, id }, 5)) {
    await portal().adapters.files.put(part, Buffer.from('old'), 'text/csv');
  }
  const seen: unknown[] = [];
  const look = async () => seen.push(await find(superAdmin, id));
  await write(superAdmin, id, { beforePart: look, attempt: 2 });
  expect(seen.slice(0, 2)).toMatchObject([
    { state: 'waiting', total: rows, bytes: null },
    { state: 'waiting', total: rows },
  ]);
  const made = await find(superAdmin, id);
  expect(made).toMatchObject({ state: 'ready', rows, total: rows });
  const text = await (await download(superAdmin, id)).text();
  expect([text.length, text.split('\r\n').length]).toEqual([made?.bytes, rows + 2]);
  // A second job of the same file changes nothing.
  await write(superAdmin, id, { beforePart: () => Promise.reject(new Error('written again')) });
  expect((await call(superAdmin, `/${id}`, 'DELETE')).status).toBe(200);
  expect(await countParts(companyId, id)).toBe(0);
});

test('a file that is cancelled while it is made leaves nothing', async () => {
  const { companyId, superAdmin } = await makeWideCompany();
  const id = await makeWaitingFile(portal(), superAdmin, conversations);
  const cancel = (number: number) => (number === 2 ? call(superAdmin, `/${id}`, 'DELETE') : Promise.resolve());
  await write(superAdmin, id, { beforePart: cancel });
  expect([await find(superAdmin, id), await countParts(companyId, id)]).toEqual([undefined, 0]);
  await tidy();
  expect((await call(superAdmin, `/${id}`, 'DELETE')).status).toBe(404);
});

test('an owner who loses the right while the file is made does not get it', async () => {
  const { companyId, superAdmin } = await makeWideCompany();
  const reader = await portal().makeUser(companyId, { roles: ['Admin'] });
  const id = await makeWaitingFile(portal(), reader, conversations);
  const revoke = async (number: number) => {
    if (number !== 1) return;
    portal().clock.advance(10_000);
    await portal().call(`/users/${reader.id}/deactivation`, { as: superAdmin, method: 'POST' });
  };
  await write(reader, id, { beforePart: revoke });
  expect(await countParts(companyId, id)).toBe(0);
  const { database } = portal();
  expect(await database.inCompany.read(companyId, (tx) => findTask(tx, { id }))).toMatchObject({
    state: 'failed',
    failure: 'right',
  });
});

test('a storage that fails makes the last attempt a failed file', async () => {
  const { companyId, superAdmin } = await makeWideCompany();
  const id = await makeWaitingFile(portal(), superAdmin, conversations);
  const fail = (number: number) => (number === 2 ? Promise.reject(new Error('the disk is full')) : Promise.resolve());
  await expect(write(superAdmin, id, { beforePart: fail, attempt: 2 })).rejects.toThrow('the disk is full');
  expect(await find(superAdmin, id)).toMatchObject({ state: 'waiting' });
  await expect(write(superAdmin, id, { beforePart: fail, attempt: 3 })).rejects.toThrow('the disk is full');
  expect(await find(superAdmin, id)).toMatchObject({ state: 'failed', failure: 'error' });
  await tidy();
  expect(await countParts(companyId, id)).toBe(0);
  expect(await find(superAdmin, id)).toMatchObject({ state: 'failed' });
});

test.each([
  ['more bytes than a file may have', 'too-large', () => ({ maxBytes: 3_000_000 })],
  ['a disk with room for the reports of assistants alone', 'disk', () => ({ fileDisk: fullFromSecondPart() })],
  [
    'a disk that another program fills',
    'disk',
    () => ({
      beforePart: async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    }),
  ],
])('%s end the file at once, and nothing is left of it', async (_, failure, toLimits) => {
  const { companyId, superAdmin } = await makeWideCompany();
  const id = await makeWaitingFile(portal(), superAdmin, conversations);
  let parts = 0;
  const limits: Parameters<typeof write>[2] = toLimits();
  const beforePart = async (number: number) => {
    parts = number;
    await limits.beforePart?.(number);
  };
  await write(superAdmin, id, { ...limits, beforePart });
  expect(parts).toBe(1);
  expect(await find(superAdmin, id)).toMatchObject({ state: 'failed', failure, bytes: null });
  expect(await countParts(companyId, id)).toBe(0);
  expect((await download(superAdmin, id)).status).toBe(404);
  const again = await makeWaitingFile(portal(), superAdmin, conversations);
  await write(superAdmin, again, {});
  expect(await find(superAdmin, again)).toMatchObject({ state: 'ready', rows });
});

test('a deleted conversation withdraws the files of its time, also one that is being made', async () => {
  const { companyId, superAdmin, ids } = await makeWideCompany();
  const asked = await portal().call('/exports/files', {
    as: superAdmin,
    body: { kind: 'messages', filter: { from: '2026-09-01T00:00:00Z', to: '2026-09-30T00:00:00Z' }, format: 'csv' },
  });
  const { id: earlier } = asked.body as RowFile;
  await vi.waitFor(async () => expect(await find(superAdmin, earlier)).toMatchObject({ state: 'ready' }), 10_000);
  const search = { ...range, search: 'Mari' };
  const [ready, making] = [
    await makeWaitingFile(portal(), superAdmin, conversations),
    await makeWaitingFile(portal(), superAdmin, { ...conversations, filter: search }),
  ];
  await write(superAdmin, ready, {});
  await write(superAdmin, making, {
    beforePart: (number) => (number === 1 ? deleteConversation(superAdmin, ids[0]) : Promise.resolve()),
  }).catch(() => undefined);
  for (const id of [ready, making]) {
    expect(await find(superAdmin, id)).toMatchObject({ state: 'withdrawn', filter: {}, bytes: null });
    expect((await download(superAdmin, id)).status).toBe(404);
  }
  await tidy();
  expect([await countParts(companyId, ready), await countParts(companyId, making)]).toEqual([0, 0]);
  expect((await download(superAdmin, earlier)).status).toBe(200);
});

test('an erased person withdraws every file of the company, and the words that it was asked for with', async () => {
  const { companyId, superAdmin, person } = await makeWideCompany();
  const ready = await makeWaitingFile(portal(), superAdmin, conversations);
  const audit = await makeWaitingFile(portal(), superAdmin, { kind: 'audit', filter: { search: 'Mari' } });
  for (const id of [ready, audit]) await write(superAdmin, id, {});
  const erased = await portal().call(`/erasures/persons/${person.id}`, {
    as: superAdmin,
    body: { reason: 'A request of the person' },
  });
  expect(erased.status).toBe(201);
  for (const id of [ready, audit]) {
    expect(await find(superAdmin, id)).toMatchObject({ state: 'withdrawn', filter: {} });
    expect((await download(superAdmin, id)).status).toBe(404);
  }
  await tidy();
  expect([await countParts(companyId, ready), await countParts(companyId, audit)]).toEqual([0, 0]);
});
