import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import type { Invitation } from '#features/people/contract/users.ts';
import { mockApi, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { session } from '../testing/people.ts';
import { InviteUsersPage } from './invite-users-page.tsx';

/** jsdom measures every row as 0 pixels high, and then all of them would be in view. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38);
});

async function openInvite(text: string, createMany: NonNullable<MockedEndpoints['users']>['createMany']) {
  const api = mockApi({ session, users: { listRoles: ['SuperAdmin', 'Admin', 'User'], createMany } });
  renderPage(InviteUsersPage, '/users/invite');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('textbox', { name: 'Addresses' }));
  await person.paste(text);
  return { api, person };
}

/** The bodies of the calls so far. */
const listBodies = ({ getCalls }: ReturnType<typeof mockApi>) =>
  getCalls('users.createMany').map(({ body }) => body as { users: Invitation[] });

const findRow = async (email: string) => within((await screen.findByText(email)).closest('tr') ?? document.body);
const send = (name: string) => screen.getByRole('button', { name });

test('a pasted list is previewed, sent and answered row by row; the rest is sent again', async () => {
  const { api, person } = await openInvite(
    'mari.maasikas@acme.example\nnobody\njaan@acme.example, Jaan, Tamm, Admin\nolga@acme.example',
    ({ body }) => ({
      results: body.users.map(({ email }, place) => ({ email, result: place === 1 ? 'waiting' : 'invited' })),
      ...(body.users.length > 1 && { retryAfterSeconds: 600 }),
    }),
  );
  (await findRow('nobody')).getByText('There is no e-mail address here.');
  (await findRow('mari.maasikas@acme.example')).getByText('Mari Maasikas');
  (await findRow('mari.maasikas@acme.example')).getByText('from the address');
  expect((await findRow('jaan@acme.example')).queryByText('from the address')).toBeNull();
  screen.getByText('3 ready, 1 with a problem.');
  await person.click(send('Send invitations'));
  await screen.findByText(/Send the rest in 10 minutes/);
  (await findRow('mari.maasikas@acme.example')).getByText('Invited');
  (await findRow('jaan@acme.example')).getByText('Waiting');
  const [first] = listBodies(api);
  expect(first?.users[1]).toEqual({
    email: 'jaan@acme.example',
    firstName: 'Jaan',
    lastName: 'Tamm',
    company: 'Acme Manufacturing',
    ...mapOptionalFields(() => null),
    roles: ['Admin'],
  });
  await person.click(send('Send the rest'));
  await waitFor(() => screen.getByText('3 invited, 1 with a problem.'));
  const addresses = listBodies(api).map(({ users }) => users.map(({ email }) => email));
  expect(addresses[1]).toEqual(['jaan@acme.example']);
});

test('a long list goes in calls of twenty, and a lost connection leaves the rest to be sent again', async () => {
  let calls = 0;
  const list = Array.from({ length: 45 }, (_, place) => `user${place}@acme.example`).join('\n');
  const { api, person } = await openInvite(list, ({ body }) => {
    calls += 1;
    if (calls === 2) throw new TypeError('Failed to fetch');
    return { results: body.users.map(({ email }) => ({ email, result: 'invited' })) };
  });
  await person.click(send('Send invitations'));
  await screen.findByText(/Rows without a result can be sent again/);
  screen.getByText(/20 invited, 25 ready/);
  await person.click(send('Send the rest'));
  await screen.findByText('45 invited.');
  const sent = api.getCalls('users.createMany');
  expect(listBodies(api).map(({ users }) => users.length)).toEqual([20, 20, 20, 5]);
  // The call that got no answer is repeated under its key.
  expect(sent[2]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
});

test('department and cost centre of a list are previewed where it has them', async () => {
  const { person } = await openInvite(
    'E-mail;First name;Last name;Role;Department;Cost centre\nmari@acme.example;Mari;Maasikas;User;Sales;CC-12',
    () => ({ results: [] }),
  );
  const row = await findRow('mari@acme.example');
  row.getByText('Sales');
  row.getByText('CC-12');
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).toEqual(['Line', 'E-mail', 'Name', 'Role', 'Department', 'Cost centre', 'Result']);
  await person.clear(screen.getByRole('textbox', { name: 'Addresses' }));
  await person.paste('jaan@acme.example, Jaan, Tamm, Admin');
  await findRow('jaan@acme.example');
  expect(heads()).toEqual(['Line', 'E-mail', 'Name', 'Role', 'Result']);
});
