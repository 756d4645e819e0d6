import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockApi, MockedRows } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { assistant, erp, session, slack } from '../testing/integrations.ts';
import { IntegrationsListPage } from './integrations-list-page.tsx';

/** jsdom measures every row as 0 pixels high, and then all of them would be in view. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38);
});

async function openList() {
  const exports = { listIntegrations: new MockedRows('"Integration ID"\r\n"1"\r\n', 'integrations-2026-11-20.csv', 1) };
  const api = mockApi({ session, integrations: { list: [assistant, erp, slack] }, exports });
  renderPage(IntegrationsListPage, '/connections');
  await screen.findByText('3 integrations');
  return { api, person: userEvent.setup() };
}

test('several integrations are selected, cleared by Escape, and deleted together', async () => {
  const { api, person } = await openList();
  await person.click(screen.getByRole('checkbox', { name: 'Select Finance (North)' }));
  screen.getByText('1 selected');
  await person.keyboard('{Escape}');
  expect(screen.queryByText('1 selected')).toBeNull();
  await person.click(screen.getByRole('checkbox', { name: 'Select Finance (North)' }));
  await person.click(screen.getByRole('button', { name: 'Select all 3' }));
  expect(screen.queryByRole('button', { name: /^Select all \d/ })).toBeNull();
  await person.click(screen.getByRole('checkbox', { name: 'Select All hands' }));
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 integrations' });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
  api.change({ integrations: { deleteMany: [assistant.id, erp.id], list: [slack] } });
  await fill(person, within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('2 integrations have been deleted.');
  expect(api.getCalls('integrations.deleteMany').map(({ body }) => body)).toEqual([[assistant.id, erp.id]]);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Finance (North)' })).toBeNull());
  screen.getByRole('link', { name: 'All hands' });
  expect(screen.queryByText(/selected$/)).toBeNull();
});

test('the listed integrations are downloaded with their filters, and the selected ones alone', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { api, person } = await openList();
  const choose = async (format: string) => {
    await person.click(await screen.findByRole('button', { name: 'Download integrations' }));
    await person.click(await screen.findByRole('menuitem', { name: format }));
  };
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
  await choose('CSV');
  await person.click(screen.getByRole('checkbox', { name: 'Select All hands' }));
  await choose('CSV for Excel, Selected integrations');
  await vi.waitFor(() => expect(api.getCalls('exports.listIntegrations')).toHaveLength(2));
  expect(api.getCalls('exports.listIntegrations').map(({ body }) => body)).toEqual([
    { status: 'Active', format: 'csv' },
    { integrations: [slack.id], format: 'excel' },
  ]);
});
