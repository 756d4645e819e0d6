import { beforeAll, expect, test } from 'vitest';
import type { TopUser } from '#features/dashboard/contract/analytics.ts';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import type { Masking } from '#features/protection/contract/masking.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;
let stranger: TestUser;
let conversationId: string;

const get = async <Body>(path: string, as = user) => (await portal().call(path, { as })).body as Body;
const save = (body: object, as = superAdmin) => portal().call('/company/masking', { as, method: 'PUT', body });
const tryOut = (settings: object, text: string) =>
  portal().call('/company/masking/trial', { as: superAdmin, body: { settings, text } });
const readTexts = async (as = user) => {
  const messages = await get<HistoryMessage[]>(`/analytics/logs/conversation/${conversationId}`, as);
  return messages.map(({ author, data }) => [author, (data[0] as { value: string }).value]);
};

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
  user = await portal().makeUser(superAdmin.companyId);
  const { secret } = await makeIntakeKey(portal(), superAdmin.companyId, { name: 'Assistant' });
  const date = portal().clock.now().toISOString();
  const message = { id: '1', date, isAssistant: false, author: 'kalle@elsewhere.example' };
  const conversation = {
    id: 'whatsapp:+372 5123 4567',
    date,
    skill: 'Leave',
    user: { email: 'kalle@elsewhere.example' },
    messages: [{ ...message, data: [{ type: 'text', value: 'I am k<b>alle</b>&#64;elsewhere.example, C-1234' }] }],
    requests: [{ id: '1', skill: 'Leave', date }],
  };
  const { status } = await portal().call('/intake/conversations', {
    body: { conversations: [conversation] },
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(status).toBe(200);
  const { payloads } = (await portal().call('/analytics/logs', { as: user, body: {} })).body as {
    payloads: ListedConversation[];
  };
  conversationId = payloads[0]?._id ?? '';
});

test('a reader gets no address in transcript, log, top lists, usage and filter, and cannot search for one', async () => {
  expect(await readTexts()).toEqual([['[e-mail]', 'I am [e-mail]<b></b>, C-1234']]);
  const named = { firstName: expect.stringMatching(/^\[e-mail\] \d+$/) as string, lastName: '', isMapped: false };
  const details = await get<{ externalId: string; user: object }>(`/analytics/logs/${conversationId}`);
  expect(details).toMatchObject({ externalId: 'whatsapp:[phone]', user: named });
  expect(await get('/analytics/top-users')).toEqual([{ ...named, _id: expect.any(String) as string, total: 1 }]);
  expect(await get('/analytics/stats')).toMatchObject({ topUsers: [named] });
  const usage = await get<{ data: { _id: string }[] }>('/company/skills/usage');
  const events = await get(`/company/skills/usage/${usage.data[0]?._id}/requests`);
  expect(events).toMatchObject({ payloads: [{ user: named }] });
  const options = await get<TopUser[]>('/users?unmapped=true');
  expect(options).toContainEqual(expect.objectContaining({ ...named, email: '[e-mail]' }));
  expect(await get('/users?unmapped=true&stringValue=elsewhere')).toEqual([]);
  const answers = [details, usage, events, options, await get('/audit', superAdmin)];
  // With the space, because ids are random digits too.
  expect(JSON.stringify(answers)).not.toMatch(/kalle|5123 4567/);
});

test.each(['+372 5341 7263', 'EE382200221020145685', '38001085718', '4111 1111 1111 1111'])(
  'a reported name with %s is not found by its digits, and is by what is shown of it',
  async (value) => {
    const company = await portal().makeCompany();
    const reader = await portal().makeUser(company.superAdmin.companyId);
    const { secret } = await makeIntakeKey(portal(), company.superAdmin.companyId, { name: 'Assistant' });
    const date = portal().clock.now().toISOString();
    const users = [{ firstName: `Mari ${value}` }, { firstName: 'Order 4500012345' }];
    const conversations = users.map((each, place) => ({ id: `${place}`, date, skill: 'Leave', user: each }));
    const { status } = await portal().call('/intake/conversations', {
      body: { conversations },
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(status).toBe(200);
    const search = async (text: string) =>
      (await get<TopUser[]>(`/users?unmapped=true&stringValue=${encodeURIComponent(text)}`, reader))
        .filter(({ isMapped }) => isMapped === false)
        .map(({ firstName }) => firstName);
    for (const end of [3, 6, value.length]) expect(await search(value.slice(0, end))).toEqual([]);
    expect(await search('mari')).toEqual([expect.stringMatching(/^Mari \[.+\] \d+$/)]);
    expect(await search('450001')).toEqual(['Order 4500012345']);
  },
);

test('a masked id of a conversation is found only by who may unmask it', async () => {
  const find = (id: string, as: TestUser) =>
    get(`/analytics/logs/by-external-id?externalId=${encodeURIComponent(id)}`, as);
  expect(await find('whatsapp:+372 5123 4567', user)).toEqual({ id: null });
  expect(await find('whatsapp:+372 5123 4567', superAdmin)).toEqual({ id: conversationId });
  expect(await find('whatsapp:+372 5123 4568', superAdmin)).toEqual({ id: null });
});

test('the beginning of an id opens the only conversation that has it, and nothing of a masked one', async () => {
  const find = (id: string, as: TestUser) =>
    get(`/analytics/logs/by-external-id?beginning=true&externalId=${encodeURIComponent(id)}`, as);
  for (const beginning of ['whatsapp:+372 5123', 'whatsapp:', 'whatsapp:+372 5123 4567']) {
    expect(await find(beginning, superAdmin)).toEqual({ id: conversationId });
    expect(await find(beginning, user)).toEqual({ id: null });
    expect(await find(beginning, stranger)).toEqual({ id: null });
  }
  expect(await find('hatsapp', superAdmin)).toEqual({ id: null });
  expect(await get('/analytics/logs/by-external-id?externalId=whatsapp%3A', superAdmin)).toEqual({ id: null });
});

test('a SuperAdmin shows kinds and adds patterns, which is audited and counts from the next request on', async () => {
  expect(await get('/company/masking', superAdmin)).toEqual({ shown: [], patterns: [], version: 1 });
  const patterns = [{ name: 'contract', pattern: 'C-\\d{4}' }];
  expect(await save({ shown: ['email'], patterns, version: 1 })).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await readTexts()).toEqual([
    ['kalle@elsewhere.example', 'I am k<b>alle</b>&#64;elsewhere.example, [contract]'],
  ]);
  expect(await get('/users?unmapped=true&stringValue=elsewhere')).toHaveLength(1);
  expect(await save({ shown: [], patterns: [] })).toMatchObject({ status: 200, body: { version: 3 } });
  expect(await readTexts()).toEqual([['[e-mail]', 'I am [e-mail]<b></b>, C-1234']]);
  const { entries } = await get<{ entries: { before: object; after: object }[] }>('/audit?entity=masking', superAdmin);
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [{ email: 'shown', 'pattern contract': 'C-\\d{4}' }, { email: 'masked' }],
    [{ email: 'masked' }, { email: 'shown', 'pattern contract': 'C-\\d{4}' }],
  ]);
  expect(await get<Masking>('/company/masking', stranger)).toMatchObject({ version: 1 });
  expect((await save({ shown: [], patterns: [] }, user)).status).toBe(403);
});

test('a text is tried out by settings that are not saved', async () => {
  const settings = { shown: ['phone'], patterns: [{ name: 'ticket', pattern: 'T-[0-9]+' }] };
  expect((await tryOut(settings, 'T-12 of a@b.ee, +372 5123 4567')).body).toEqual({
    text: '[ticket] of [e-mail], +372 5123 4567',
  });
});

test.each([
  ['none', '(', 'This is not a regular expression of RE2. Look-around and back references are not supported.'],
  [
    'one that looks around',
    '(?=a)b',
    'This is not a regular expression of RE2. Look-around and back references are not supported.',
  ],
  ['one that takes too long', '(a?){1000}a{1000}', 'This pattern takes too long. Use fewer repetitions.'],
  ['one of 501 characters', 'a'.repeat(501), 'A pattern can have at most 500 characters.'],
])('a pattern that is %s is refused at its field', async (_name, pattern, message) => {
  const patterns = [{ name: 'own', pattern }];
  const refused = (path: string) => ({ status: 422, body: { fields: [{ path, message }] } });
  expect(await save({ shown: [], patterns })).toMatchObject(refused('patterns.0.pattern'));
  expect(await tryOut({ shown: [], patterns }, 'a')).toMatchObject(refused('settings.patterns.0.pattern'));
});

test('more patterns than 20, and names with brackets, are refused', async () => {
  const pattern = { name: 'own', pattern: 'a' };
  const many = await save({ shown: [], patterns: Array.from({ length: 21 }, () => pattern) });
  expect(many).toMatchObject({ status: 422, body: { fields: [{ path: 'patterns' }] } });
  const named = await save({ shown: [], patterns: [{ ...pattern, name: '<b>' }] });
  expect(named).toMatchObject({ status: 422, body: { fields: [{ path: 'patterns.0.name' }] } });
});

const preview = (settings: object, as = superAdmin) =>
  portal().call('/company/masking/preview', { as, body: { settings } });

test('what settings would mask is counted in the newest messages, without what the reader does not get', async () => {
  expect(await preview({ shown: [], patterns: [] })).toMatchObject({
    status: 200,
    body: {
      messages: 1,
      isWhole: true,
      values: 1,
      kinds: [{ label: '[e-mail]', values: 1 }],
      skills: [{ name: 'Leave', messages: 1, values: 1, examples: ['I am [e-mail] , C-1234'] }],
    },
  });
  const patterns = [{ name: 'contract', pattern: 'C-\\d{4}' }];
  const { body } = await preview({ shown: ['email'], patterns });
  // As the saved settings still mask the address.
  expect(body).toMatchObject({
    values: 1,
    kinds: [{ label: '[contract]', values: 1 }],
    skills: [{ examples: ['I am [e-mail] , [contract]'] }],
  });
  const guess = await preview({ shown: ['email'], patterns: [{ name: 'guess', pattern: 'kalle|elsewhere' }] });
  expect(guess.body).toMatchObject({ values: 0, skills: [] });
  expect(await preview({ shown: [], patterns: [{ name: 'none', pattern: '(' }] })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'settings.patterns.0.pattern' }] },
  });
  expect((await preview({ shown: [], patterns: [] }, stranger)).body).toMatchObject({ messages: 0, values: 0 });
  expect((await preview({ shown: [], patterns: [] }, user)).status).toBe(403);
});

test('examples are of conversations that the reader may unmask, and counts of those that the reader may read', async () => {
  const { id: companyId, superAdmin: other } = await portal().makeCompany();
  const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Assistant' });
  const date = portal().clock.now().toISOString();
  const data = [{ type: 'text', value: 'Write to kalle@elsewhere.example' }];
  const conversation = {
    id: 'one',
    date,
    skill: 'Leave',
    user: { firstName: 'Kalle' },
    messages: [{ id: '1', date, isAssistant: false, author: 'Kalle', data }],
  };
  const headers = { authorization: `Bearer ${secret}` };
  await portal().call('/intake/conversations', { body: { conversations: [conversation] }, headers });
  const settings = { shown: [], patterns: [] };
  const narrow = (right: 'unmasking' | 'transcripts', level: string) =>
    portal().call('/company/rights', {
      as: other,
      method: 'PUT',
      body: { levels: { ...defaultRights, [right]: { ...defaultRights[right], SuperAdmin: level } } },
    });
  const skill = { name: 'Leave', messages: 1, values: 1 };
  expect((await preview(settings, other)).body).toMatchObject({
    skills: [{ ...skill, examples: ['Write to [e-mail]'] }],
  });
  expect(await narrow('unmasking', 'none')).toMatchObject({ status: 200 });
  expect((await preview(settings, other)).body).toMatchObject({ values: 1, skills: [{ ...skill, examples: [] }] });
  expect(await narrow('transcripts', 'own')).toMatchObject({ status: 200 });
  expect((await preview(settings, other)).body).toMatchObject({ messages: 0, values: 0, skills: [] });
});
