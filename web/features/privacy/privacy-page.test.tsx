import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { CompanyExport } from '#contract/privacy/privacy.ts';
import { makeCurrentUser, makeToken } from '../../api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '../../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../../api/testing/mock-api.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';

const waiting: CompanyExport = {
  id: '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a01',
  state: 'waiting',
  requestedAt: '2026-11-20T08:00:00.000Z',
  requestedBy: 'Ada Lovelace',
  finishedAt: null,
  expiresAt: '2026-11-21T08:00:00.000Z',
  contents: null,
};

const ready: CompanyExport = {
  ...waiting,
  id: '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a02',
  state: 'ready',
  finishedAt: '2026-11-20T08:01:00.000Z',
  expiresAt: '2026-11-27T08:01:00.000Z',
  contents: { bytes: 2_400_000, rows: 12_345, files: 1 },
};

function open(
  listExports: NonNullable<MockedEndpoints['privacy']>['listExports'],
  more: MockedEndpoints['privacy'] = {},
) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    privacy: { listExports, ...more },
  });
  renderPage(PrivacyPage, '/settings/privacy');
  return { api, person: userEvent.setup() };
}

const requestButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Request export' });

test('a requested export is in preparation, and another one cannot be requested meanwhile', async () => {
  let stored: CompanyExport[] = [];
  const { api, person } = open(() => stored, {
    createExport: () => {
      stored = [waiting];
      return waiting;
    },
  });
  await screen.findByText('There is no export to download.');
  await person.click(requestButton());
  const row = await screen.findByRole('row', { name: /Ada Lovelace/ });
  within(row).getByText('In preparation');
  expect(requestButton().disabled).toBe(true);
  expect(api.getCalls('privacy.createExport')).toHaveLength(1);
});

test('a ready export shows what it holds and is saved by its name', async () => {
  const { api, person } = open([ready, { ...waiting, state: 'failed' }], { getExportFile: new Blob(['archive']) });
  const row = await screen.findByRole('row', { name: /12,345 rows/ });
  within(row).getByText(/2\.4 MB: 12,345 rows, 1 file/);
  within(row).getByText(/^Deleted on 27 Nov 2026/);
  screen.getByText('Request another export. If it fails too, contact support.');
  await person.click(within(row).getByRole('button', { name: /^Download the export of 20 Nov 2026/ }));
  await vi.waitFor(() => expect(api.getCalls('privacy.getExportFile')).toMatchObject([{ params: { id: ready.id } }]));
});

test('failures are shown: of the list, of a request and of a download', async () => {
  const { person } = open([ready], {
    createExport: new MockedProblem('privacy.export-waiting'),
    getExportFile: new MockedProblem('files.not-found'),
  });
  await person.click(await screen.findByRole('button', { name: /^Download the export/ }));
  await screen.findByRole('alert');
  await person.click(requestButton());
  await screen.findByText('An export is already being prepared.');
});

test('a list that cannot be loaded says so', async () => {
  open(new MockedProblem('service.unavailable'));
  await screen.findByRole('button', { name: /again/i });
});
