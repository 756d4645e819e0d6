import { beforeEach, expect, test } from 'vitest';
import type { AnalyticsStats, TopUser } from '#features/dashboard/contract/analytics.ts';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import type { MappedUser } from '#features/people/contract/reported-names.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;
let key: IntakeKeyWithSecret;

beforeEach(async () => {
  const company = await portal().makeCompany();
  ({ superAdmin } = company);
  await setCreatedAt(portal().database, company.id, '2026-01-01');
  user = await portal().makeUser(company.id, { firstName: 'Annika' });
  key = (await portal().call('/intake/keys', { as: superAdmin, body: { name: 'Assistant' } }))
    .body as IntakeKeyWithSecret;
});

const date = () => portal().clock.now().toISOString();

async function report(id: string, reported: object): Promise<void> {
  const message = { id: '1', date: date(), isAssistant: false, data: [{ type: 'text', value: 'Hi' }] };
  const body = { conversations: [{ id, date: date(), user: reported, messages: [message] }] };
  const headers = { authorization: `Bearer ${key.secret}` };
  expect((await portal().call('/intake/conversations', { body, headers })).body).toEqual({ accepted: 1, rejected: [] });
}

const list = async () => (await portal().call('/intake/users', { as: superAdmin })).body as MappedUser[];
const map = (id: string | undefined, userId: string | null, as = superAdmin) =>
  portal().call(`/intake/users/${id}`, { as, method: 'PUT', body: { userId } });
const stats = async () => (await portal().call('/analytics/stats', { as: superAdmin })).body as AnalyticsStats;

test('an id that only an assistant knows is listed, and mapped with its past conversations', async () => {
  await report('c-1', { id: 'aad-7' });
  await report('c-2', { email: 'someone@elsewhere.example' });
  await report('c-3', { email: user.email });
  const [named, other, ...rest] = await list();
  expect(named).toMatchObject({ name: 'aad-7', ids: ['aad-7'], userId: null, conversations: 1 });
  expect([other?.name, rest]).toEqual(['someone@elsewhere.example', []]);
  expect(await map(named?.id, superAdmin.id)).toMatchObject({ status: 200, body: { userId: superAdmin.id } });
  await report('c-4', { id: 'aad-7' });
  const { body } = await portal().call('/analytics/top-users', { as: superAdmin });
  expect((body as TopUser[]).find(({ _id }) => _id === superAdmin.id)).toMatchObject({ total: 2 });
  const { body: found } = await portal().call(`/audit?entity=reportedUser&entityId=${named?.id}`, { as: superAdmin });
  expect((found as { entries: AuditEntry[] }).entries).toMatchObject([
    { action: 'reportedUsers.map', entityLabel: 'aad-7', after: { userId: superAdmin.id } },
  ]);
});

test('several ids of one user are one user in figures and filters, and apart again when one is unmapped', async () => {
  await report('c-1', { email: user.email });
  await report('c-2', { id: 'aad-7' });
  await report('c-3', { id: 'teams-7' });
  const ids = new Map((await list()).map(({ name, id }) => [name, id]));
  expect((await stats()).topUsers).toHaveLength(3);
  for (const name of ['aad-7', 'teams-7']) expect((await map(ids.get(name), user.id)).status).toBe(200);
  expect((await stats()).topUsers).toMatchObject([{ _id: user.id, firstName: 'Annika', total: 3 }]);
  const query = { users: [user.id] };
  const { body } = await portal().call('/analytics/logs', { as: superAdmin, body: query });
  expect((body as { payloads: ListedConversation[] }).payloads).toHaveLength(3);
  expect(await map(ids.get('aad-7'), null)).toMatchObject({ body: { userId: null, userName: null } });
  expect((await stats()).topUsers.map(({ total }) => total)).toEqual([2, 1]);
});

test('the id that a user was first known by can be taken away, and the others stay with the user', async () => {
  await report('c-1', { id: 'first' });
  await report('c-2', { id: 'second' });
  await report('c-3', { id: 'third' });
  const ids = new Map((await list()).map(({ name, id }) => [name, id]));
  for (const name of ids.keys()) await map(ids.get(name), user.id);
  await map(ids.get('first'), superAdmin.id);
  const { topUsers } = await stats();
  expect(topUsers.map(({ _id, total }) => [_id, total])).toEqual([
    [user.id, 2],
    [superAdmin.id, 1],
  ]);
  await report('c-4', { id: 'third', email: user.email });
  expect((await stats()).topUsers[0]).toMatchObject({ _id: user.id, total: 3 });
});

test('an unknown user, and one of another company, are refused', async () => {
  await report('c-1', { id: 'aad-7' });
  const [named] = await list();
  const { superAdmin: foreign } = await portal().makeCompany();
  expect(await map(named?.id, foreign.id)).toMatchObject({
    status: 422,
    body: { code: 'intake.user-unknown', fields: [{ path: 'userId', message: 'Unknown user.' }] },
  });
  expect(await map(named?.id, foreign.id, foreign)).toMatchObject({ status: 404 });
  expect(await list()).toMatchObject([{ userId: null }]);
});

test('a conversation is found by the id of its assistant, by those who may read it', async () => {
  await report('c-4711', { id: 'aad-7' });
  const find = async (externalId: string, as: TestUser) => {
    const { body } = await portal().call(`/analytics/logs/by-external-id?externalId=${externalId}`, { as });
    return (body as { id: string | null }).id;
  };
  const id = await find('%20c-4711', superAdmin);
  const { body } = await portal().call(`/analytics/logs/${id}`, { as: superAdmin });
  expect(body).toMatchObject({ externalId: 'c-4711' });
  expect(await find('c-4712', superAdmin)).toBeNull();
  expect(await find('c-4711', (await portal().makeCompany()).superAdmin)).toBeNull();
});
