import { beforeAll, expect, test } from 'vitest';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let second: TestUser;
let user: TestUser;
let stranger: TestUser;
let ids: string[];

const reason = 'The person asked what was said';
const unmask = (id = ids[0], as = superAdmin, body: object = { reason }) =>
  portal().call(`/analytics/logs/${id}/unmasking`, { as, body });
const isMasked = async (id = ids[0], as = superAdmin) => {
  const messages = (await portal().call(`/analytics/logs/conversation/${id}`, { as })).body as HistoryMessage[];
  const details = (await portal().call(`/analytics/logs/${id}`, { as })).body as ConversationDetails;
  const answers = [JSON.stringify(messages), details.externalId].map((text) => !text.includes('kalle@'));
  return [...answers, details.unmaskedUntil === null];
};
const masked = [true, true, true];
const shown = [false, false, false];

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
  second = await portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] });
  user = await portal().makeUser(superAdmin.companyId);
  const { secret } = await makeIntakeKey(portal(), superAdmin.companyId, { name: 'Assistant' });
  const date = portal().clock.now().toISOString();
  const conversations = [1, 2].map((place) => ({
    id: `kalle@elsewhere.example ${place}`,
    date,
    messages: [
      {
        id: `${place}`,
        date,
        isAssistant: false,
        author: 'Kalle',
        data: [{ type: 'text', value: 'kalle@elsewhere.example' }],
      },
    ],
  }));
  const headers = { authorization: `Bearer ${secret}` };
  expect((await portal().call('/intake/conversations', { body: { conversations }, headers })).status).toBe(200);
  const { body } = await portal().call('/analytics/logs', { as: superAdmin, body: {} });
  ids = (body as { payloads: ListedConversation[] }).payloads.map(({ _id }) => _id);
});

test('a SuperAdmin unmasks one conversation for a quarter of an hour, alone, with an audited reason', async () => {
  expect(await isMasked()).toEqual(masked);
  const { status, body } = await unmask();
  const until = new Date(portal().clock.now().getTime() + 15 * 60_000).toISOString();
  expect({ status, body }).toMatchObject({ status: 200, body: { unmaskedUntil: until } });
  expect(await isMasked()).toEqual(shown);
  expect(await isMasked(ids[1])).toEqual(masked);
  expect(await isMasked(ids[0], second)).toEqual(masked);
  const audit = await portal().call('/audit?entity=conversation', { as: superAdmin });
  const { entries } = audit.body as { entries: { action: string; entityId: string; after: object }[] };
  expect(entries.find(({ action }) => action === 'conversations.unmask')).toMatchObject({
    entityId: ids[0],
    after: { reason, until },
  });
  // The identity token ends too.
  const reader = { ...superAdmin, token: '' };
  const renew = async () => Object.assign(reader, { token: await portal().fetchToken(reader.cookie) });
  portal().clock.advance(14 * 60_000);
  await renew();
  expect(await isMasked(ids[0], reader)).toEqual(shown);
  portal().clock.advance(60_000);
  await renew();
  expect(await isMasked(ids[0], reader)).toEqual(masked);
  for (const each of [superAdmin, second, user, stranger]) {
    Object.assign(each, { token: await portal().fetchToken(each.cookie) });
  }
});

test('without the right it is denied, and a right that is taken away masks immediately', async () => {
  expect((await unmask(ids[0], user)).status).toBe(403);
  const save = (level: string) =>
    portal().call('/company/rights', {
      as: second,
      method: 'PUT',
      body: { levels: { ...defaultRights, unmasking: { ...defaultRights.unmasking, User: level } } },
    });
  await save('allow');
  expect((await unmask(ids[0], user)).status).toBe(200);
  expect((await isMasked(ids[0], user))[0]).toBe(false);
  await save('none');
  expect((await isMasked(ids[0], user))[0]).toBe(true);
});

test('a conversation of another company, or of none, is not found', async () => {
  expect((await unmask(ids[0], stranger)).status).toBe(404);
  expect((await unmask('0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a01')).status).toBe(404);
});

test.each([[''], ['too short'], ['          '], ['x'.repeat(501)]])('the reason %j is refused', async (given) => {
  expect(await unmask(ids[0], superAdmin, { reason: given })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'reason' }] },
  });
});

test('an answer counts the values that it masks, for the reader who reads it masked', async () => {
  const read = async (as: TestUser) => {
    const messages = (await portal().call(`/analytics/logs/conversation/${ids[1]}`, { as })).body as HistoryMessage[];
    const { masked: ofFacts } = (await portal().call(`/analytics/logs/${ids[1]}`, { as })).body as ConversationDetails;
    return { ofFacts, ofMessages: messages.map(({ masked: count }) => count) };
  };
  expect(await read(superAdmin)).toEqual({ ofFacts: 1, ofMessages: [1] });
  expect(await read(user)).toEqual({ ofFacts: 1, ofMessages: [1] });
  expect((await unmask(ids[1])).status).toBe(200);
  expect(await read(superAdmin)).toEqual({ ofFacts: 0, ofMessages: [undefined] });
  expect(await read(user)).toEqual({ ofFacts: 1, ofMessages: [1] });
});
