import { screen, waitFor } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { assistant, erp } from '../testing/integrations.ts';
import {
  button,
  field,
  findErrorOf,
  openIntegrationPage,
  showIntegrationPage,
} from '../testing/open-integration-page.tsx';

const created = { ...erp, lastTest: null, health: assistant.health };
const openNew = (path: string, integrations: MockedEndpoints['integrations'] = {}) =>
  openIntegrationPage(path, { integrations: { list: [assistant], create: created, ...integrations } });

const openErp = (integrations?: MockedEndpoints['integrations']) =>
  openNew('/connections/sap/erp/addNew', integrations);

async function fillInErp(person: ReturnType<typeof userEvent.setup>) {
  await fill(person, field('Unique ID'), 'SAP-N');
  await fill(person, field('Service Name'), 'Finance');
  await fill(person, field('Hostname'), 'erp.acme.example');
  await fill(person, field('Port'), '8443');
  await fill(person, field('Username'), 'STEW');
  await fill(person, field('Password'), 'secret');
}

const sent = {
  provider: 'SAP',
  service: 'erp',
  uniqueId: 'SAP-N',
  category: 'ERP',
  status: true,
  serviceName: 'Finance',
  hostname: 'erp.acme.example',
  port: 8443,
  client: '',
  username: 'STEW',
  password: 'secret',
};

test.each([
  ['ibm', 'assistant', ['Name', 'URL', 'Username', 'Password', 'Workspace ID']],
  ['ibm', 'nlc', ['Name', 'URL', 'Username', 'Password', 'Classifier ID']],
  ['ibm', 'nlu', ['Name', 'URL', 'Username', 'Password', 'Classifier ID']],
  ['ibm', 'discovery', ['Name', 'URL', 'Username', 'Password', 'Collection ID', 'Environment ID']],
  ['ibm', 'wks', ['Name', 'URL', 'Username Optional', 'Password', 'Model ID']],
  ['sap', 'erp', ['Service Name', 'Hostname', 'Port', 'Client Optional', 'Username', 'Password']],
  ['slack', 'slack', ['Service Name', 'Hostname', 'Port', 'Username', 'Password']],
  ['openai', 'openai', ['Name', 'Base URL', 'API key']],
  ['anthropic', 'anthropic', ['Name', 'Base URL', 'API key']],
  ['azure-openai', 'azure-openai', ['Name', 'Endpoint', 'API key', 'Deployment', 'API version']],
  ['bedrock', 'bedrock', ['Name', 'Access key ID', 'Secret access key', 'Endpoint of your own Optional', 'Region']],
  ['vertex', 'vertex', ['Name', 'Service account key (JSON)', 'Endpoint of your own Optional', 'Region']],
  ['rasa', 'rasa', ['Name', 'Base URL', 'Token']],
])('the form of %s %s has the fields of its service', async (vendor, service, fields) => {
  await openNew(`/connections/${vendor}/${service}/addNew`);
  const labels = [...document.querySelectorAll('.mantine-InputWrapper-label')].map(({ textContent }) => textContent);
  expect(labels).toEqual(['Unique ID', fields[0], 'Category', ...fields.slice(1)]);
});

test('a service with a usual address starts with it', async () => {
  await openNew('/connections/openai/openai/addNew');
  expect(field('Base URL').value).toBe('https://api.openai.com/v1');
});

test('a new integration is Active, in the category of its service, and can move to any category of its provider', async () => {
  await openErp();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add SAP ERP');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Status' }).checked).toBe(true);
  expect(field('Category').value).toBe('ERP');
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['ERP', 'CRM']);
});

test('the form of an AI service reports missing values in the words of the specification', async () => {
  const { api, person } = await openNew('/connections/ibm/assistant/addNew');
  await person.click(button('Add integration'));
  await screen.findByText('Unique ID can not be empty!');
  for (const name of ['Name', 'URL', 'Username', 'Password', 'Workspace ID']) {
    expect(findErrorOf(name)).toBe('The field is required!');
  }
  expect(document.activeElement).toBe(field('Unique ID'));
  expect(api.getCalls('integrations.create')).toHaveLength(0);
});

test('the form of an AI service rejects white space alone and invalid URLs', async () => {
  const { person } = await openNew('/connections/ibm/discovery/addNew');
  for (const name of ['Unique ID', 'Name', 'Username', 'Password', 'Collection ID', 'Environment ID']) {
    await fill(person, field(name), ' \u00A0 ');
  }
  await fill(person, field('URL'), 'javascript:alert(1)');
  await person.click(button('Add integration'));
  await screen.findByText('Unique ID can not be empty!');
  for (const name of ['Name', 'Username', 'Password', 'Collection ID', 'Environment ID']) {
    expect(findErrorOf(name)).toBe('The field can not be empty!');
  }
  expect(findErrorOf('URL')).toBe('The input is not valid URL!');
});

test('WKS needs no username', async () => {
  const { person } = await openNew('/connections/ibm/wks/addNew');
  await person.click(button('Add integration'));
  await screen.findByText('Unique ID can not be empty!');
  expect(findErrorOf('Model ID')).toBe('The field is required!');
  expect(findErrorOf('Username Optional')).toBeUndefined();
});

test('the form of another provider has a message for each field', async () => {
  const { person } = await openErp();
  await person.click(button('Add integration'));
  await screen.findByText('Unique ID can not be empty!');
  for (const name of ['Service Name', 'Hostname', 'Port', 'Username', 'Password']) {
    expect(findErrorOf(name)).toBe(`The ${name} field is required!`);
    await person.type(field(name), '  ');
  }
  await person.click(button('Add integration'));
  await waitFor(() => expect(findErrorOf('Hostname')).toBe('The Hostname can not be empty!'));
  for (const name of ['Service Name', 'Port', 'Username', 'Password']) {
    expect(findErrorOf(name)).toBe(`The ${name} can not be empty!`);
  }
});

test('an invalid hostname, port and client are rejected', async () => {
  const { person } = await openErp();
  await fill(person, field('Hostname'), '0x7f.1');
  await fill(person, field('Port'), '70000');
  await person.type(field('Client Optional'), '1');
  await person.click(button('Add integration'));
  await screen.findByText('The input is not a valid Hostname!');
  expect(findErrorOf('Port')).toBe('The input must be a port number from 1 to 65535.');
  expect(findErrorOf('Client Optional')).toBe('The client is three digits, e.g. 100.');
});

test('a text of more than two hundred characters is rejected under its field', async () => {
  const { person } = await openErp();
  await person.click(field('Service Name'));
  await person.paste('n'.repeat(201));
  await person.click(button('Add integration'));
  await waitFor(() => expect(findErrorOf('Service Name')).toBe('The input can have at most 200 characters.'));
});

test('a created integration is sent once, confirmed, and leads to the connections', async () => {
  const { api, page, person } = await openErp();
  await fillInErp(person);
  await person.dblClick(button('Add integration'));
  await waitFor(() => expect(page.router.state.location.href).toBe('/connections'));
  await screen.findByText('The integration has been added.');
  const calls = api.getCalls('integrations.create');
  expect(calls.map(({ body }) => body)).toEqual([sent]);
  expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('switched off, a new integration is sent as Disabled', async () => {
  const { api, person } = await openErp();
  await fillInErp(person);
  await person.click(screen.getByRole('switch', { name: 'Status' }));
  screen.getByText('Disabled');
  await person.selectOptions(field('Category'), 'CRM');
  await person.click(button('Add integration'));
  await waitFor(() => expect(api.getCalls('integrations.create')).toHaveLength(1));
  expect(api.getCalls('integrations.create')[0]?.body).toEqual({ ...sent, status: false, category: 'CRM' });
});

test('a taken unique ID is rejected before anything is sent', async () => {
  const { api, person } = await openErp();
  await fillInErp(person);
  await person.clear(field('Unique ID'));
  await fill(person, field('Unique ID'), ` ${assistant.uniqueId} `);
  await person.click(button('Add integration'));
  await screen.findByText('Integration with such Unique ID already exists!');
  expect(api.getCalls('integrations.create')).toHaveLength(0);
});

test('a unique ID taken meanwhile is reported under its field, and the typed values stay', async () => {
  const { page, person } = await openErp({ create: new MockedProblem('integrations.unique-id-taken') });
  await fillInErp(person);
  await person.click(button('Add integration'));
  await waitFor(() => expect(findErrorOf('Unique ID')).toBe('Integration with such Unique ID already exists!'));
  expect(document.activeElement).toBe(field('Unique ID'));
  expect(field('Password').value).toBe('secret');
  expect(page.router.state.location.pathname).toBe('/connections/sap/erp/addNew');
});

test('an attempt without an answer is repeated under the same key, one after a problem under a new key', async () => {
  const { api, person } = await openErp({ create: new MockedProblem('integrations.unique-id-taken') });
  await fillInErp(person);
  await person.click(button('Add integration'));
  await screen.findByText('Integration with such Unique ID already exists!');
  api.change({
    integrations: {
      create: () => {
        throw new TypeError('Failed to fetch');
      },
    },
  });
  await person.click(button('Add integration'));
  await screen.findByText('The portal cannot be reached right now. Please try again shortly.');
  api.change({ integrations: { create: created } });
  await person.click(button('Add integration'));
  await waitFor(() => expect(api.getCalls('integrations.create')).toHaveLength(3));
  const keys = api.getCalls('integrations.create').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
});

test('a failed creation keeps the page and shows its problem', async () => {
  const { page, person } = await openErp({ create: new MockedProblem('access.refused') });
  await fillInErp(person);
  await person.click(button('Add integration'));
  await screen.findByText('You are not authorized to perform this action!');
  expect(page.router.state.location.pathname).toBe('/connections/sap/erp/addNew');
});

test('Cancel asks first where something was typed', async () => {
  const { page, person } = await openErp();
  await person.type(field('Hostname'), 'e');
  await person.click(button('Cancel'));
  await person.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  expect(page.router.state.location.pathname).toBe('/connections/sap/erp/addNew');
  await person.click(button('Cancel'));
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/connections'));
});

test('the password field is marked as a new password for the browser', async () => {
  await openErp();
  expect(field('Password').autocomplete).toBe('new-password');
  expect(field('Password').type).toBe('password');
});

test.each(['/connections/nobody/erp/addNew', '/connections/sap/assistant/addNew', '/connections/SAP/erp/addNew'])(
  '%s shows the not-found page',
  async (path) => {
    showIntegrationPage(path, {});
    await screen.findByRole('heading', { name: 'Not found' });
  },
);
