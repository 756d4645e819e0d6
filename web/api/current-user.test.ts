// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { browser } from '../lib/browser.ts';
import { currentUserQuery } from './current-user.ts';
import { queryClient } from './query-client.ts';
import { announceSessionChange } from './session/session-changes.ts';
import { makeCurrentUser, makeToken } from './testing/make-current-user.ts';
import { mockApi } from './testing/mock-api.ts';

const grace = { accountId: '11111111-1111-4111-8111-111111111111', firstName: 'Grace' };

function signInInAnotherTab() {
  const otherTab = new BroadcastChannel('session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  otherTab.postMessage('signed-in');
  return () => otherTab.close();
}

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A token of an account; each call gets one of the same session. */
const tokenOf = (accountId: string) => {
  const claims = btoa(JSON.stringify({ sub: accountId, sid: accountId }));
  return () => ({ ...makeToken(), token: `a.${claims}.c` });
};

test('when another tab signs in with another account, the page reloads, and nothing of the former user stays', async () => {
  announceSessionChange('signed-out');
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  const api = mockApi({ session: { createToken: tokenOf('ada'), getUser: makeCurrentUser() } });
  await queryClient.ensureQueryData(currentUserQuery);
  api.change({ session: { createToken: tokenOf(grace.accountId), getUser: makeCurrentUser(grace) } });
  const close = signInInAnotherTab();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  close();
  expect(api.getCalls('session.getUser')).toHaveLength(1);
});

test('when another tab signs in as the same person, this one stays as it is', async () => {
  announceSessionChange('signed-out');
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  const api = mockApi({ session: { createToken: tokenOf('ada'), getUser: makeCurrentUser() } });
  await queryClient.ensureQueryData(currentUserQuery);
  queryClient.setQueryData(['draft'], 'kept');
  const close = signInInAnotherTab();
  await vi.waitFor(() => expect(api.getCalls('session.createToken')).toHaveLength(2));
  close();
  // A later call has come back, so the one before it has too.
  await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  expect(queryClient.getQueryData(['draft'])).toBe('kept');
  expect(reload).not.toHaveBeenCalled();
});

test('the first token brings the user along, and there is no second call', async () => {
  announceSessionChange('signed-out');
  const user = makeCurrentUser(grace);
  const api = mockApi({ session: { createToken: () => ({ ...makeToken(), user }) } });
  expect(await queryClient.ensureQueryData(currentUserQuery)).toEqual(user);
  expect(api.calls.map(({ endpoint }) => endpoint)).toEqual(['session.createToken']);
});

test('where the token comes alone, the user is asked for, and later always', async () => {
  announceSessionChange('signed-out');
  const api = mockApi({ session: { createToken: makeToken, getUser: makeCurrentUser() } });
  await queryClient.ensureQueryData(currentUserQuery);
  await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  expect(api.calls.map(({ endpoint }) => endpoint)).toEqual([
    'session.createToken',
    'session.getUser',
    'session.getUser',
  ]);
});
