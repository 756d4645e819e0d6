import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MockedProblem, MockedRows } from '#web/api/testing/mock-api.ts';
import { findRow, openLogs } from '../testing/open-logs.tsx';

const makeFile = (state: 'ready' | 'waiting') => ({
  id: crypto.randomUUID(),
  kind: 'requests' as const,
  filter: { period: '2026-10' },
  format: 'csv' as const,
  state,
  failure: null,
  requestedAt: '2026-11-20T08:00:00.000Z',
  expiresAt: '2026-11-21T08:00:00.000Z',
  rows: 1,
  total: 1,
  bytes: 1,
});

const menu = () => screen.findByRole('button', { name: 'Download conversations' });

/** Names of the files that the browser was asked to save. */
function watchSavedFiles(): string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

test('what the filter shows is downloaded in the chosen format, of all pages', async () => {
  const saved = watchSavedFiles();
  const file = new MockedRows('"A"\r\n"1"\r\n', 'conversations-2020-01-05.csv', 1);
  const { api, person } = openLogs('/analytics/logs?status=Failed&page=3', {
    endpoints: { exports: { listConversations: file } },
  });
  await findRow('Skill 41');
  await person.click(await menu());
  await person.click(await screen.findByRole('menuitem', { name: 'CSV for Excel, Conversations' }));
  await vi.waitFor(() => expect(saved).toEqual(['conversations-2020-01-05.csv']));
  const [call] = api.getCalls('exports.listConversations');
  expect(Object.keys(call?.body as object).toSorted()).toEqual(['format', 'from', 'status', 'to']);
  expect(call?.body).toMatchObject({ status: ['Failed'], format: 'excel' });
  await menu();
});

test('a running download is cancelled, and nothing is saved', async () => {
  const saved = watchSavedFiles();
  const never = () => new Promise<never>(() => undefined);
  const { person } = openLogs('/analytics/logs', { endpoints: { exports: { listMessages: never } } });
  await findRow('Skill 1');
  await person.click(await menu());
  await person.click(await screen.findByRole('menuitem', { name: 'JSON Lines, Messages' }));
  await screen.findByRole('progressbar', { name: 'Downloaded' });
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await menu();
  expect(saved).toEqual([]);
});

test('a download that is refused says why', async () => {
  const { person } = openLogs('/analytics/logs', {
    endpoints: { exports: { listConversations: new MockedProblem('exports.busy') } },
  });
  await findRow('Skill 1');
  await person.click(await menu());
  await person.click(await screen.findByRole('menuitem', { name: 'CSV, Conversations' }));
  await screen.findByText(/^Other downloads of your company are still running/);
});

test('more rows than a download brings are prepared as a file with the same filter', async () => {
  const createFile = new MockedProblem('exports.files-waiting');
  const { api, person } = openLogs('/analytics/logs?status=Failed', {
    endpoints: {
      exports: {
        listMessages: new MockedProblem('exports.too-large'),
        createFile,
        listFiles: [makeFile('ready'), makeFile('ready'), makeFile('waiting')],
      },
    },
  });
  await findRow('Skill 1');
  await person.click(await menu());
  await person.click(await screen.findByRole('menuitem', { name: 'JSON Lines, Messages' }));
  await person.click(await screen.findByRole('button', { name: 'Prepare the file' }));
  await screen.findByText(/^Other files are still being prepared/);
  const [call] = api.getCalls('exports.createFile');
  expect(call?.body).toMatchObject({ kind: 'messages', filter: { status: ['Failed'] }, format: 'jsonl' });
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(await menu());
  expect((await screen.findByRole('menuitem', { name: 'My files (2)' })).getAttribute('href')).toBe(
    '/settings/downloads',
  );
});

test('no file is offered where no conversation is found', async () => {
  openLogs('/analytics/logs', { analytics: { listConversations: { payloads: [], size: 0 } } });
  await vi.waitFor(async () => expect(await menu()).toHaveProperty('disabled', true));
});
