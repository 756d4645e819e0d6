import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { assistant, erp, hideCredentials } from '../testing/integrations.ts';
import {
  button,
  field,
  findErrorOf,
  openIntegrationPage,
  showIntegrationPage,
} from '../testing/open-integration-page.tsx';

const erpPath = `/connections/sap/erp/${erp.id}`;
const assistantPath = `/connections/ibm/assistant/${assistant.id}`;
const passwordAgain = 'Please re-enter the password when changing the address or username.';
const mask = '••••••••';

const openErp = (integrations: MockedEndpoints['integrations'] = {}) =>
  openIntegrationPage(erpPath, { integrations: { get: erp, update: { ...erp, version: 6 }, ...integrations } });

test('the form shows the stored values, the unique ID fixed and the password masked', async () => {
  await openErp();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit SAP ERP');
  expect(field('Unique ID')).toMatchObject({ value: 'SAP-N', disabled: true });
  expect(field('Hostname').value).toBe('erp.acme.example');
  expect(field('Port').value).toBe('8443');
  expect(field('Client Optional').value).toBe('100');
  expect(field('Password')).toMatchObject({ value: '', placeholder: mask });
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Status' }).checked).toBe(false);
});

test('a save sends the version, leaves the password as it is, and leads to the connections', async () => {
  const { api, page, person } = await openErp();
  await person.clear(field('Service Name'));
  await fill(person, field('Service Name'), 'Finance South');
  await person.click(screen.getByRole('switch', { name: 'Status' }));
  await person.dblClick(button('Save changes'));
  await waitFor(() => expect(page.router.state.location.href).toBe('/connections'));
  await screen.findByText(/^Saved\. The last connection test failed/);
  expect(api.getCalls('integrations.update').map(({ body }) => body)).toEqual([
    {
      provider: 'SAP',
      service: 'erp',
      uniqueId: 'SAP-N',
      category: 'ERP',
      status: true,
      serviceName: 'Finance South',
      hostname: 'erp.acme.example',
      port: 8443,
      client: '100',
      username: 'STEW',
      password: '',
      version: 5,
    },
  ]);
});

test('a typed password replaces the stored one', async () => {
  const { api, person } = await openErp();
  await fill(person, field('Password'), 'new secret');
  await person.click(button('Save changes'));
  await waitFor(() => expect(api.getCalls('integrations.update')).toHaveLength(1));
  expect(api.getCalls('integrations.update')[0]?.body).toMatchObject({ password: 'new secret' });
});

test('names that the form has no field for stay as they are', async () => {
  const { api, person } = await openErp({ get: { ...erp, name: 'Ledger' } });
  await person.click(button('Save changes'));
  await waitFor(() => expect(api.getCalls('integrations.update')).toHaveLength(1));
  expect(api.getCalls('integrations.update')[0]?.body).toMatchObject({
    name: 'Ledger',
    serviceName: 'Finance (North)',
  });
});

test.each([
  ['Hostname', 'erp2.acme.example'],
  ['Port', '443'],
  ['Username', 'OTHER'],
])('another %s needs the password typed again', async (name, value) => {
  const { api, person } = await openErp();
  await person.clear(field(name));
  await fill(person, field(name), value);
  await person.click(button('Save changes'));
  await waitFor(() => expect(findErrorOf('Password')).toContain(passwordAgain));
  expect(api.getCalls('integrations.update')).toHaveLength(0);
  await fill(person, field('Password'), 'secret');
  await person.click(button('Save changes'));
  await waitFor(() => expect(api.getCalls('integrations.update')).toHaveLength(1));
});

test('another URL needs the password typed again', async () => {
  const { person } = await openIntegrationPage(assistantPath, { integrations: { get: assistant } });
  await person.type(field('URL'), '/v2');
  await person.click(button('Save changes'));
  await waitFor(() => expect(findErrorOf('Password')).toContain(passwordAgain));
});

test('another client is saved without the password typed again', async () => {
  const { api, person } = await openErp();
  await person.clear(field('Client Optional'));
  await person.click(button('Save changes'));
  await waitFor(() => expect(api.getCalls('integrations.update')).toHaveLength(1));
});

test('a removed value is required, as it was when the integration was added', async () => {
  const { person } = await openErp();
  await person.clear(field('Hostname'));
  await person.click(button('Save changes'));
  await waitFor(() => expect(findErrorOf('Hostname')).toBe('The Hostname field is required!'));
});

test('messages of the server appear under their fields', async () => {
  const fields = [{ path: 'hostname', message: 'This address is not allowed.' }];
  const { page, person } = await openErp({ update: new MockedProblem('request.invalid', { fields }) });
  await person.click(button('Save changes'));
  await waitFor(() => expect(findErrorOf('Hostname')).toBe('This address is not allowed.'));
  expect(page.router.state.location.pathname).toBe(erpPath);
});

test('a save leads back to the list with its filters', async () => {
  const { page, person } = await openErp();
  const listSearch = { search: 'fin', status: 'Disabled' } as const;
  await act(() => page.router.navigate({ to: erpPath, state: { listSearch } }));
  await person.click(button('Save changes'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/connections'));
  expect(page.router.state.location.search).toEqual(listSearch);
});

test('Cancel goes back', async () => {
  const { page, person } = await openErp();
  await act(() => page.router.navigate({ to: '/integrations', search: { search: 'fin' } as never }));
  await act(() => page.router.navigate({ to: erpPath }));
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(page.router.state.location.href).toBe('/integrations?search=fin'));
});

const changedByOthers: Integration = {
  ...erp,
  hostname: 'new.acme.example',
  category: 'CRM',
  status: true,
  version: 9,
};

test('a stale save shows both versions, and Keep mine saves over the newer one', async () => {
  const { api, page, person } = await openErp({
    update: new MockedProblem('record.stale', { current: changedByOthers }),
  });
  await person.clear(field('Service Name'));
  await fill(person, field('Service Name'), 'Mine');
  await fill(person, field('Password'), 'secret');
  await person.click(button('Save changes'));
  await screen.findByText('Someone else has changed this');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Service NameFinance (North)Mine',
    'PasswordAs storedA new one',
  ]);
  expect(document.body.textContent).not.toContain('secret');
  expect(field('Hostname').value).toBe('new.acme.example');
  api.change({ integrations: { update: { ...erp, version: 10 } } });
  await person.click(button('Keep mine'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/connections'));
  expect(api.getCalls('integrations.update').at(-1)?.body).toMatchObject({
    serviceName: 'Mine',
    hostname: 'new.acme.example',
    category: 'CRM',
    status: true,
    version: 9,
  });
});

test('saving an integration that was deleted meanwhile fails and says so', async () => {
  const { page, person } = await openErp({ update: new MockedProblem('record.not-found') });
  await person.type(field('Service Name'), '!');
  await person.click(button('Save changes'));
  await screen.findByText('Someone else has deleted this integration.');
  expect(field('Service Name').value).toBe('Finance (North)!');
  expect(page.router.state.location.pathname).toBe(erpPath);
});

test('a deletion leads to the connections, also with unsaved changes', async () => {
  const { api, page, person } = await openErp({ delete: null as never });
  await person.type(field('Service Name'), '!');
  await person.click(button('Delete service'));
  const dialog = await screen.findByRole('dialog');
  await fill(person, within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/connections'));
  expect(api.getCalls('integrations.delete')).toHaveLength(1);
});

/** Opens the form as a role that the company lets read integrations. */
const openAs = (role: Role, path: string, get: Integration) =>
  openIntegrationPage(path, {
    session: {
      createToken: makeToken,
      getUser: makeCurrentUser({ roles: [role], rights: { integrations: { [role]: 'read' } } }),
    },
    integrations: { get },
  });

const isDisabled = (name: string) => field(name).matches(':disabled');

test.each<Role>(['Admin', 'User'])('the role %s does not see the credentials of an AI service', async (role) => {
  await openAs(role, assistantPath, hideCredentials(assistant));
  for (const name of ['URL', 'Username', 'Password', 'Workspace ID']) {
    expect(field(name)).toMatchObject({ value: mask, disabled: true });
  }
  expect(field('Name').value).toBe('Helpdesk assistant');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Status' }).disabled).toBe(true);
});

test('an Admin who reads sees the credentials of another provider, all but the password, and changes nothing', async () => {
  await openAs('Admin', erpPath, erp);
  screen.getByText('You can view this integration. Your role cannot change it.');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('SAP ERP');
  expect(field('Hostname').value).toBe('erp.acme.example');
  expect(field('Password')).toMatchObject({ value: mask });
  for (const name of ['Hostname', 'Password', 'Service Name', 'Category']) expect(isDisabled(name)).toBe(true);
  expect(screen.getByRole('switch', { name: 'Status' }).matches(':disabled')).toBe(true);
  for (const name of ['Save changes', 'Delete service', 'Test connection']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('a user who may only read integrations cannot open the form of a new one', async () => {
  showIntegrationPage('/connections/sap/erp/addNew', {
    session: {
      createToken: makeToken,
      getUser: makeCurrentUser({ roles: ['Admin'], rights: { integrations: { Admin: 'read' } } }),
    },
  });
  await screen.findByRole('heading', { name: 'Not found' });
});

test('a User sees no credentials of another provider', async () => {
  await openAs('User', erpPath, hideCredentials(erp));
  for (const name of ['Hostname', 'Port', 'Client Optional', 'Username', 'Password']) {
    expect(field(name)).toMatchObject({ value: mask, disabled: true });
  }
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Status' }).disabled).toBe(true);
});

test('while the integration loads, a skeleton of the form is shown', async () => {
  showIntegrationPage(erpPath, { integrations: { get: () => new Promise(() => undefined) } });
  await screen.findByText('Loading the integration');
});

test.each([
  ['an id that is nobody’s', erpPath, new MockedProblem('record.not-found')],
  ['an id that is none', '/connections/sap/erp/1', new MockedProblem('request.invalid')],
  ['another service’s id', `/connections/ibm/nlc/${assistant.id}`, assistant],
  ['another provider’s id', `/connections/sap/erp/${assistant.id}`, assistant],
])('%s shows the not-found page', async (_what, path, get) => {
  showIntegrationPage(path, { integrations: { get } });
  await screen.findByRole('heading', { name: 'Not found' });
});
