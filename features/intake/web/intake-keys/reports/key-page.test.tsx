import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { KeyReports } from '#features/intake/contract/key-reports.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { KeyPage } from './key-page.tsx';

const reports: KeyReports = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  name: 'Production',
  hint: 'Ab_9',
  revokedAt: null,
  acceptedAt: '2026-11-03T10:00:05.000Z',
  silenceHours: 72,
  silentSince: null,
  failingSince: null,
  days: [
    { date: '2026-11-03', accepted: 1200, late: 3, ignored: 7, rejected: [{ reason: 'fields', items: 4 }] },
    {
      date: '2026-11-02',
      accepted: 800,
      late: 0,
      ignored: 0,
      rejected: [
        { reason: 'time', items: 9 },
        { reason: 'fields', items: 1 },
      ],
    },
  ],
  unread: [],
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(intakeKeys: MockedEndpoints['intakeKeys']) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    intakeKeys,
  });
  renderPage(KeyPage, `/integrations/intake/${reports.id}`, '/integrations/intake/$id');
  return { api, person: userEvent.setup() };
}

test('a key shows what became of its reports, by day and reason', async () => {
  await open({ getReports: reports });
  await screen.findByRole('heading', { level: 1, name: 'Production' });
  const [, latest] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(latest?.textContent).toContain('1,200374Invalid fields 4');
  screen.getByText('history, accepted');
  expect(within(latest!).getByRole('link').getAttribute('href')).toMatch(/logs\?from=.*2026-11-03.*to=.*2026-11-03/);
  const items = within(screen.getByRole('region', { name: 'Why items were rejected' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent?.split(':')[0])).toEqual([
    'Time out of range (9)',
    'Invalid fields (5)',
  ]);
  screen.getByText('2,000');
  screen.getByText('Last accepted 3 Nov 2026, 12:00:05.');
});

test('a key shows the attributes that look like something that is read, and says where there are none', async () => {
  const seenAt = '2026-11-03T10:00:05.000Z';
  const { api } = await open({
    getReports: {
      ...reports,
      unread: [
        { name: 'acme.chat.id', kind: 'conversation', isMissed: true, seenAt },
        { name: 'acme.prompt', kind: 'text', isMissed: false, seenAt },
      ],
    },
  });
  const table = await screen.findByRole('table', { name: 'Attributes that are not read' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'AttributeLooks likeSaid by another attributeLast seen',
    'acme.chat.idThe ID of a conversationNo3 Nov 2026, 12:00:05',
    'acme.promptThe text of a messageYes3 Nov 2026, 12:00:05',
  ]);
  expect(api.getCalls('intakeKeys.getReports')).toHaveLength(1);
});

test('a key without such attributes says so', async () => {
  await open({ getReports: reports });
  await screen.findByText(/No attribute of the last 30 days looks like a conversation, user, skill or text/);
});

test('a silent and failing key says since when', async () => {
  const since = '2026-11-06T10:00:05.000Z';
  await open({ getReports: { ...reports, silentSince: since, failingSince: since } });
  await screen.findByText(/Nothing was accepted since 3 Nov 2026, 12:00:05/);
  screen.getByText(/High rejection rate since/);
});

test('the hours of silence are changed, and a failure puts them back', async () => {
  const { api, person } = await open({ getReports: reports, updateAlerts: { ...reports, silenceHours: 6 } });
  const choice = await screen.findByLabelText<HTMLSelectElement>('Alert me when nothing arrives for');
  expect(choice.value).toBe('72');
  await person.selectOptions(choice, '6 hours');
  await screen.findByText('You are notified after 6 hours of silence.');
  api.change({ intakeKeys: { updateAlerts: new MockedProblem('intake.key-revoked') } });
  await person.selectOptions(choice, 'Never');
  await screen.findByText('This intake key has been revoked.');
  expect(api.getCalls('intakeKeys.updateAlerts').map(({ body }) => body)).toEqual([
    { silenceHours: 6 },
    { silenceHours: null },
  ]);
});

test('a key without reports leads to a dry run', async () => {
  await open({ getReports: { ...reports, acceptedAt: null, days: [] } });
  await screen.findByText('Nothing has been reported with this key.');
  screen.getByText('Nothing was accepted yet.');
});

test('an unknown key is not found', async () => {
  await open({ getReports: new MockedProblem('record.not-found') });
  await screen.findByRole('heading', { name: 'Intake key' });
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});
