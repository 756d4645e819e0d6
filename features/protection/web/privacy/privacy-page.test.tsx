import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Erasure, Person } from '#features/protection/contract/erasures.ts';
import type { CompanyExport } from '#features/protection/contract/privacy.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { RetentionPage } from './retention-page.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const waiting: CompanyExport = {
  id: '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a01',
  state: 'waiting',
  failure: null,
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

interface Options {
  erasures?: MockedEndpoints['erasures'];
  path?: string;
}

function open(
  listExports: NonNullable<MockedEndpoints['privacy']>['listExports'],
  more: MockedEndpoints['privacy'] = {},
  { erasures, path = '/settings/privacy' }: Options = {},
) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    privacy: { listExports, ...more },
    erasures: { list: [], ...erasures },
  });
  const page = renderPage(PrivacyPage, path);
  return { api, person: userEvent.setup(), ...page };
}

function openRetention(retention: MockedEndpoints['retention']) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    retention: { get: { contentDays: null, sumsDays: null, version: 1 }, ...retention },
  });
  renderPage(RetentionPage, '/settings/privacy/retention');
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
  const others = [
    { ...waiting, id: `${waiting.id.slice(0, -1)}7`, state: 'failed', failure: 'error' },
    { ...waiting, id: `${waiting.id.slice(0, -1)}8`, state: 'failed', failure: 'disk' },
    { ...waiting, id: `${waiting.id.slice(0, -1)}9`, state: 'withdrawn', requestedBy: '' },
  ] as const;
  const { api, person } = open([ready, ...others], { getExportFile: new Blob(['archive']) });
  const row = await screen.findByRole('row', { name: /12,345 rows/ });
  within(row).getByText(/2\.4 MB: 12,345 rows, 1 file/);
  within(row).getByText(/^Deleted on 27 Nov 2026/);
  const [, state] = listCells(row);
  expect(state?.textContent).toMatch(/^Ready20 Nov 2026, \d\d:01:00$/);
  screen.getByText('Request another export. If it fails too, contact support.');
  screen.getByText(/^The portal has no space left for files\./);
  screen.getByText(/^Something in it has been deleted since\./);
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

const person: Person = {
  id: '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a07',
  name: 'Mari Tamm',
  ids: ['m-7', 'mari@tamm.example'],
  isUser: false,
  conversations: 12,
};
const erasure: Erasure = {
  id: '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a08',
  kind: 'person',
  subjectId: person.id,
  state: 'done',
  requestedAt: '2026-11-20T08:00:00.000Z',
  finishedAt: '2026-11-20T08:00:05.000Z',
  conversations: 12,
  messages: 40,
  requests: 0,
  files: 2,
};

test('a person is found, and erased for a reason after what is deleted and kept was shown', async () => {
  let stored: Erasure[] = [];
  const { api, person: reader } = open(
    [],
    {},
    {
      erasures: {
        list: () => stored,
        listPersons: ({ query }) => (query.search === 'm-7' ? [person] : []),
        getPerson: { ...person, messages: 40, mails: 0, requests: 3, auditEntries: 2 },
        erasePerson: () => {
          stored = [{ ...erasure, state: 'waiting' }];
          return stored[0]!;
        },
      },
    },
  );
  await reader.type(await screen.findByLabelText(/Name, e-mail address or ID/), 'm-8{Enter}');
  await screen.findByText(/Nothing is stored about a person/);
  await reader.clear(screen.getByLabelText(/Name, e-mail address or ID/));
  await reader.type(screen.getByLabelText(/Name, e-mail address or ID/), 'm-7{Enter}');
  await reader.click(await screen.findByRole('button', { name: 'Erase Mari Tamm' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase Mari Tamm' });
  await within(dialog).findByText(/12 conversations with 40 messages/);
  within(dialog).getByText(/3 requests, without a text/);
  await reader.click(within(dialog).getByRole('button', { name: 'Erase person' }));
  await within(dialog).findByText('Please enter DELETE to confirm the deletion');
  await fill(reader, within(dialog).getByLabelText('Type DELETE to confirm'), 'DELETE');
  await reader.click(within(dialog).getByRole('button', { name: 'Erase person' }));
  await within(dialog).findByText('Enter a reason of at least 10 characters.');
  await fill(reader, within(dialog).getByLabelText(/Reason/), 'A request of the person');
  await reader.click(within(dialog).getByRole('button', { name: 'Erase person' }));
  within(await screen.findByRole('row', { name: /12 conversations, 40 messages/ })).getByText('Running');
  expect(api.getCalls('erasures.erasePerson')).toMatchObject([
    { params: { id: person.id }, body: { reason: 'A request of the person' } },
  ]);
});

test('the field says whose rows are shown, also after Back', async () => {
  const { person: reader, router } = open([], {}, { erasures: { listPersons: [person] } });
  const field = () => screen.getByLabelText<HTMLInputElement>('Name, e-mail address or ID').value;
  for (const name of ['mari', 'tamm']) {
    const input = await screen.findByLabelText('Name, e-mail address or ID');
    await reader.clear(input);
    await fill(reader, input, name);
    await reader.click(screen.getByRole('button', { name: 'Find' }));
  }
  await screen.findByRole('row', { name: /Mari Tamm/ });
  act(() => router.history.back());
  await vi.waitFor(() => expect(field()).toBe('mari'));
});

test('a link opens with a person, whose data and certificate are saved', async () => {
  const { api, person: reader } = open(
    [],
    {},
    {
      path: '/settings/privacy?person=mari%40tamm.example',
      erasures: {
        list: [erasure],
        listPersons: [person],
        exportPerson: new Blob(['{}']),
        getCertificate: new Blob(['{}']),
      },
    },
  );
  await reader.click(await screen.findByRole('button', { name: 'Export the data of Mari Tamm' }));
  await reader.click(screen.getByRole('button', { name: /^Download the certificate of 20 Nov 2026/ }));
  await vi.waitFor(() => expect(api.getCalls('erasures.getCertificate')).toHaveLength(1));
  expect(api.getCalls('erasures.exportPerson')).toMatchObject([{ params: { id: person.id } }]);
});

test('a refused erasure says why in its dialog', async () => {
  const { person: reader } = open(
    [],
    {},
    {
      path: '/settings/privacy?person=m-7',
      erasures: {
        listPersons: [person],
        getPerson: { ...person, messages: 40, mails: 0, requests: 0, auditEntries: 0 },
        erasePerson: new MockedProblem('erasures.waiting'),
      },
    },
  );
  await reader.click(await screen.findByRole('button', { name: 'Erase Mari Tamm' }));
  const dialog = await screen.findByRole('dialog');
  await fill(reader, await within(dialog).findByLabelText(/Reason/), 'A request of the person');
  await fill(reader, within(dialog).getByLabelText('Type DELETE to confirm'), 'DELETE');
  await reader.click(within(dialog).getByRole('button', { name: 'Erase person' }));
  await within(dialog).findByText('This is already being deleted.');
});

test('a retention says what it deletes before it is saved', async () => {
  let stored = { contentDays: null as number | null, sumsDays: null as number | null, version: 1 };
  const { api, person: reader } = openRetention({
    get: () => stored,
    preview: { content: { before: '2026-08-25', conversations: 12_340 }, sums: null },
    update: ({ body }) => {
      stored = { contentDays: body.contentDays, sumsDays: body.sumsDays, version: 2 };
      return stored;
    },
  });
  await reader.type(await screen.findByLabelText(/Keep texts and images/), '90');
  await reader.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the text of 12,340 conversations?' });
  expect(dialog.textContent).toContain('12,340 conversations from before 25 Aug 2026 would lose their text.');
  await reader.click(within(dialog).getByRole('button', { name: 'Save and delete' }));
  expect(api.getCalls('retention.update')).toHaveLength(0);
  await reader.type(within(dialog).getByRole('textbox'), 'DELETE');
  await reader.click(within(dialog).getByRole('button', { name: 'Save and delete' }));
  await screen.findByText('The retention has been saved.');
  expect(api.getCalls('retention.update')).toMatchObject([{ body: { contentDays: 90, sumsDays: null, version: 1 } }]);
});

test('a wrong retention is refused under its field, and a stale one in the dialog', async () => {
  const wrong = new MockedProblem('request.invalid', {
    fields: [{ path: 'contentDays', message: 'Keep them for at least 30 days.' }],
  });
  const { api, person: reader } = openRetention({ preview: wrong });
  // Never as null, which keeps them without an end.
  await reader.type(await screen.findByLabelText(/Keep texts and images/), '7OO');
  await reader.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Keep them for at least 30 days.');
  expect(api.getCalls('retention.preview')).toMatchObject([{ body: { contentDays: 0 } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  api.change({
    retention: { preview: { content: null, sums: null }, update: new MockedProblem('record.stale') },
  });
  await reader.clear(screen.getByLabelText(/Keep texts and images/));
  await reader.type(screen.getByLabelText(/Keep conversations/), '400');
  await reader.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog');
  await reader.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByRole('alert');
});

test('a list that cannot be loaded says so', async () => {
  open(new MockedProblem('service.unavailable'));
  await screen.findByRole('button', { name: /again/i });
});
