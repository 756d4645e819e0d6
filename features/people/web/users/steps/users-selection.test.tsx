import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { anna, bo, carl, session } from '../testing/people.ts';
import { UsersListPage } from '../users-list-page.tsx';

const never = { ...bo.access, state: 'Invited', lastSignInAt: null } as const;
const invited: User = { ...bo, id: bo.id.replace('b22', 'b23'), firstName: 'Ida', access: never };
const left: User = {
  ...bo,
  id: bo.id.replace('b22', 'b24'),
  firstName: 'Lea',
  access: { ...bo.access, state: 'Deactivated' },
};
const technical: User = { ...bo, id: bo.id.replace('b22', 'b25'), firstName: 'Timo', roles: ['TechnicalUser'] };
const all = [anna, bo, carl, invited, left, technical];

async function openSelected(step: string, users: MockedEndpoints['users'] = {}) {
  const api = mockApi({ session, users: { list: all, listRoles: ['SuperAdmin', 'Admin', 'User'], ...users } });
  renderPage(UsersListPage, '/users');
  await screen.findByText('6 users');
  const person = userEvent.setup();
  await person.click(screen.getByRole('checkbox', { name: 'Select all users of the list' }));
  await person.click(screen.getByRole('button', { name: 'Change the selected users' }));
  await person.click(await screen.findByRole('menuitem', { name: step }));
  return { api, person, dialog: await screen.findByRole('dialog') };
}

const listed = (dialog: HTMLElement, label = 'Who will be changed') =>
  within(within(dialog).getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.split(',')[0]);

const toAnswer = (users: readonly User[]) => ({ results: users.map(({ id }) => ({ id, result: 'done' as const })) });

test('a deactivation names before whom it takes and whom it leaves out and why, and takes only the former', async () => {
  const taken = [bo, carl, invited, technical];
  const { api, person, dialog } = await openSelected('Deactivate', { deactivateMany: toAnswer(taken) });
  expect(listed(dialog)).toEqual(['Bo Hannula', 'Carl Dahl', 'Ida Hannula', 'Timo Hannula']);
  within(dialog).getByText('2 users are not included:');
  expect(within(dialog).getByText('Already deactivated:').parentElement?.textContent).toBe(
    'Already deactivated: Lea Hannula',
  );
  expect(within(dialog).getByText('You:').parentElement?.textContent).toBe('You: Anna Berg');
  await person.click(within(dialog).getByRole('button', { name: 'Deactivate 4 users' }));
  await screen.findByText('4 users have been deactivated.');
  const [call] = api.getCalls('users.deactivateMany');
  expect((call?.body as { users: string[] } | undefined)?.users.toSorted()).toEqual(
    taken.map(({ id }) => id).toSorted(),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a role says for each choice whom it changes; one that cannot be granted is left out', async () => {
  const { api, person, dialog } = await openSelected('Change role', {
    updateRoles: toAnswer([bo, carl, invited, left]),
  });
  expect(within(dialog).getByText(/^Already in this role/).parentElement?.textContent).toContain('Bo Hannula');
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Change the role of 0/ }).disabled).toBe(true);
  await person.selectOptions(within(dialog).getByRole('combobox', { name: 'New role' }), 'Admin');
  expect(within(dialog).getByText(/^A role is involved/).parentElement?.textContent).toContain('Timo Hannula');
  await person.click(within(dialog).getByRole('button', { name: 'Change the role of 4 users' }));
  await screen.findByText('4 users have the new role.');
  expect(api.getCalls('users.updateRoles')[0]?.body).toMatchObject({ role: 'Admin' });
});

test('what the server left out is said after: invitations that wait for the next hour', async () => {
  const sendInvitations = { results: [{ id: invited.id, result: 'waiting' as const }], retryAfterSeconds: 1801 };
  const { person, dialog } = await openSelected('Send invitations again', { sendInvitations });
  expect(listed(dialog)).toEqual(['Ida Hannula']);
  await person.click(within(dialog).getByRole('button', { name: 'Send 1 invitation again' }));
  const report = await screen.findByRole('dialog', { name: 'Send invitations again' });
  within(report).getByText(/^Not sent yet/);
  within(report).getByText('You can send the rest in 31 minutes.');
});

test('a step that fails says why and keeps dialog and selection', async () => {
  const { person, dialog } = await openSelected('Activate again', {
    reactivateMany: new MockedProblem('access.refused'),
  });
  await person.click(within(dialog).getByRole('button', { name: 'Activate 1 user again' }));
  await within(dialog).findByText('You are not authorized to perform this action!');
  screen.getByText('6 selected');
});
