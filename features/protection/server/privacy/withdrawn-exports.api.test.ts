import { expect, test } from 'vitest';
import type { CompanyExport } from '#features/protection/contract/privacy.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { addConversations } from '#domain/conversations/testing/conversation-rows.ts';
import { makeRowFile, makeWaitingFile } from '#features/protection/server/exports/testing/make-row-file.ts';
import { deleteAllExpired } from '#server/background/retention.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';
import { listParts } from '#server/lib/file-parts.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { deleteExpiredTasks } from '#domain/tasks/tasks.service.ts';
import { companyExports } from './exports.service.ts';
import { makeExport } from './testing/make-export.ts';

const portal = useTestPortal();
const dayMs = 86_400_000;
const at = (days: number) => new Date(portal().clock.now().getTime() - days * dayMs).toISOString();
const reason = 'Reported by mistake';

const listExports = async (as: TestUser) => (await portal().call('/privacy/exports', { as })).body as CompanyExport[];
const findFile = async (as: TestUser, id: string) =>
  ((await portal().call('/exports/files', { as })).body as RowFile[]).find((each) => each.id === id);
const download = (as: TestUser, id: string) => portal().call(`/privacy/exports/${id}/file`, { as });

/** A company with conversations of today and of long ago, and an archive that is ready. */
async function makeCompany() {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  await setCreatedAt(portal().database, companyId, '2026-01-01');
  const ids = await addConversations(portal().database, companyId, [
    { startedAt: at(1) },
    { startedAt: at(1) },
    { startedAt: at(100) },
  ]);
  return { companyId, superAdmin, ids, archive: await makeExport(portal(), companyId) };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;

const deleteConversation = async ({ superAdmin }: Company, id: string | undefined) => {
  const answer = await portal().call(`/erasures/conversations/${id}`, { as: superAdmin, body: { reason } });
  expect(answer.status).toBe(200);
};
const retain = async ({ superAdmin }: Company, body: object) => {
  expect((await portal().call('/privacy/retention', { as: superAdmin, method: 'PUT', body })).status).toBe(200);
  const { database, adapters, clock } = portal();
  await deleteAllExpired({ database, files: adapters.files, clock, log: { warn: () => undefined } });
};

const deletions: Readonly<Record<string, (company: Company) => Promise<void>>> = {
  'one conversation': (company) => deleteConversation(company, company.ids[0]),
  async 'several conversations'(company) {
    for (const id of company.ids) await deleteConversation(company, id);
  },
  'retention, with its texts': (company) => retain(company, { contentDays: 90, sumsDays: null }),
  'retention, whole': (company) => retain(company, { contentDays: null, sumsDays: 90 }),
  async 'a user'({ companyId, superAdmin }) {
    const { id } = await portal().makeUser(companyId);
    expect((await portal().call('/users', { as: superAdmin, method: 'DELETE', body: [id] })).status).toBe(200);
  },
};

test.each(Object.entries(deletions))('the deletion of %s withdraws the archives that hold it', async (_, remove) => {
  const company = await makeCompany();
  const { companyId, superAdmin, archive } = company;
  const stranger = await makeCompany();
  expect((await download(superAdmin, archive)).status).toBe(200);
  await remove(company);
  expect(await listExports(superAdmin)).toMatchObject([
    { id: archive, state: 'withdrawn', requestedBy: '', failure: null, contents: null },
  ]);
  expect((await download(superAdmin, archive)).status).toBe(404);
  const { database, adapters, clock } = portal();
  await deleteExpiredTasks({ database, files: adapters.files, clock });
  for (const part of listParts({ companyId, id: archive }, 1)) expect(await adapters.files.find(part)).toBeUndefined();
  expect((await download(stranger.superAdmin, stranger.archive)).status).toBe(200);
});

test('a retention that finds nothing to delete leaves the archives', async () => {
  const company = await makeCompany();
  await retain(company, { contentDays: 300, sumsDays: null });
  expect((await download(company.superAdmin, company.archive)).status).toBe(200);
});

test('a deleted user withdraws the prepared files that name users, and no others', async () => {
  const company = await makeCompany();
  const { superAdmin } = company;
  const top = await makeRowFile(portal(), superAdmin);
  const kinds = ['users', 'conversations', 'messages', 'requests', 'usage', 'invoices', 'audit'];
  const ids = await Promise.all(kinds.map((kind) => makeWaitingFile(portal(), superAdmin, { kind })));
  await deletions['a user']?.(company);
  const states = await Promise.all(ids.map(async (id) => (await findFile(superAdmin, id))?.state));
  expect(Object.fromEntries(kinds.map((kind, place) => [kind, states[place]]))).toEqual({
    users: 'withdrawn',
    conversations: 'withdrawn',
    messages: 'withdrawn',
    requests: 'withdrawn',
    usage: 'waiting',
    invoices: 'waiting',
    audit: 'waiting',
  });
  expect(await findFile(superAdmin, top)).toMatchObject({ state: 'withdrawn' });
});

test('an archive that gives way to another one is over before its bytes are', async () => {
  const { companyId, superAdmin, archive } = await makeCompany();
  const { database, adapters, clock } = portal();
  const fail = () => Promise.reject(new Error('killed between two parts'));
  const halfway = { database, clock, files: { ...adapters.files, delete: fail } };
  await expect(companyExports.deleteSurplus(halfway, companyId, 0)).rejects.toThrow('killed');
  expect(await listExports(superAdmin)).toEqual([]);
  expect((await download(superAdmin, archive)).status).toBe(404);
  await deleteExpiredTasks({ database, files: adapters.files, clock });
  for (const part of listParts({ companyId, id: archive }, 1)) expect(await adapters.files.find(part)).toBeUndefined();
});
