import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ImportsPage } from './imports-page.tsx';
import { makeLogImport } from './testing/imports.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(endpoints: MockedEndpoints['logImports']) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    logImports: { list: [], ...endpoints },
  });
  renderPage(ImportsPage, '/integrations/intake/imports');
  await screen.findByRole('heading', { level: 1, name: 'Imports' });
  return { api, person: userEvent.setup() };
}

test('imports are listed with their state', async () => {
  const undo = { state: 'waiting', conversations: 1, messages: 2, finishedAt: null } as const;
  await open({
    list: [
      makeLogImport({ state: 'failed', conversations: 1200 }),
      makeLogImport({ id: 'c5f1c1de-3a5e-4c2f-9d68-0f1a2b3c4d5e', undo }),
    ],
  });
  await screen.findByText('Failed');
  screen.getByText('Being undone');
  screen.getByText('1,200');
});

test('a file is announced and uploaded, or refused with the reason', async () => {
  const uploading = makeLogImport({ state: 'uploading', chunks: 0, bytes: 5 });
  const { api, person } = await open({
    create: uploading,
    createChunk: { ...uploading, chunks: 1, state: 'ready' },
  });
  await screen.findByText('Nothing has been imported yet.');
  await person.upload(screen.getByLabelText('File of logs'), new File([], 'empty.csv'));
  await screen.findByText('This file is empty.');
  api.change({ logImports: { create: new MockedProblem('imports.limit') } });
  await person.upload(screen.getByLabelText('File of logs'), new File(['a,b,c'], 'chats.csv'));
  await screen.findByText(/the most it can have/);
  api.change({ logImports: { create: uploading } });
  await person.upload(screen.getByLabelText('File of logs'), new File(['a,b,c'], 'chats.csv'));
  await vi.waitFor(() => expect(api.getCalls('logImports.createChunk')).toHaveLength(1));
  expect(api.getCalls('logImports.create').at(-1)?.body).toEqual({ fileName: 'chats.csv', bytes: 5 });
});
