import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { LogImport } from '#features/imports/contract/log-imports.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ImportPage } from './import-page.tsx';
import { makeImportPreview, makeLogImport, settings } from './testing/imports.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(stored: LogImport, endpoints: MockedEndpoints['logImports'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    logImports: { get: stored, list: [stored], preview: makeImportPreview(), ...endpoints },
  });
  renderPage(ImportPage, `/integrations/intake/imports/${stored.id}`, '/integrations/intake/imports/$id');
  await screen.findByRole('heading', { level: 1, name: 'chats.csv' });
  return { api, person: userEvent.setup() };
}

test('the settings that are found are shown with what they make, and each change is read again', async () => {
  const running = makeLogImport({ state: 'running', startedAt: '2026-11-20T08:00:00.000Z', settings });
  const { api, person } = await open(makeLogImport(), { start: running });
  await screen.findByText('3 records: 1 conversation.');
  screen.getByText('The first dates fit both orders. Check them below.');
  screen.getByText('No date, or not in the chosen format');
  screen.getByText(/^Optional columns \(\d+\)$/);
  expect(api.getCalls('logImports.preview')[0]?.body).toEqual({});
  await person.selectOptions(screen.getByLabelText('Skill'), 'when');
  await person.click(screen.getByLabelText('customer'));
  await person.click(screen.getByLabelText(/^Bill imported conversations/));
  const changed = {
    ...settings,
    billed: true,
    csv: {
      ...settings.csv,
      columns: { ...settings.csv?.columns, skill: 1 },
      assistantValues: ['helper', 'customer'],
    },
  };
  await waitFor(() => expect(api.getCalls('logImports.preview').at(-1)?.body).toEqual({ settings: changed }));
  api.change({ logImports: { get: running } });
  await person.click(screen.getByRole('button', { name: 'Start import' }));
  await screen.findByRole('button', { name: 'Cancel import' });
  expect(api.getCalls('logImports.start')[0]?.body).toEqual({ settings: changed });
});

test('columns that are missing keep it from starting', async () => {
  const faults = [{ path: 'settings.csv.columns.date', message: 'Choose a column.' }];
  const columns = { ...settings.csv?.columns, date: undefined };
  const incomplete = { ...settings, ...(settings.csv && { csv: { ...settings.csv, columns } }) };
  await open(makeLogImport(), { preview: makeImportPreview({ faults, settings: incomplete }) });
  await screen.findByText('Date and time: Choose a column.');
  expect(screen.getByLabelText('Date and time').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start import' }).disabled).toBe(true);
});

test('a fault that is no column is shown in its own words', async () => {
  const faults = [{ path: 'settings.csv.assistantValues', message: 'Choose who the assistant is.' }];
  await open(makeLogImport(), { preview: makeImportPreview({ faults }) });
  await screen.findByRole('heading', { name: 'What is missing before the import can start' });
  screen.getByText('Choose who the assistant is.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start import' }).disabled).toBe(true);
});

test('another column of dates is read in the format that fits it', async () => {
  const other = makeImportPreview();
  other.found.dateFormats = ['seconds'];
  const { api, person } = await open(makeLogImport());
  await screen.findByText('3 records: 1 conversation.');
  api.change({ logImports: { preview: other } });
  await person.selectOptions(screen.getByLabelText('Date and time'), 'said');
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Date format').value).toBe('seconds'));
  await screen.findByText('The first dates fit.');
  await person.selectOptions(screen.getByLabelText('Date format'), 'iso');
  await screen.findByText('The first dates do not fit this format.');
  await person.type(screen.getByLabelText('Rows above the table'), '2');
  const lastCsv = () =>
    (api.getCalls('logImports.preview').at(-1)?.body as { settings?: typeof settings } | undefined)?.settings?.csv;
  await waitFor(() => expect(lastCsv()?.skippedRows).toBe(2));
  const formats = api
    .getCalls('logImports.preview')
    .map(({ body }) => (body as { settings?: typeof settings }).settings);
  expect(formats.map((each) => each?.csv?.dateFormat)).toEqual([undefined, 'day-first', 'seconds', 'iso', 'iso']);
});

test('a file without a conversation cannot be imported', async () => {
  await open(makeLogImport(), { preview: makeImportPreview({ isWhole: false, totalConversations: 0 }) });
  await screen.findByText('Nothing can be imported with these settings. See below why.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start import' }).disabled).toBe(true);
});

test('a file that is no log says why', async () => {
  await open(makeLogImport(), { preview: new MockedProblem('imports.unreadable') });
  await screen.findByText(/This file could not be read as a log\./);
  screen.getByRole('button', { name: 'Try again' });
});

test('a failed import says why, and continues with its settings', async () => {
  const failed = makeLogImport({
    state: 'failed',
    failure: 'suspended',
    settings,
    startedAt: '2026-11-20T08:00:00.000Z',
    readBytes: 6000,
    records: 50,
    conversations: 9,
    messages: 40,
    known: 2,
  });
  const running = { ...failed, state: 'running', failure: null } as const;
  const { api, person } = await open(failed, { start: running });
  await screen.findByText('50 records read, 9 conversations with 40 messages stored, 2 already there.');
  screen.getByText(/Your company is suspended/);
  api.change({ logImports: { get: running } });
  await person.click(screen.getByRole('button', { name: 'Continue import' }));
  await screen.findByRole('button', { name: 'Cancel import' });
  expect(api.getCalls('logImports.start')[0]?.body).toEqual({ settings });
});

test('a finished import is undone for a reason', async () => {
  const done = makeLogImport({
    state: 'finished',
    settings: { ...settings, billed: true },
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:05:00.000Z',
    fileUntil: null,
    conversations: 9,
    messages: 40,
  });
  const undo = { state: 'done', conversations: 9, messages: 40, finishedAt: '2026-11-20T09:00:00.000Z' } as const;
  const { api, person } = await open(done, { undo: { ...done, undo } });
  api.change({ logImports: { get: { ...done, undo } } });
  await screen.findByText(/^Started 20 Nov 2026, \d\d:00:00, ended 20 Nov 2026, \d\d:05:00\.$/);
  await person.click(await screen.findByRole('button', { name: 'Undo import' }));
  await screen.findByText('Billed requests stay in usage and invoices, without any text.');
  await person.type(screen.getByLabelText('Reason'), 'The wrong columns');
  await person.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE');
  await person.click(screen.getByRole('button', { name: 'Delete conversations' }));
  await screen.findByText(/^Undone: 9 conversations with 40 messages deleted, ended 20 Nov 2026, \d\d:00:00\.$/);
  expect(api.getCalls('logImports.undo')[0]?.body).toEqual({ reason: 'The wrong columns' });
});

test('an interrupted upload continues with the same file alone', async () => {
  const content = 'a'.repeat(12);
  const uploading = makeLogImport({ state: 'uploading', chunks: 0, bytes: 12 });
  const { api, person } = await open(uploading, { createChunk: { ...uploading, chunks: 1, state: 'ready' } });
  await person.upload(await screen.findByLabelText('The same file'), new File(['other'], 'other.csv'));
  await screen.findByText(/This is another file\./);
  expect(api.getCalls('logImports.createChunk')).toHaveLength(0);
  await person.upload(screen.getByLabelText('The same file'), new File([content], 'chats.csv'));
  await screen.findByText('3 records: 1 conversation.');
  expect(api.getCalls('logImports.createChunk')).toHaveLength(1);
});
