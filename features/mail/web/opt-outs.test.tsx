import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { OptOuts } from './opt-outs.tsx';

const digest = { kind: 'spendingDigest' as const, date: '2026-11-02T08:15:00.000Z' };

async function open(mails: MockedEndpoints['mails']) {
  mockApi({ session: { createToken: makeToken, getUser: makeCurrentUser() }, mails });
  renderPage(OptOuts, '/settings');
  return userEvent.setup();
}

test('an unsubscribed e-mail is named with its time, and comes back with one click', async () => {
  const person = await open({ listOptOuts: [digest], deleteOptOut: [] });
  await screen.findByText('2 Nov 2026, 10:15:00');
  await person.click(screen.getByRole('button', { name: 'Subscribe to Spending digest again' }));
  await waitFor(() => expect(screen.queryByText('Unsubscribed e-mails')).toBeNull());
});

test('a refused click says so, and the e-mail stays in the list', async () => {
  const person = await open({ listOptOuts: [digest], deleteOptOut: new MockedProblem('service.unavailable') });
  await person.click(await screen.findByRole('button', { name: 'Subscribe to Spending digest again' }));
  await screen.findByRole('alert');
  screen.getByText('Spending digest');
});
