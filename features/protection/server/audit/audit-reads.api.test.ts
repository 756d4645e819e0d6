import { expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { verifyChain } from '#server/records/audit-chain/verify-chain.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { addConversations, reportSkill, reportUser, showAll } from '#domain/conversations/testing/conversation-rows.ts';

const portal = useTestPortal();

/** With a new token, because those of before expire while the clock moves. */
const renew = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: await portal().fetchToken(user.cookie),
});

async function listActions(as: TestUser): Promise<AuditEntry[]> {
  return ((await portal().call('/audit?limit=100', { as })).body as { entries: AuditEntry[] }).entries;
}

test('an opened transcript is one entry per reader and quarter of an hour; one that is not found is none', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId, { roles: ['Admin'], firstName: 'Kati' });
  const [id = ''] = await addConversations(portal().database, companyId, [
    {
      startedAt: '2026-11-20T08:00:00Z',
      user: 0,
      skill: 0,
      status: 'Completed',
      messages: 1,
      apiCalls: 0,
      technical: false,
    },
  ]);
  const open = async (as: TestUser) => (await portal().call(`/analytics/logs/conversation/${id}`, { as })).status;
  expect([await open(superAdmin), await open(superAdmin), await open(reader)]).toEqual([200, 200, 200]);
  portal().clock.advance(15 * 60_000);
  expect(await open(await renew(reader))).toBe(200);
  const other = await portal().makeCompany();
  expect(await open(other.superAdmin)).toBe(404);
  const reads = (await listActions(await renew(superAdmin))).filter(({ action }) => action === 'conversations.read');
  expect(reads.map(({ actor }) => actor.email)).toEqual([reader.email, reader.email, superAdmin.email]);
  expect(reads[0]).toMatchObject({
    entity: 'conversation',
    entityId: (await showAll(portal().database, companyId, [id]))[0],
    before: null,
    after: null,
  });
});

test('an entry about a conversation says whose it is and its skill, as they are named now, or that it was deleted', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const { number: skill } = await reportSkill(database, companyId, 'Travel expenses');
  const { number: user } = await reportUser(database, companyId, { firstName: 'Laura', lastName: 'Sepp' });
  const written = { startedAt: '2026-11-20T08:00:00Z', skill, status: 'Completed', messages: 1 } as const;
  const ids = await addConversations(database, companyId, [
    { ...written, user },
    { ...written, user: 0 },
  ]);
  const shown = await showAll(database, companyId, ids);
  for (const id of ids) await portal().call(`/analytics/logs/conversation/${id}`, { as: superAdmin });
  const listNames = async () =>
    (await listActions(superAdmin))
      .filter(({ action }) => action === 'conversations.read')
      .map(({ entityId, conversation }) => [shown.indexOf(entityId), conversation]);
  expect(await listNames()).toEqual([
    [1, { user: 'Unknown user', skill: 'Travel expenses' }],
    [0, { user: 'Laura Sepp', skill: 'Travel expenses' }],
  ]);
  await database.inCompany(companyId, (tx) =>
    runSql(tx, 'delete from conversation_partitions where id = $1', [ids[0]]),
  );
  expect(await listNames()).toEqual([
    [1, { user: 'Unknown user', skill: 'Travel expenses' }],
    [0, null],
  ]);
  const other = await listActions((await portal().makeCompany()).superAdmin);
  expect(JSON.stringify(other)).not.toContain('Laura');
});

test('the provider that opens a company is one entry in its log per half an hour, beside what it does there', async () => {
  const provider = await portal().makeCompany({ name: 'The provider', isProvider: true });
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const visit = (as = provider.superAdmin) => portal().call('/users', { as, headers: { 'x-company': companyId } });
  for (let time = 0; time < 3; time += 1) expect((await visit()).status).toBe(200);
  portal().clock.advance(30 * 60_000);
  await visit(await renew(provider.superAdmin));
  const entries = await listActions(await renew(superAdmin));
  expect(entries.map(({ action, actor }) => [action, actor.company])).toEqual([
    ['companies.enter', 'The provider'],
    ['companies.enter', 'The provider'],
  ]);
});

test('another password of an integration is an entry that says so, without the password', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const form = { provider: 'SAP', service: 'erp', uniqueId: 'erp', serviceName: 'SAP', username: 'U', port: 443 };
  const body = { ...form, hostname: 'gateway.acme.example', password: 'Planted-1' };
  const made = (await portal().call('/integrations', { as: superAdmin, body })).body as Integration;
  const saved = await portal().call(`/integrations/${made.id}`, {
    as: superAdmin,
    method: 'PUT',
    body: { ...body, password: 'Planted-2', version: made.version },
  });
  expect(saved.status).toBe(200);
  const entries = await listActions(superAdmin);
  expect(entries[0]).toMatchObject({ action: 'integrations.update', after: { signInReplaced: true } });
  expect(JSON.stringify(entries)).not.toContain('Planted');
  expect(await verifyChain(portal().database, { companyId })).toMatchObject({
    place: { position: 2 },
    fault: undefined,
  });
});
