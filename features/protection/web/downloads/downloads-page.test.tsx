import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, MockedRows, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { DownloadsPage } from './downloads-page.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const waiting: RowFile = {
  id: '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a01',
  kind: 'messages',
  filter: { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z', status: ['Failed'] },
  format: 'csv',
  state: 'waiting',
  failure: null,
  requestedAt: '2026-11-20T08:00:00.000Z',
  expiresAt: '2026-11-21T08:00:00.000Z',
  rows: 250_000,
  total: 1_000_000,
  bytes: null,
};

const ready: RowFile = {
  ...waiting,
  id: '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a02',
  kind: 'requests',
  filter: { period: '2026-10' },
  state: 'ready',
  rows: 1_000_000,
  bytes: 240_000_000,
  expiresAt: '2026-11-27T08:01:00.000Z',
};

function open(listFiles: NonNullable<MockedEndpoints['exports']>['listFiles'], more: MockedEndpoints['exports'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['User'] }) },
    exports: { listFiles, ...more },
  });
  renderPage(DownloadsPage, '/settings/downloads');
  return { api, person: userEvent.setup() };
}

test('a file in preparation says how far it is, and is cancelled', async () => {
  let stored = [waiting];
  const deleteFile = () => {
    stored = [];
    return waiting.id;
  };
  const { api, person } = open(() => stored, { deleteFile });
  const row = await screen.findByRole('row', { name: /Messages/ });
  within(row).getByText('250,000 of 1,000,000 rows');
  within(row).getByText('1 Nov 2026, 0:00:00 – 30 Nov 2026, 23:59:59 · status: Failed');
  expect(within(row).getByRole('progressbar', { name: 'Prepared' }).getAttribute('aria-valuenow')).toBe('25');
  await person.click(within(row).getByRole('button', { name: 'Cancel Messages of 20 Nov 2026, 10:00:00' }));
  await screen.findByText('The preparation has been cancelled.');
  await screen.findByText(/Large downloads appear here/);
  expect(api.getCalls('exports.deleteFile')).toMatchObject([{ params: { id: waiting.id } }]);
});

test('a ready file says its size and end, and is saved by its name', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { person } = open([ready], { getFile: new MockedRows('"A"\r\n"1"\r\n', 'requests-2026-11-20.csv', 1) });
  const row = await screen.findByRole('row', { name: /Billed requests/ });
  within(row).getByText('240 MB, 1,000,000 rows');
  within(row).getByText('Deleted on 27 Nov 2026, 10:01:00');
  // Where the table is wider than the window, the buttons stay in view.
  const [head, cell] = [screen.getByRole('columnheader', { name: 'Actions' }), listCells(row).at(-1)];
  expect([head.dataset.actions, cell?.dataset.actions]).toEqual(['true', 'true']);
  await person.click(within(row).getByRole('button', { name: 'Download Billed requests of 20 Nov 2026, 10:00:00' }));
  await vi.waitFor(() => expect(saved).toEqual(['requests-2026-11-20.csv']));
});

test('a second click on Delete asks for nothing, while the first is answered and after it', async () => {
  const release = Promise.withResolvers<void>();
  const { api, person } = open([ready], {
    deleteFile: async () => {
      await release.promise;
      return ready.id;
    },
  });
  const row = await screen.findByRole('row', { name: /Billed requests/ });
  const remove = within(row).getByRole('button', { name: /^Delete/ });
  await person.dblClick(remove);
  release.resolve();
  await screen.findByText('The file has been deleted.');
  await person.click(remove);
  expect(api.getCalls('exports.deleteFile')).toHaveLength(1);
});

test('a file that may not be downloaded any more says why, and so do those without content', async () => {
  const files: RowFile[] = [
    ready,
    { ...waiting, kind: 'audit', filter: {}, state: 'withdrawn' },
    { ...waiting, id: `${waiting.id.slice(0, -1)}9`, kind: 'usage', filter: {}, state: 'failed', failure: 'right' },
  ];
  const { person } = open(files, { getFile: new MockedProblem('exports.outdated') });
  await person.click(await screen.findByRole('button', { name: /^Download Billed requests/ }));
  await screen.findByText(/^Your rights or the masking of your company have changed/);
  within(screen.getByRole('row', { name: /Audit log/ })).getByText(/^Something in it has been deleted since/);
  within(screen.getByRole('row', { name: /Usage/ })).getByText(/^You no longer have the right/);
});

test('a list that cannot be loaded is loaded again on demand', async () => {
  let answer: RowFile[] | MockedProblem = new MockedProblem('service.unavailable');
  const { person } = open(() => {
    if (answer instanceof MockedProblem) throw answer;
    return answer;
  });
  const retry = await screen.findByRole('button', { name: /again/i });
  answer = [];
  await person.click(retry);
  await screen.findByText(/Large downloads appear here/);
});
