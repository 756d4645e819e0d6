import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { makeSupportMonth, makeSupportRequest } from '../testing/support.ts';
import { openUsage } from '../testing/open-usage.tsx';

const openSupport = (facts: Parameters<typeof openUsage>[0] = {}) =>
  openUsage({ path: '/settings/usage/support', ...facts });

const provider = { isProvider: true, homeCompanyName: 'Steward' };
const findTable = async () => {
  const caption = await screen.findByText('Support requests of the period', { ignore: '[aria-hidden] caption' });
  return caption.closest('table');
};

test('a company reads its requests and records none', async () => {
  openSupport({
    supportRequests: {
      list: makeSupportMonth({ data: [makeSupportRequest({ invoiceId: 'ACME-2026-0007', minutes: null })] }),
    },
  });
  const table = await findTable();
  expect([...(table?.rows ?? [])].map(({ textContent }) => textContent)).toEqual([
    'DateTypeSubjectMinutesCostInvoice',
    '5 Nov 2026E-mailGateway setup–€130.00ACME-2026-0007',
  ]);
  screen.getByText('€130.00 in November 2026. Billed with the invoice of the month.');
  expect(screen.queryByRole('button', { name: 'Record support request' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Gateway setup' })).toBeNull();
});

test('the amount of a type leads to its requests, and back to all', async () => {
  const voice = makeSupportRequest({ _id: '00000000-0000-4000-8000-0000000000b2', type: 'Voice', subject: 'Call' });
  const month = makeSupportMonth({ data: [makeSupportRequest(), voice], total: 260 });
  const { page, person } = openSupport({ supportRequests: { list: month } });
  await screen.findByText('Call');
  await person.click(await screen.findByTitle('See the E-mail requests'));
  await waitFor(() => expect(screen.queryByText('Call')).toBeNull());
  screen.getByText('Gateway setup');
  screen.getByText(/^€130.00 for E-mail support in November 2026/);
  expect(page.router.state.location.search).toEqual({ type: 'E-mail' });
  await person.click(screen.getByRole('link', { name: 'Show all types' }));
  await screen.findByText('Call');
});

test('a month without requests says so', async () => {
  openSupport({ supportRequests: { list: makeSupportMonth({ data: [], total: 0 }) } });
  await screen.findByText('No support requests in this period.');
});

test('the provider inside a customer records a request', async () => {
  const { api, person } = openSupport({ user: provider });
  await person.click(await screen.findByRole('button', { name: 'Record support request' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Record' }));
  await dialog.findByText('Enter an amount in euros, e.g. 90.00.');
  api.change({ supportRequests: { create: makeSupportRequest() } });
  await person.selectOptions(dialog.getByLabelText('Type'), 'Voice');
  await fill(person, dialog.getByLabelText('Subject'), 'Gateway');
  await fill(person, dialog.getByLabelText('Cost'), '90,50');
  await person.click(dialog.getByRole('button', { name: 'Record' }));
  await screen.findByText('The support request has been recorded.');
  expect(api.getCalls('supportRequests.create').map(({ body }) => body)).toEqual([
    {
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      type: 'Voice',
      subject: 'Gateway',
      minutes: null,
      cost: 90.5,
    },
  ]);
});

test('the provider deletes what no invoice bills, and a refusal says why', async () => {
  const { api, person } = openSupport({
    user: provider,
    supportRequests: { delete: new MockedProblem('support.billed') },
  });
  await person.click(await screen.findByRole('button', { name: 'Delete Gateway setup' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(await dialog.findByLabelText('Type DELETE to confirm'), 'DELETE');
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('This support request is on an invoice. Credit the invoice first.');
  expect(api.getCalls('supportRequests.delete')).toHaveLength(1);
});

test('the provider changes what no invoice bills, and a stale change says so', async () => {
  const { api, person } = openSupport({ user: provider });
  const current = makeSupportRequest({ subject: 'Gateway moved', version: 2 });
  api.change({ supportRequests: { update: new MockedProblem('record.stale', { current }) } });
  await person.click(await screen.findByRole('button', { name: 'Edit Gateway setup' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    ['Date', 'Minutes (optional)', 'Cost'].map((label) => dialog.getByLabelText<HTMLInputElement>(label).value),
  ).toEqual(['5 Nov 2026', '45', '130.00']);
  await person.clear(dialog.getByLabelText('Cost'));
  await fill(person, dialog.getByLabelText('Cost'), '90.50');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('row', { name: /Subject/ })).textContent).toBe('SubjectGateway movedGateway setup');
  expect(dialog.getByRole('row', { name: /Cost/ }).textContent).toBe('Cost130.0090.50');
  api.change({ supportRequests: { update: makeSupportRequest() } });
  await person.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await screen.findByText('The support request has been changed.');
  expect(api.getCalls('supportRequests.update').at(-1)?.body).toEqual({
    date: '2026-11-05',
    type: 'E-mail',
    subject: 'Gateway setup',
    minutes: 45,
    cost: 90.5,
    version: 2,
  });
});
