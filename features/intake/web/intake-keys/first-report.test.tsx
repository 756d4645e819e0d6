import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { IntakeKey } from '#features/intake/contract/intake-keys.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { IntakeKeysPage } from './intake-keys-page.tsx';

const secret = `stwk_${'a'.repeat(39)}WXYZ`;
const key: IntakeKey = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  name: 'Helpdesk',
  hint: 'Ab_9',
  createdAt: '2026-11-01T08:30:00.000Z',
  createdBy: 'Maarja Kask',
  limits: 'unused',
  lastUsedAt: null,
  previousUntil: null,
  revokedAt: null,
  integrations: [],
  version: 1,
};
const id = '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d40';

test('the example that has come is read and removed from the page of its key', async () => {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    intakeKeys: {
      list: [],
      create: { ...key, secret },
      getReports: {
        ...key,
        acceptedAt: '2026-11-03T10:00:05.000Z',
        silenceHours: null,
        silentSince: null,
        failingSince: null,
        days: [],
        unread: [],
      },
    },
    skills: { list: [] },
    analytics: { findConversation: { id } },
    erasures: {
      deleteConversation: {
        id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d41',
        kind: 'conversation',
        subjectId: id,
        state: 'done',
        requestedAt: '2026-11-03T10:01:00.000Z',
        finishedAt: '2026-11-03T10:01:00.000Z',
        conversations: 1,
        messages: 4,
        requests: 0,
        files: 0,
      },
    },
  });
  renderPage(IntakeKeysPage, '/integrations/intake');
  const person = userEvent.setup();
  await screen.findByText("You don't have any intake keys yet.");
  await person.click(screen.getByRole('button', { name: 'Create key' }));
  await person.click(await screen.findByLabelText('Name'));
  await person.paste('Helpdesk');
  await person.keyboard('{Enter}');
  await person.selectOptions(await screen.findByLabelText('Which assistant do you connect?'), 'OpenTelemetry');
  await screen.findByText(/^Received at /);
  expect(screen.queryByRole('button', { name: 'Remove the example' })).toBeNull();
  await person.selectOptions(screen.getByLabelText('Which assistant do you connect?'), 'Own program');
  const removal = await screen.findByRole('button', { name: 'Remove the example' });
  expect(screen.getByRole('link', { name: 'Read it' }).getAttribute('href')).toContain(`record=${id}`);
  const { externalId } = api.getCalls('analytics.findConversation')[0]?.query ?? {};
  expect(screen.getByLabelText('Test from the command line').textContent).toContain(String(externalId));
  await person.click(removal);
  await screen.findByText('The example has been removed.');
  expect(api.getCalls('erasures.deleteConversation')).toMatchObject([{ params: { id } }]);
  expect(screen.queryByRole('link', { name: 'Read it' })).toBeNull();
});
