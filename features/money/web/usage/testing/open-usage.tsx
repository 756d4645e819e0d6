import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import type { NotificationSettings } from '#features/mail/contract/notifications.ts';
import type { Role } from '#contract/capabilities.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedEvents, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
// Imported here, because loading them lazily can exceed the time limit of a test.
import '../budget/limit-dialog.tsx';
import '../events/usage-events-dialog.tsx';
import { makeBill } from '#features/billing/web/bill/testing/make-bill.ts';
import { makeSupportMonth } from './support.ts';
import { OwnCostsPage } from '../own-costs/own-costs-page.tsx';
import { SupportPage } from '../support/support-page.tsx';
import { UsageWithBill } from '#web/app/routes/usage-with-bill.tsx';
import { makeSupport, makeUsage } from './usage.ts';

interface Facts {
  roles?: Role[];
  path?: string;
  usage?: MockedEndpoints['usage'];
  supportRequests?: MockedEndpoints['supportRequests'];
  ownCosts?: MockedEndpoints['ownCosts'];
  costs?: MockedEndpoints['costs'];
  bill?: MockedEndpoints['bill'];
  notifications?: MockedEndpoints['notifications'];
  stream?: MockedEvents;
  user?: Partial<CurrentUser>;
}

/** Notification settings with the e-mails about limits on or off. */
export const makeNotificationSettings = (areOn: boolean): NotificationSettings => ({
  updates: { announcements: false, maintenance: true, newSkills: false },
  limits: { accountLimit: areOn, budgetWarning: areOn, spendingDigest: false },
  recipients: { invoices: 'contact', maintenance: 'contact' },
  version: 4,
});

const noMonths = { months: [], data: [], count: 0, sums: { requests: 0, costs: [] } };
const noCosts = { data: [], count: 0, sums: { requests: 0, total: 0, previous: 0, lastYear: 0 } };

const tabs = [
  { route: '/settings/usage/support', Page: SupportPage },
  { route: '/settings/usage/own-cost', Page: OwnCostsPage },
];
const month = { route: '/settings/usage/{-$sortFilter}/{-$sortOption}', Page: UsageWithBill };

/** Renders a tab of the usage dashboard at a path with its search. */
export function openUsage({
  roles = ['SuperAdmin'],
  path = '/settings/usage',
  usage,
  supportRequests,
  ownCosts,
  costs,
  bill,
  notifications,
  stream = new MockedEvents(),
  user = {},
}: Facts = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles, ...user }) },
    usage: { get: makeUsage(), getSupport: makeSupport(), ...usage },
    supportRequests: { list: makeSupportMonth(), ...supportRequests },
    ownCosts: { get: { data: [], total: 0 }, ...ownCosts },
    costs: { list: noCosts, listMonths: noMonths, ...costs },
    bill: { get: makeBill(), ...bill },
    notifications: { get: makeNotificationSettings(true), ...notifications },
    live: { watchUsage: stream },
  });
  const { Page, route } = tabs.find((tab) => path.startsWith(tab.route)) ?? month;
  const page = renderPage(Page, path, route);
  return { api, page, person: userEvent.setup() };
}

/** Cell texts of the skills table. */
export async function readRows(): Promise<string[][]> {
  // The skeleton has the same caption.
  const ignore = '[aria-hidden] caption';
  const caption = await screen.findByText('Skills by cost in the period', { ignore });
  const rows = [...(caption.closest('table')?.rows ?? [])];
  return rows.map((row) => [...row.cells].map(({ textContent }) => textContent));
}
