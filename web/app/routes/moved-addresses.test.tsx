import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { limitPlaces } from '#contract/attention/attention-kinds.ts';
import type { Role } from '#contract/capabilities.ts';
import { openPortal, person } from '../testing/open-portal.tsx';
import { findMovedAddress } from './moved-addresses.ts';

beforeEach(() => {
  window.scrollTo = () => {};
});

interface Place {
  /** Title, entry of the menu, and tab. */
  title: string;
  entry?: string;
  tab?: string;
  /** Present address, if it is another one. */
  at?: string;
  isProvider?: true;
  roles?: Role[];
}

/** Addresses that e-mails, documents and bookmarks hold, and where their pages stand in the order of the menu. */
const addresses: Record<string, Place> = {
  '/': { title: 'Dashboard', entry: 'Dashboard' },
  '/analytics?from=2026-11-01': { title: 'Dashboard', entry: 'Dashboard' },
  '/analytics/logs?status=Failed': { title: 'Conversation logs', entry: 'Conversations' },
  '/users?search=an': { title: 'User management', entry: 'User management', tab: 'Users' },
  '/settings/rights': { title: 'User management', entry: 'User management', tab: 'Roles and rights' },
  '/settings/single-sign-on': { title: 'User management', entry: 'User management', tab: 'Single sign-on' },
  '/settings/company?from=mail': { title: 'Company Profile', entry: 'Company Profile', tab: 'Profile' },
  '/settings/notifications?mail=7f0c': {
    title: 'Company Profile',
    entry: 'Company Profile',
    tab: 'Contacts and e-mails',
  },
  '/settings/reports?search=week': {
    title: 'Company Profile',
    entry: 'Company Profile',
    tab: 'Contacts and e-mails',
    at: '/settings/notifications?search=week',
  },
  '/settings/reports?search=month': {
    title: 'Company Profile',
    entry: 'Company Profile',
    tab: 'E-mail reports',
    roles: ['User'],
  },
  '/settings/usage/byCost/ascending?period=2026-10': {
    title: 'Usage Dashboard',
    entry: 'Usage Dashboard',
    tab: 'Month',
  },
  '/settings/usage?period=2026-10#support-requests': {
    title: 'Usage Dashboard',
    entry: 'Usage Dashboard',
    tab: 'Support',
    at: '/settings/usage/support?period=2026-10#support-requests',
  },
  '/settings/usage?support=Voice': {
    title: 'Usage Dashboard',
    entry: 'Usage Dashboard',
    tab: 'Support',
    at: '/settings/usage/support?type=Voice',
  },
  '/settings/usage/limits?kind=key': { title: 'Limits', entry: 'Usage Dashboard' },
  '/settings/usage/own-cost': { title: 'Usage Dashboard', entry: 'Usage Dashboard', tab: 'Own cost' },
  '/settings/billing?only=overdue': { title: 'Billing', entry: 'Billing', at: '/settings/billing?status=overdue' },
  '/settings/masking': { title: 'Privacy', entry: 'Privacy', tab: 'Masking' },
  '/settings/privacy?person=mari%40acme.example': { title: 'Privacy', entry: 'Privacy', tab: 'Requests and exports' },
  '/settings/audit?entity=account': { title: 'Audit log', entry: 'Audit log' },
  '/settings/security': { title: 'Account', tab: 'Security' },
  '/settings/downloads': { title: 'Account', tab: 'My files' },
  '/integrations': { title: 'Integrations', entry: 'Integrations', tab: 'Systems' },
  '/connections/catalogue': { title: 'Integrations', entry: 'Catalogue', tab: 'Catalogue' },
  '/integrations/intake?only=silent': { title: 'Assistants', entry: 'Assistants', tab: 'Keys' },
  '/integrations/intake/mapping': { title: 'Assistants', entry: 'Assistants', tab: 'Mapping' },
  '/integrations/intake/imports': { title: 'Assistants', entry: 'Assistants', tab: 'Imports' },
  '/integrations/intake/dry-run': { title: 'Test a payload', entry: 'Assistants' },
  '/companies': { title: 'Companies', entry: 'Companies', tab: 'Companies', isProvider: true },
  '/payments': { title: 'Payments', entry: 'Payments', tab: 'Payments', isProvider: true },
  '/operations': { title: 'Operations', entry: 'Operations', tab: 'Health', isProvider: true },
};

/** Calls of the pages, beside those of the portal in any case. Their heads show before the answers. */
const never = () => new Promise<never>(() => {});
const unanswered = {
  company: { get: never },
  invoices: { list: never },
  users: { list: never, listRoles: never },
  singleSignOn: { get: never },
  usage: { get: never, getSupport: never },
  supportRequests: { list: never },
  ownCosts: { get: never },
  costs: { list: never },
  bill: { get: never },
  live: { watchUsage: never },
  mailReports: { list: never },
  intakeKeys: { list: never },
  reportedNames: { listSkills: never, listUsers: never, listAttributes: never },
  logImports: { list: never },
  audit: { list: never },
  operations: { get: never },
  payments: { list: never },
};

test.each(Object.entries(addresses))('%s leads to its page', async (address, place) => {
  const { roles = ['SuperAdmin'], isProvider = false } = place;
  const { router, api } = openPortal(address, { user: person(roles, { isProvider }) });
  api.change(unanswered);
  await screen.findByRole('heading', { level: 1, name: place.title });
  await waitFor(() => expect(router.state.location.href).toBe(place.at ?? address));
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
  const entries = menu.getAllByRole('listitem').map((item) => item.querySelector('[aria-current="page"]'));
  const marked = [...new Set(entries)].filter((link) => link !== null);
  expect(marked.map(({ textContent }) => textContent)).toEqual(place.entry === undefined ? [] : [place.entry]);
  if (place.tab === undefined) return;
  const tabs = within(screen.getByRole('navigation', { name: place.title })).getAllByRole('link');
  const current = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page');
  expect(current.map(({ textContent }) => textContent)).toEqual([place.tab]);
});

test('the limits of support have their own tab, by the name that lines of attention use', () => {
  const address = { pathname: '/settings/usage', search: {}, hash: limitPlaces.support };
  expect(findMovedAddress(address, { capabilities: [] })?.to).toBe('/settings/usage/support');
  expect(findMovedAddress({ ...address, hash: limitPlaces.skill }, { capabilities: [] })).toBeUndefined();
});

test('search and hash go along', () => {
  const address = { pathname: '/settings/reports', search: { search: 'week' }, hash: 'end' };
  expect(findMovedAddress(address, { capabilities: ['notifications.manage'] })).toEqual({
    to: '/settings/notifications',
    search: { search: 'week' },
    hash: 'end',
  });
  expect(findMovedAddress(address, { capabilities: [] })).toBeUndefined();
});
