import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { MappedUser } from '#features/people/contract/reported-names.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ReportedUsers } from './reported-users.tsx';

const annika = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d41',
  firstName: 'Annika',
  lastName: 'Berg',
  email: 'a@b.example',
};
const unmapped: MappedUser = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d51',
  name: 'aad-7',
  ids: ['aad-7'],
  userId: null,
  userName: null,
  conversations: 12_345,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(reportedNames: MockedEndpoints['reportedNames'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    reportedNames: { listUsers: [unmapped], ...reportedNames },
    users: { list: [annika] },
  });
  renderPage(ReportedUsers, '/integrations/intake/mapping');
  await screen.findByRole('heading', { name: 'User mapping' });
  return { api, person: userEvent.setup() };
}

test('without such users the page shows an empty state and loads no users', async () => {
  const { api } = await open({ listUsers: [] });
  await screen.findByText('All reported users are in your user list.');
  expect(api.getCalls('users.list')).toHaveLength(0);
});

test('a reported user is mapped to a user of the list', async () => {
  const saved = { ...unmapped, userId: annika.id, userName: 'Annika Berg' };
  const { api, person } = await open({ mapUser: saved });
  const row = await screen.findByRole('row', { name: /aad-7/ });
  expect(row.textContent).toContain('12,345');
  await person.click(screen.getByRole('button', { name: 'Change user of aad-7' }));
  await screen.findByRole('option', { name: 'Annika Berg (a@b.example)' });
  await person.selectOptions(screen.getByLabelText('User for aad-7'), annika.id);
  await person.click(screen.getByRole('button', { name: 'Save user for aad-7' }));
  await screen.findByText('aad-7 is now mapped to Annika Berg.');
  expect(api.getCalls('reportedNames.mapUser')[0]?.body).toEqual({ userId: annika.id });
  await waitFor(() => expect(screen.queryByLabelText('User for aad-7')).toBeNull());
  screen.getByText('Annika Berg');
});

test('a failed choice shows its problem and can be saved again, or cancelled', async () => {
  const { person } = await open({ mapUser: new MockedProblem('intake.user-unknown') });
  await person.click(await screen.findByRole('button', { name: 'Change user of aad-7' }));
  await screen.findByRole('option', { name: 'Annika Berg (a@b.example)' });
  await person.selectOptions(screen.getByLabelText('User for aad-7'), annika.id);
  await person.click(screen.getByRole('button', { name: 'Save user for aad-7' }));
  await screen.findByText('Unknown user.');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  screen.getByText('Not mapped');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change user of aad-7' }));
});
