// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCurrentUser } from './testing/make-current-user.ts';
import { mockApi, MockedProblem } from './testing/mock-api.ts';

const lifeMs = 300_000;
let endSession = () => {};

/** Each test has its own copy of the modules, because the token lives in one of them. */
async function load() {
  vi.resetModules();
  const [{ client }, { announceSessionChange, onSessionChange }, { chooseCompany }, { ApiProblem }] = await Promise.all(
    [
      import('./client.ts'),
      import('./session/session-changes.ts'),
      import('./chosen-company.ts'),
      import('./api-problem.ts'),
    ],
  );
  endSession = () => announceSessionChange('signed-out');
  return { client, onSessionChange, chooseCompany, ApiProblem };
}

function issueTokens() {
  let count = 0;
  return () => {
    count += 1;
    return { token: `token-${count}`, expiresAt: new Date(Date.now() + lifeMs).toISOString() };
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z') });
});

afterEach(() => {
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const users = { list: [] };

test('calls at the same time share one token, and carry it', async () => {
  const { client } = await load();
  const api = mockApi({ session: { createToken: issueTokens() }, users });
  await Promise.all([client.users.list({}), client.users.list({}), client.users.list({})]);
  expect(api.getCalls('session.createToken')).toHaveLength(1);
  const carried = api.getCalls('users.list').map(({ headers }) => headers.get('authorization'));
  expect(carried).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
});

test('the token is renewed before it expires, without a call waiting for it', async () => {
  const { client } = await load();
  const api = mockApi({ session: { createToken: issueTokens() }, users });
  await client.users.list({});
  await vi.advanceTimersByTimeAsync(lifeMs * 0.75);
  expect(api.getCalls('session.createToken')).toHaveLength(2);
  await client.users.list({});
  expect(api.getCalls('users.list').at(-1)?.headers.get('authorization')).toBe('Bearer token-2');
});

test('a token that has expired in sleep is renewed before the next call', async () => {
  const { client } = await load();
  const api = mockApi({ session: { createToken: issueTokens() }, users });
  await client.users.list({});
  vi.setSystemTime(Date.now() + lifeMs * 2);
  await client.users.list({});
  expect(api.getCalls('users.list').at(-1)?.headers.get('authorization')).toBe('Bearer token-2');
});

test('looking at the tab again renews a token that is due', async () => {
  const { client } = await load();
  const api = mockApi({ session: { createToken: issueTokens() }, users });
  await client.users.list({});
  vi.setSystemTime(Date.now() + lifeMs * 0.8);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(api.getCalls('session.createToken')).toHaveLength(2);
});

test('a clock set wrong on this machine does not shorten the life of a token', async () => {
  const { client } = await load();
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(new Request(input).url);
    requested.push(pathname);
    if (pathname !== '/api/session/token') return Response.json([]);
    const anHourAgo = Date.now() - 3_600_000;
    const body = { token: 'token', expiresAt: new Date(anHourAgo + lifeMs).toISOString() };
    return Response.json(body, { headers: { date: new Date(anHourAgo).toUTCString() } });
  });
  await client.users.list({});
  await vi.advanceTimersByTimeAsync(lifeMs * 0.5);
  await client.users.list({});
  expect(requested).toEqual(['/api/session/token', '/api/users', '/api/users']);
});

test('a token the API does not take is renewed once and the call made once more', async () => {
  const { client } = await load();
  let refused = true;
  const list = () => {
    if (!refused) return [];
    refused = false;
    return new MockedProblem('session.required');
  };
  const api = mockApi({ session: { createToken: issueTokens() }, users: { list } });
  await expect(client.users.list({})).resolves.toEqual([]);
  const carried = api.getCalls('users.list').map(({ headers }) => headers.get('authorization'));
  expect(carried).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('a second refusal is thrown, not asked for ever', async () => {
  const { client } = await load();
  const api = mockApi({
    session: { createToken: issueTokens() },
    users: { list: new MockedProblem('session.required') },
  });
  await expect(client.users.list({})).rejects.toMatchObject({ code: 'session.required', status: 401 });
  expect(api.getCalls('users.list')).toHaveLength(2);
});

test('a session that has ended signs this tab out', async () => {
  const { client, onSessionChange } = await load();
  const changes: string[] = [];
  onSessionChange((change) => changes.push(change));
  const api = mockApi({ session: { createToken: issueTokens() }, users });
  await client.users.list({});
  api.change({
    session: { createToken: new MockedProblem('session.required') },
    users: { list: new MockedProblem('session.required') },
  });
  await expect(client.users.list({})).rejects.toMatchObject({ code: 'session.required' });
  expect(changes).toEqual(['ended']);
});

const [ownId, otherId] = ['0190a000-0000-7000-8000-000000000011', '0190a000-0000-7000-8000-000000000012'] as const;
const toToken = (claims: object) => `a.${btoa(JSON.stringify(claims))}.c`;

test.each([
  ['another account', { sub: 'bob', sid: 's2' }, undefined, 1],
  ['another user of the account', { sub: 'ann', sid: 's2' }, otherId, 1],
  ['a new session of the same user', { sub: 'ann', sid: 's2' }, ownId, 0],
  ['the same session', { sub: 'ann', sid: 's1' }, otherId, 0],
])('a renewed token of %s: nothing is saved under another name', async (_name, claims, userId, reloads) => {
  const { client } = await load();
  const { browser } = await import('../lib/browser.ts');
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  const expiresAt = new Date(Date.now() + lifeMs * 3).toISOString();
  const answers = [{ token: toToken({ sub: 'ann', sid: 's1' }), expiresAt, user: makeCurrentUser({ id: ownId }) }];
  let isOver = false;
  const api = mockApi({
    session: {
      createToken: () =>
        answers.shift() ?? {
          token: toToken(claims),
          expiresAt,
          ...(userId && { user: makeCurrentUser({ id: userId }) }),
        },
    },
    users: { list: () => (isOver ? new MockedProblem('session.required') : []) },
  });
  await client.users.list({});
  isOver = true;
  const call = client.users.list({}).then(
    () => 'answered',
    () => 'denied',
  );
  await vi.advanceTimersByTimeAsync(10);
  const isLeft = await Promise.race([call, Promise.resolve().then(() => 'waiting')]);
  expect([reload.mock.calls.length, isLeft === 'waiting']).toEqual([reloads, reloads === 1]);
  expect(api.getCalls('users.list')).toHaveLength(reloads === 1 ? 2 : 3);
  vi.restoreAllMocks();
});

test('signing out in another tab forgets the token in this one', async () => {
  vi.useRealTimers();
  const { client, onSessionChange } = await load();
  const api = mockApi({ session: { createToken: issueTokens() }, users });
  await client.users.list({});
  const heard = new Promise((resolve) => {
    onSessionChange(resolve);
  });
  const otherTab = new BroadcastChannel('session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  otherTab.postMessage('signed-out');
  expect(await heard).toBe('signed-out');
  otherTab.close();
  await client.users.list({});
  expect(api.getCalls('session.createToken')).toHaveLength(2);
});

test('calls made before there is a session carry no token', async () => {
  const { client } = await load();
  const api = mockApi({ session: { get: { state: 'signIn' } } });
  await client.session.get();
  expect(api.calls.map(({ endpoint }) => endpoint)).toEqual(['session.get']);
  expect(api.calls[0]?.headers.has('authorization')).toBe(false);
});

test('the chosen company goes with the calls of this tab', async () => {
  const { client, chooseCompany } = await load();
  const api = mockApi({ session: { createToken: issueTokens() }, users });
  chooseCompany('0190a000-0000-7000-8000-000000000001');
  await client.users.list({});
  chooseCompany(undefined);
  await client.users.list({});
  const named = api.getCalls('users.list').map(({ headers }) => headers.get('x-company'));
  expect(named).toEqual(['0190a000-0000-7000-8000-000000000001', null]);
});

test('a refusal arrives with its code, fields and request id', async () => {
  const { client, ApiProblem } = await load();
  const fields = [{ path: 'email', message: 'Email address in invalid format!' }];
  mockApi({ session: { signIn: new MockedProblem('request.invalid', { fields }) } });
  const error: unknown = await client.session.signIn({ body: { email: 'x', password: 'y' } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ code: 'request.invalid', status: 422, fields, requestId: 'test-request' });
});

test('offline, a call fails with words instead of the browser’s own', async () => {
  const { client } = await load();
  const api = mockApi({ session: { get: { state: 'signIn' } } });
  api.goOffline();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(client.session.get()).rejects.toMatchObject({ code: 'network.offline', status: 0 });
  vi.restoreAllMocks();
});

test('what answers in place of the portal, a proxy, does not reach the person', async () => {
  const { client } = await load();
  vi.stubGlobal('fetch', async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }));
  await expect(client.session.get()).rejects.toMatchObject({ code: 'network.unreachable' });
});

test('a call with a target of its own goes to the base address of that target', async () => {
  document.head.innerHTML =
    '<script id="portal-settings" type="application/json">{"api":{"dev":"https://dev.example/api"}}</script>';
  const { client } = await load();
  const urls: string[] = [];
  const token = { token: 'token-1', expiresAt: new Date(Date.now() + lifeMs).toISOString() };
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    urls.push(url);
    return Response.json(url.endsWith('/session/token') ? token : []);
  });
  await client.users.list({}, { context: { target: 'dev' } });
  await client.users.list({});
  document.head.innerHTML = '';
  expect(urls.filter((url) => url.endsWith('/users'))).toEqual([
    'https://dev.example/api/users',
    `${location.origin}/api/users`,
  ]);
});
