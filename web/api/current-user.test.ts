// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserQuery } from './current-user.ts';
import { queryClient } from './query-client.ts';
import { announceSessionChange } from './session-changes.ts';
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
  vi.unstubAllGlobals();
});

test('when another tab signs in with another account, nothing of the former user stays', async () => {
  const api = mockApi({ session: { createToken: makeToken, getUser: makeCurrentUser() } });
  await queryClient.ensureQueryData(currentUserQuery);
  queryClient.setQueryData(['secret'], 'of the former person');
  api.change({ session: { getUser: makeCurrentUser(grace) } });
  const close = signInInAnotherTab();
  await vi.waitFor(() => expect(queryClient.getQueryData(['secret'])).toBeUndefined());
  close();
  expect((await queryClient.ensureQueryData(currentUserQuery)).firstName).toBe('Grace');
});

test('when another tab signs in as the same person, this one stays as it is', async () => {
  const api = mockApi({ session: { createToken: makeToken, getUser: makeCurrentUser() } });
  await queryClient.ensureQueryData(currentUserQuery);
  queryClient.setQueryData(['draft'], 'kept');
  const close = signInInAnotherTab();
  await vi.waitFor(() => expect(api.getCalls('session.getUser')).toHaveLength(2));
  close();
  // A later call has come back, so the one before it has too.
  await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  expect(queryClient.getQueryData(['draft'])).toBe('kept');
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
