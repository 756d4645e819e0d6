import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import type { OwnerLimit } from '#features/money/contract/limits/owner-limits.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { renderPage } from '#web/testing/render-page.tsx';
// Imported here, because loading it lazily can exceed the time limit of a test.
import '../usage/budget/limit-dialog.tsx';
import { makeNotificationSettings } from '../usage/testing/open-usage.tsx';
import { toId } from '../usage/testing/usage.ts';
import { OwnerLimitsPage } from './owner-limits-page.tsx';
import { OwnLimitPanel } from './own-limit-panel.tsx';

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
  deniedSince: '2026-11-12T08:00:00.000Z',
};
const eachPerson = { limit: 20, action: 'stop' as const, version: 7 };
const saved = { limit: 30, action: 'stop' as const, version: 9 };

function open(Page: () => ReactNode, path: string, ownerLimits: MockedEndpoints['ownerLimits'], roles: Role[]) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles }) },
    notifications: { get: makeNotificationSettings(true) },
    ownerLimits,
  });
  renderPage(Page, path, path.split('?')[0] ?? '');
  return { api, person: userEvent.setup() };
}

const openLimits = (
  list: NonNullable<MockedEndpoints['ownerLimits']>['list'],
  query = '',
  roles: Role[] = ['SuperAdmin'],
) => open(OwnerLimitsPage, `/settings/usage/limits${query}`, { list, update: saved }, roles);

test('persons near their limit are listed with what was denied, and get an own limit', async () => {
  const { api, person } = openLimits({ data: [mari], count: 1, eachPerson });
  await screen.findByText('Each person without an own limit may spend €20.00.');
  const row = within((await screen.findByText('mari@acme.example')).closest('tr') as HTMLElement);
  row.getByText('€20.00 · Limit reached');
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

test('everyone with a limit sees it in the profile', async () => {
  const getOwn = { limit: 20, action: 'stop' as const, spent: 16, denied: 2, deniedSince: '2026-11-12T08:00:00.000Z' };
  const { api, person } = open(OwnLimitPanel, '/settings', { getOwn: new MockedProblem('internal') }, ['User']);
  const again = await screen.findByText('Try again');
  api.change({ ownerLimits: { getOwn } });
  await person.click(again);
  await screen.findByText('Budget warning: 80% of the limit used');
  screen.getByText(/^2 requests denied since 12 Nov/);
});
