import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import type { LimitRequest } from '#features/money/contract/limits/limit-requests.ts';
import type { OwnerLimit } from '#features/money/contract/limits/owner-limits.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { renderPage } from '#web/testing/render-page.tsx';
// Imported here, because loading it lazily can exceed the time limit of a test.
import '../usage/budget/limit-dialog.tsx';
import { makeNotificationSettings } from '../usage/testing/open-usage.tsx';
import { toId } from '../usage/testing/usage.ts';
import './ask-for-more.tsx';
import { LimitRequestPage } from './limit-request-page.tsx';
import { OwnerLimitsPage } from './owner-limits-page.tsx';
import { OwnLimitPanel } from './own-limit-panel.tsx';

const seen = '2026-11-12T08:00:00.000Z';

const mari: OwnerLimit = {
  kind: 'person',
  owner: toId(1),
  name: 'Mari Maasikas',
  email: 'mari@acme.example',
  limit: null,
  action: 'stop',
  version: 1,
  applied: 20,
  spent: 20,
  denied: 3,
  deniedSince: seen,
  reachedOn: '2026-11-09',
};
const eachPerson = { limit: 20, action: 'stop' as const, version: 7 };
const saved = { limit: 30, action: 'stop' as const, version: 9 };

type Endpoints = Pick<MockedEndpoints, 'ownerLimits' | 'limitRequests'>;

function open(Page: () => ReactNode, path: string, endpoints: Endpoints, roles: Role[]) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles }) },
    notifications: { get: makeNotificationSettings(true) },
    ...endpoints,
  });
  renderPage(Page, path, path.split('?')[0] ?? '');
  return { api, person: userEvent.setup() };
}

const openLimits = (
  list: NonNullable<MockedEndpoints['ownerLimits']>['list'],
  query = '',
  roles: Role[] = ['SuperAdmin'],
) => open(OwnerLimitsPage, `/settings/usage/limits${query}`, { ownerLimits: { list, update: saved } }, roles);

test('persons near their limit are listed with what was denied, and get an own limit', async () => {
  const { api, person } = openLimits({ data: [mari], count: 1, eachPerson });
  await screen.findByText('Each person without an own limit may spend €20.00.');
  const row = within((await screen.findByText('mari@acme.example')).closest('tr') as HTMLElement);
  row.getByText('€20.00 · Limit reached since 9 Nov 2026');
  row.getByText(/^3 requests denied since 12 Nov/);
  row.getByText('of each person');
  await person.click(row.getByRole('button', { name: 'Set limit of Mari Maasikas' }));
  const dialog = within(await screen.findByRole('dialog'));
  await fill(person, dialog.getByLabelText('Limit in euros'), '30');
  await person.click(dialog.getByText('Confirm'));
  await screen.findByText('Limit of Mari Maasikas set to €30.00.');
  expect(api.getCalls('ownerLimits.update')[0]?.body).toEqual({
    kind: 'person',
    owner: mari.owner,
    limit: 30,
    version: 1,
    action: 'stop',
  });
});

test('a person without the right to see others gets the own limit alone, and reads why', async () => {
  const list = { data: [mari], count: 1, eachPerson };
  const { person } = openLimits(list, '', ['User']);
  await screen.findByText('mari@acme.example');
  const words = /^Your own limit alone: those of others are shown to those who may change limits or read people\.$/;
  screen.getByText(words);
  expect(screen.queryByRole('button', { name: /limit/ })).toBeNull();
  await person.selectOptions(screen.getByLabelText('Limits of'), 'department');
  expect(screen.queryByText(words)).toBeNull();
});

test('a search finds others, and kinds are in the address', async () => {
  const key = { ...mari, kind: 'key' as const, name: 'Chat', limits: 'reported' as const, spent: 0 };
  const { api, person } = openLimits(({ query }) =>
    query.search === undefined
      ? { data: query.kind === 'key' ? [key] : [], count: query.kind === 'key' ? 1 : 0, eachPerson }
      : { data: [], count: 0, eachPerson },
  );
  await screen.findByText(/Search for a person to set one\.$/);
  await fill(person, screen.getByLabelText('Search persons'), 'jüri');
  await screen.findByText('No person matches the search.');
  expect(api.getCalls('ownerLimits.list').at(-1)?.query).toEqual({ kind: 'person', search: 'jüri' });
  await person.selectOptions(screen.getByLabelText('Limits of'), 'key');
  await screen.findByText('Not stopped: it only reports');
  expect(screen.queryByRole('region', { name: 'Limit of each person' })).toBeNull();
});

test('who may not set limits sees them without buttons, and a failure can be retried', async () => {
  const { api, person } = openLimits(new MockedProblem('internal'), '?kind=department', ['Admin']);
  const again = await screen.findByText('Try again');
  const sales = { ...mari, kind: 'department' as const, owner: 'Sales', name: '=Sales' };
  api.change({ ownerLimits: { list: { data: [sales], count: 1, eachPerson } } });
  await person.click(again);
  await screen.findByText('=Sales');
  expect(screen.queryByRole('button', { name: /limit/ })).toBeNull();
});

test('everyone with a limit sees it in the profile, and asks for more', async () => {
  const getOwn = { limit: 20, action: 'stop' as const, spent: 16, denied: 2, deniedSince: seen, askedAt: null };
  const { api, person } = open(OwnLimitPanel, '/settings', { ownerLimits: { getOwn: new MockedProblem('internal') } }, [
    'User',
  ]);
  const again = await screen.findByText('Try again');
  api.change({ ownerLimits: { getOwn } });
  await person.click(again);
  await screen.findByText('Budget warning: 80% of the limit used');
  screen.getByText(/^2 requests denied since 12 Nov/);
  screen.getByText(/It counts your own requests/);
  await person.click(screen.getByText('Ask for more'));
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByText('Send request');
  await person.click(send);
  await dialog.findByText('The field is required!');
  await fill(person, dialog.getByLabelText('Reason'), 'A report is due');
  api.change({
    limitRequests: { create: { kind: 'person', createdAt: seen, expiresAt: seen } },
    ownerLimits: { getOwn: { ...getOwn, askedAt: seen } },
  });
  await person.click(send);
  await screen.findByText(/^You asked for more on 12 Nov/);
  expect(api.getCalls('limitRequests.create').map(({ body }) => body)).toEqual([{ reason: 'A report is due' }]);
  expect(screen.queryByText('Ask for more')).toBeNull();
});

test('a reached own limit says since when', async () => {
  const getOwn = { limit: 20, action: 'stop' as const, spent: 20, denied: 0, deniedSince: null, askedAt: null };
  open(OwnLimitPanel, '/settings', { ownerLimits: { getOwn: { ...getOwn, reachedOn: '2026-11-09' } } }, ['User']);
  await screen.findByText('Limit reached since 9 Nov 2026');
  screen.getByText('Stopped since 9 Nov 2026: assistants that check it before each run. Others still run.');
});

const request: LimitRequest = {
  kind: 'person',
  name: 'Mari Maasikas',
  requester: 'Mari Maasikas',
  key: '',
  reason: '=A report',
  wanted: null,
  limit: 20,
  action: 'stop',
  state: 'open',
  createdAt: seen,
  expiresAt: seen,
};

test('a request is approved with a higher limit by its link, or says that it is closed', async () => {
  const { api, person } = open(
    LimitRequestPage,
    '/settings/usage/limits/request?token=t',
    {
      limitRequests: {
        find: request,
        decide: new MockedProblem('request.invalid', { fields: [{ path: 'limit', message: 'Higher, please.' }] }),
      },
    },
    ['SuperAdmin'],
  );
  await screen.findByText('=A report');
  await fill(person, screen.getByLabelText('New limit in euros'), '10');
  await person.click(screen.getByText('Approve'));
  await screen.findByText('Higher, please.');
  api.change({ limitRequests: { find: { ...request, state: 'approved', limit: 30 }, decide: { ...request } } });
  await person.clear(screen.getByLabelText('New limit in euros'));
  await fill(person, screen.getByLabelText('New limit in euros'), '30');
  await person.click(screen.getByText('Approve'));
  await screen.findByText('This request has been approved.');
  expect(api.getCalls('limitRequests.decide').at(-1)?.body).toEqual({ token: 't', decision: 'approve', limit: 30 });
});

test('a link of another company or without its token says that it does not work', async () => {
  open(
    LimitRequestPage,
    '/settings/usage/limits/request?token=t',
    {
      limitRequests: {
        find: new MockedProblem('record.not-found'),
      },
    },
    ['SuperAdmin'],
  );
  await screen.findByText(/^This link does not work\./);
});
