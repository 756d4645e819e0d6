import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { EditUserPage } from './edit-user-page.tsx';
import { noFigures, openUserForm } from './testing/open-user-form.tsx';
import { bo, currentUser } from './testing/people.ts';

const openEdit = (analytics: MockedEndpoints['analytics'] = {}, capabilities = currentUser.capabilities) =>
  openUserForm(
    EditUserPage,
    `/users/${bo.id}`,
    { get: bo, update: bo },
    { pattern: '/users/$id', analytics, user: { capabilities } },
  );

const conversation = {
  _id: '0190a7c0-0000-7000-8000-000000000001',
  date: '2026-11-05T22:30:00.000Z',
  skill: 'Leave requests',
  user: { firstName: 'Bo', lastName: 'Hannula' },
  messages: 4,
  status: 'Failed' as const,
  approvedAt: null,
};

const getLink = (name: string) => decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '');

test('the month of a user leads to the log and to the requests, and the last conversations to themselves', async () => {
  await openEdit({
    getUserStats: { ...noFigures, conversations: 1234, messages: 5000, requests: 17, cost: 8.5 },
    listConversations: { payloads: [conversation], size: 12 },
  });
  await screen.findByText('€8.50');
  screen.getByText('Figures of November 2026, and the last conversations.');
  expect(getLink('1,234')).toBe(`/analytics/logs?from=2026-11-01&to=2026-11-30&users=${bo.id}`);
  expect(getLink('17')).toBe(`/settings/usage?period=2026-11&skill=all~2026-11-01~2026-11-30~${bo.id}`);
  const list = await screen.findByRole('list', { name: 'Last conversations' });
  expect(within(list).getByRole('listitem').textContent).toBe('6 Nov 2026, 0:30:00Leave requestsFailed');
  expect(getLink('6 Nov 2026, 0:30:00')).toBe(
    `/analytics/logs?from=2026-11-06&to=2026-11-06&users=${bo.id}&record=${conversation._id}`,
  );
  expect(getLink('All 12 conversations')).toContain(`users=${bo.id}`);
});

test('a user without conversations says so', async () => {
  await openEdit();
  await screen.findByText('No conversation has been reported for this user.');
});

test('a failed load of either can be repeated, and the form stays', async () => {
  const { api, person } = await openEdit({
    getUserStats: new MockedProblem('internal'),
    listConversations: { payloads: [conversation], size: 1 },
  });
  await screen.findByRole('list', { name: 'Last conversations' });
  api.change({ analytics: { getUserStats: { ...noFigures, cost: 3.25 } } });
  await person.click(screen.getByRole('button', { name: /Try again/ }));
  await screen.findByText('€3.25');
});

test('who may read neither transcripts of others nor billing sees neither, with the reason', async () => {
  const withheld = ['transcripts.read-all', 'billing.read'];
  const { api } = await openEdit(
    { getUserStats: { ...noFigures, conversations: 3 } },
    currentUser.capabilities.filter((capability) => !withheld.includes(capability)),
  );
  await screen.findByText(/restricted access to the transcripts of others/);
  await screen.findByText('3');
  expect(screen.queryByText('Cost, excl. VAT')).toBeNull();
  expect(screen.queryByText('Requests')).toBeNull();
  expect(api.getCalls('analytics.listConversations')).toEqual([]);
});
