import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { findChosenCompany, chooseCompany } from '../../api/chosen-company.ts';
import { MockedProblem } from '../../api/testing/mock-api.ts';
import { browser } from '../../lib/browser.ts';
import { openPortal, person } from '../testing/open-portal.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const maria = person(['SuperAdmin']);
const bob = person(['SuperAdmin'], {
  id: '0190a7c0-0000-7000-8000-0000000000b1',
  accountId: '0190a7c0-0000-7000-8000-0000000000b2',
  firstName: 'Bob',
  lastName: 'Tamm',
  email: 'bob@globex.example',
  companyName: 'Globex',
});
/** Maria as a user of another of her companies. */
const elsewhere = { ...maria, id: '0190a7c0-0000-7000-8000-0000000000c1', companyName: 'Globex' };

let sessions = 0;

/** Tokens of a session of this user. */
function tokensOf(user: CurrentUser, answersUser = true) {
  sessions += 1;
  const claims = btoa(JSON.stringify({ sub: user.accountId, sid: `s${sessions}` }));
  return () => ({
    token: `a.${claims}.c`,
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
    ...(answersUser && { user }),
  });
}

function sayInAnotherTab(change: 'signed-in' | 'signed-out') {
  const otherTab = new BroadcastChannel('session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  otherTab.postMessage(change);
  otherTab.close();
}

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const isHidden = () => 'hidden' in document.documentElement.dataset;

/** Maria's page, on which she has entered a name. */
async function openForm() {
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  const session = { createToken: tokensOf(maria), getUser: maria, get: { state: 'signedIn' } } as const;
  const { api } = openPortal('/users/newUser', { session });
  const field = await screen.findByLabelText(/First Name/);
  fill(field, 'Urve');
  return { api, reload, field };
}

test.each([
  ['another person', bob, 'Another person signed in', 'Discard it and continue as Bob Tamm'],
  ['the same person for another company', elsewhere, 'You signed in to Globex', 'Discard it and open Globex'],
])('a page with unsaved input is hidden from %s, and there again for its own', async (_name, user, title, discard) => {
  const { api, reload, field } = await openForm();
  api.change({ session: { createToken: tokensOf(user), getUser: user } });
  sayInAnotherTab('signed-in');
  await screen.findByRole('alertdialog', { name: title });
  screen.getByRole('button', { name: discard });
  expect(isHidden()).toBe(true);
  api.change({ session: { createToken: tokensOf(maria), getUser: maria } });
  sayInAnotherTab('signed-in');
  await waitFor(() => expect(isHidden()).toBe(false));
  expect(field).toHaveProperty('value', 'Urve');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test('a save made meanwhile is sent by the token of its own person alone', async () => {
  const { api } = await openForm();
  api.change({ session: { createToken: tokensOf(bob) }, users: { create: { id: bob.id } } });
  fill(screen.getByLabelText(/Last Name/), 'Kivi');
  fill(screen.getByLabelText(/E-mail/), 'urve@acme.example');
  fill(screen.getByLabelText(/Company Name/), 'Acme');
  fill(screen.getByLabelText(/SAP Login ID/), 'KIVI');
  // The session was replaced without a word to this tab, and its token is not taken any more.
  api.change({ users: { create: new MockedProblem('session.required') } });
  await userEvent.click(screen.getByRole('button', { name: 'Create new user' }));
  await screen.findByRole('alertdialog', { name: 'Another person signed in' });
  const own = tokensOf(maria);
  api.change({ session: { createToken: own }, users: { create: { id: bob.id } } });
  sayInAnotherTab('signed-in');
  await waitFor(() => expect(isHidden()).toBe(false));
  await waitFor(() => expect(api.getCalls('users.create').length).toBeGreaterThan(1));
  const [, ...later] = api.getCalls('users.create').map(({ headers }) => headers.get('authorization'));
  expect(later).toEqual([`Bearer ${own().token}`]);
});

test('a sign-out elsewhere hides it too, and another person after it finds the same', async () => {
  const { api } = await openForm();
  const over = new MockedProblem('session.required');
  api.change({ session: { createToken: over, getUser: over, get: { state: 'signIn' } } });
  sayInAnotherTab('signed-out');
  const notice = await screen.findByRole('alertdialog', { name: 'You are signed out' });
  expect(notice.textContent).toContain('Maria Kask (maria@acme.example)');
  expect(isHidden()).toBe(true);
  api.change({ session: { createToken: tokensOf(bob), getUser: bob } });
  sayInAnotherTab('signed-in');
  await screen.findByRole('alertdialog', { name: 'Another person signed in' });
  sayInAnotherTab('signed-out');
  await screen.findByRole('alertdialog', { name: 'You are signed out' });
});

test('discarding what was entered opens the portal as the other person', async () => {
  const { api, reload } = await openForm();
  chooseCompany(maria.companyId);
  api.change({ session: { createToken: tokensOf(bob, false), getUser: bob } });
  sayInAnotherTab('signed-in');
  // The answer names no user where the person has none in the company of this tab.
  await userEvent.click(await screen.findByRole('button', { name: 'Discard it and continue as someone else' }));
  expect(reload).toHaveBeenCalledOnce();
  expect(findChosenCompany()).toBeUndefined();
});

test('a page with nothing unsaved reloads', async () => {
  const { api, reload, field } = await openForm();
  fill(field, '');
  api.change({ session: { createToken: tokensOf(bob), getUser: bob } });
  sayInAnotherTab('signed-in');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(isHidden()).toBe(false);
});
