import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AttentionLine } from '#contract/attention/attention-facts.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { NeedsAttention, useAttention } from './needs-attention.tsx';

const invoices: AttentionLine = {
  kind: 'overdueInvoices',
  facts: { count: 2, total: 811.25, dueDay: '2026-11-08' },
};
const integrations: AttentionLine = {
  kind: 'brokenIntegrations',
  facts: { count: 1, name: 'Language models', since: '2026-11-22T23:30:00.000Z' },
};
const failures: AttentionLine = {
  kind: 'failedAnswers',
  facts: {
    count: 57,
    isMore: false,
    reasons: [{ reason: 'RecordLocked', count: 41 }],
    from: '2026-11-15',
    to: '2026-11-21',
  },
};
const others: AttentionLine[] = [
  { kind: 'silentKeys', facts: { count: 1, name: 'Production', since: '2026-11-20T08:00:00.000Z' } },
  { kind: 'unmappedSkills', facts: { count: 1, name: 'Leave' } },
  { kind: 'waitingInvitations', facts: { count: 3, since: '2026-11-12T08:00:00.000Z' } },
  { kind: 'silentLimits', facts: { count: 1 } },
  { kind: 'companyData', facts: { count: 1, missing: ['VAT number'] } },
];

function open(lines: AttentionLine[] | MockedProblem | (() => object), mailReports: object = {}) {
  const user = makeCurrentUser();
  const answer = Array.isArray(lines) ? { lines } : lines;
  const api = mockApi({
    session: { createToken: makeToken, getUser: user },
    attention: { list: answer as never },
    mailReports,
  });
  const page = renderPage(() => <Shown user={user} />, '/');
  return { api, page, person: userEvent.setup() };
}

function Shown({ user }: { user: CurrentUser }) {
  return <NeedsAttention user={user} attention={useAttention(user)} />;
}

const findList = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));

test('each line says what needs the reader, and leads to the rows that it counts', async () => {
  open([invoices, integrations, failures]);
  const list = await findList();
  await list.findByText(/overdue/);
  const links = list.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Urgent: 2 invoices are overdue: the first was due on 8 Nov 2026€811.25 incl. VAT',
    'Urgent: Language models has not worked since 23 Nov 2026',
    '57 conversations of the last 7 days ended with a failure, mostly RecordLocked',
  ]);
  expect(links.map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))).toEqual([
    '/settings/billing?status=overdue',
    '/integrations?only=broken',
    '/analytics/logs?from=2026-11-15&to=2026-11-21&failed=true&reviews=none,open',
  ]);
  expect(list.getAllByRole('listitem')).toHaveLength(3);
});

test('more than six lines are folded, and open by a button', async () => {
  const { person } = open([invoices, integrations, failures, ...others]);
  const list = await findList();
  const button = await list.findByRole('button', { name: '2 more' });
  expect(list.getAllByRole('listitem')).toHaveLength(6);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await person.click(button);
  expect(list.getAllByRole('listitem')).toHaveLength(8);
  await person.click(list.getByRole('button', { name: 'Show fewer' }));
  expect(list.getAllByRole('listitem')).toHaveLength(6);
});

test('where there is none, nothing needs the reader', async () => {
  open([]);
  const list = await findList();
  await list.findByText('Nothing needs you.');
  expect(list.queryByRole('list')).toBeNull();
});

test('a failed load says so in the block alone, and is repeated on request', async () => {
  let isBroken = true;
  const { person } = open(() => (isBroken ? new MockedProblem('internal') : { lines: [] }));
  const list = await findList();
  const retry = await list.findByRole('button', { name: 'Retry' });
  expect(screen.queryByRole('alert')).toBeNull();
  isBroken = false;
  await person.click(retry);
  await list.findByText('Nothing needs you.');
});

test('a change elsewhere loads it again', async () => {
  let lines = [invoices, integrations];
  const { page } = open(() => ({ lines }));
  const list = await findList();
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  lines = [invoices];
  await act(() => page.queryClient.invalidateQueries());
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
});

test('the list is mailed on Mondays to who wants it, and the line says so then', async () => {
  let isMailed = false;
  const { api, person } = open(() => ({ lines: [invoices], isMailed }), {
    create: ({ body }: { body: object }) => {
      isMailed = true;
      return {
        ...body,
        id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
        user: { firstName: 'A', lastName: 'B', email: 'a@acme.example' },
        nextAt: null,
        lastSentAt: null,
        version: 1,
      };
    },
  });
  const list = await findList();
  await person.click(await list.findByRole('button', { name: 'E-mail me this on Mondays' }));
  const link = await list.findByRole('link', { name: 'E-mailed to you' });
  expect(link.getAttribute('href')).toBe('/settings/reports');
  expect(api.getCalls('mailReports.create').map(({ body }) => body)).toMatchObject([
    { weekday: 1, hour: 8, parts: ['attention'], userId: makeCurrentUser().id, isEnabled: true },
  ]);
});

test('who acts in another company is offered no mail', async () => {
  open([invoices]);
  const list = await findList();
  await list.findByText(/overdue/);
  expect(list.queryByRole('button')).toBeNull();
});

test('the provider at home is led to the companies in which something needs it', async () => {
  const user = makeCurrentUser({ isProvider: true, roles: ['SuperAdmin'] });
  const companies = [{ id: user.companyId, name: 'Acme', kinds: [{ kind: 'reachedLimits' as const, count: 1 }] }];
  mockApi({
    session: { createToken: makeToken, getUser: user },
    attention: { list: { lines: [invoices] }, listCompanies: { companies, next: null } },
  });
  renderPage(() => <Shown user={user} />, '/');
  const list = await findList();
  const [first, second] = await list.findAllByRole('link');
  expect(first?.textContent).toBe('Urgent: Something needs you at Acme');
  expect(first?.getAttribute('href')).toBe('/companies');
  expect(second?.textContent).toContain('2 invoices are overdue');
});
