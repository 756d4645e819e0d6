import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import type { TestReport } from '#features/integrations/contract/integrations.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { assistant, erp } from '../testing/integrations.ts';
import { button, field, findErrorOf, openIntegrationPage } from '../testing/open-integration-page.tsx';

const failed: TestReport = {
  ok: false,
  at: '2026-11-04T09:00:00.000Z',
  steps: [
    { step: 'address', outcome: 'passed', message: 'Address allowed' },
    { step: 'reach', outcome: 'passed', message: 'Reachable' },
    { step: 'tls', outcome: 'passed', message: 'Certificate valid' },
    { step: 'signIn', outcome: 'failed', message: 'The service rejected these credentials.' },
    { step: 'identifier', outcome: 'skipped', message: 'Skipped' },
  ],
};
const passed: TestReport = {
  ...failed,
  ok: true,
  steps: failed.steps.map((step) => ({ ...step, outcome: 'passed' })),
};

const openEdit = (integrations: MockedEndpoints['integrations']) =>
  openIntegrationPage(`/connections/sap/erp/${erp.id}`, { integrations: { get: erp, list: [erp], ...integrations } });

const untested = {
  state: 'neverTested',
  lastSuccessAt: null,
  failingSince: null,
  failedStep: null,
  failure: null,
} as const;
/** Reads a fact of the integration's health by its heading. */
const readFact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const readSteps = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('typed values are tested before anything is saved, and the report shows each step', async () => {
  const { api, person } = await openIntegrationPage('/connections/ibm/nlc/addNew', {
    integrations: { list: [], test: failed },
  });
  await fill(person, field('Name'), 'Sorter');
  await fill(person, field('URL'), 'https://nlc.example');
  await fill(person, field('Username'), 'apikey');
  await fill(person, field('Password'), 'secret');
  await person.type(field('Classifier ID'), 'c-1');
  const scrolledTo = vi.fn<Element['scrollIntoView']>();
  Element.prototype.scrollIntoView = scrolledTo;
  await person.click(button('Test connection'));
  const heading = await screen.findByText('The connection does not work.');
  expect(heading.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  expect(scrolledTo).toHaveBeenCalledWith({ block: 'nearest' });
  expect(readSteps()).toEqual([
    'Address, passed: Address allowed',
    'Connection, passed: Reachable',
    'Certificate, passed: Certificate valid',
    'Credentials, failed: The service rejected these credentials.',
    'Identifier, skipped: Skipped',
  ]);
  expect(api.getCalls('integrations.test').map(({ body }) => body)).toEqual([
    {
      provider: 'IBM',
      service: 'nlc',
      uniqueId: '',
      category: 'TP',
      status: true,
      name: 'Sorter',
      url: 'https://nlc.example',
      username: 'apikey',
      password: 'secret',
      classifierId: 'c-1',
    },
  ]);
});

test('missing values are reported under their fields, and nothing is tested', async () => {
  const { api, person } = await openIntegrationPage('/connections/ibm/nlc/addNew', { integrations: { list: [] } });
  await person.click(button('Test connection'));
  await waitFor(() => expect(findErrorOf('URL')).toBe('The field is required!'));
  expect(document.activeElement).toBe(field('Name'));
  expect(findErrorOf('Unique ID')).toBeUndefined();
  expect(api.calls.filter(({ endpoint }) => endpoint.startsWith('integrations.test'))).toEqual([]);
});

test('changed values of a stored integration are tested with its id and stored password', async () => {
  const { api, person } = await openEdit({ test: passed });
  await person.clear(field('Client Optional'));
  await person.click(button('Test connection'));
  await screen.findByText('The connection works.');
  expect(api.getCalls('integrations.test')[0]?.body).toMatchObject({ id: erp.id, client: '', password: '' });
});

test('another address is tested only with the password typed again', async () => {
  const { api, person } = await openEdit({ test: passed });
  await person.type(field('Hostname'), 'x');
  await person.click(button('Test connection'));
  await waitFor(() => expect(findErrorOf('Password')).toContain('Please re-enter the password'));
  expect(api.getCalls('integrations.test')).toHaveLength(0);
});

test('without changes the stored integration is tested, and the last test is shown anew', async () => {
  const { api, person } = await openEdit({ testStored: passed });
  expect(screen.getByText(/Last test of the saved settings/).closest('p')?.textContent).toBe(
    'Last test of the saved settings: failed, 3 Nov 2026, 10:15:00',
  );
  expect(readFact('Last success')).toBe('2 Nov 2026, 9:15:00');
  expect(readFact('What to do')).toContain('accepts connections from the internet');
  await person.click(button('Test connection'));
  await waitFor(() =>
    expect(screen.getByText(/Last test of the saved settings/).closest('p')?.textContent).toBe(
      'Last test of the saved settings: passed, 4 Nov 2026, 11:00:00',
    ),
  );
  expect(api.getCalls('integrations.testStored')).toHaveLength(1);
  expect([readFact('Health'), readFact('Last success')]).toEqual(['Working', '4 Nov 2026, 11:00:00']);
});

test('a save after a failed test says so, and the saved settings are tested for the list', async () => {
  const { api, person } = await openEdit({
    test: failed,
    update: { ...erp, lastTest: null, health: untested },
    testStored: failed,
  });
  await person.clear(field('Client Optional'));
  await person.click(button('Test connection'));
  await screen.findByText('The connection does not work.');
  await person.click(button('Save changes'));
  await screen.findByText('Saved. The last connection test failed: The service rejected these credentials.');
  expect(api.getCalls('integrations.testStored').map(({ params }) => params)).toEqual([{ id: erp.id }]);
});

test('a save of other fields says what the last test of the connection reported', async () => {
  const { person } = await openEdit({ update: { ...erp, version: 6 } });
  await person.type(field('Service Name'), '!');
  await person.click(button('Save changes'));
  await screen.findByText('Saved. The last connection test failed: The address could not be reached.');
});

test('an integration that was never tested shows no last test', async () => {
  await openIntegrationPage(`/connections/ibm/assistant/${assistant.id}`, { integrations: { get: assistant } });
  expect(screen.queryByText(/Last test/)).toBeNull();
  expect(readFact('Health')).toBe('Never tested');
});

test('while a test runs, its button is busy, keeps the focus and starts no second test', async () => {
  const answer = Promise.withResolvers<TestReport>();
  const { api, person } = await openEdit({ testStored: () => answer.promise });
  await person.dblClick(button('Test connection'));
  const busy = await screen.findByRole('button', { name: 'Testing…' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await person.click(busy);
  await act(async () => answer.resolve(passed));
  await screen.findByText('The connection works.');
  expect(document.activeElement).toBe(button('Test connection'));
  expect(api.getCalls('integrations.testStored')).toHaveLength(1);
});

test('a report says when the form has changed since', async () => {
  const { person } = await openEdit({ testStored: passed });
  await person.click(button('Test connection'));
  await screen.findByText('The connection works.');
  expect(screen.queryByText('The settings have changed since this test.')).toBeNull();
  await person.type(field('Hostname'), 'x');
  screen.getByText('The settings have changed since this test.');
});

test('too many tests are reported in the toast', async () => {
  const { person } = await openEdit({ testStored: new MockedProblem('request.too-many') });
  await person.click(button('Test connection'));
  await screen.findByText('Too many requests. Please wait a moment and try again.');
  button('Test connection');
});

test('messages of the server appear under their fields', async () => {
  const fields = [{ path: 'hostname', message: 'This address is not allowed.' }];
  const { person } = await openEdit({ testStored: new MockedProblem('request.invalid', { fields }) });
  await person.click(button('Test connection'));
  await waitFor(() => expect(findErrorOf('Hostname')).toBe('This address is not allowed.'));
});
