import { expect, test } from 'vitest';
import { getCapabilities } from '#contract/capabilities.ts';
import { menuBlocks } from '../areas.ts';
import { findCurrentMenuPath, getMenuBlocks, getVisibleMenu } from './menu.ts';

const everyone = ['Dashboard', 'Company Profile', 'Usage Dashboard', 'Billing', 'Conversations'];

function labels(...roles: ('SuperAdmin' | 'Admin' | 'User' | 'TechnicalUser')[]): string[] {
  return getVisibleMenu({ capabilities: getCapabilities({ roles, isProvider: false }) }).map((entry) => entry.label);
}

function listBlocks(isProvider: boolean): string[][] {
  const capabilities = getCapabilities({ roles: ['SuperAdmin'], isProvider });
  return getMenuBlocks({ capabilities }).map((entries) => entries.map(({ label }) => label));
}

const further = ['Conversations', 'Assistants', 'Privacy', 'Audit log'];

test('a SuperAdmin sees every entry in the order of the specification, and those of the portal in a block below', () => {
  const [specified, ...below] = listBlocks(false);
  expect(below).toEqual([further]);
  expect(specified).toEqual([
    'Dashboard',
    'Dashboard Old',
    'User management',
    'Company Profile',
    'Usage Dashboard',
    'Billing',
    'Integrations',
    'Integrations OLD',
    'Skills',
    'Skills Old',
  ]);
});

test('the provider has a block of its own below', () => {
  expect(listBlocks(true).slice(1)).toEqual([further, ['Companies', 'Payments', 'Accounting', 'Operations']]);
});

test('every other role sees the four entries that are for all, and the conversations', () => {
  expect(labels('Admin')).toEqual(everyone);
  expect(labels('User')).toEqual(everyone);
  expect(labels('User', 'TechnicalUser')).toEqual(everyone);
});

test('a company’s rights take entries away and give them', () => {
  const rights = {
    billing: { User: 'none' },
    company: { User: 'none' },
    people: { User: 'change' },
    transcripts: { User: 'none' },
    audit: { User: 'read' },
  } as const;
  const capabilities = getCapabilities({ roles: ['User'], isProvider: false, rights });
  expect(getVisibleMenu({ capabilities }).map(({ label }) => label)).toEqual([
    'Dashboard',
    'User management',
    'Audit log',
  ]);
});

test('one role that allows is enough', () => {
  expect(labels('User', 'SuperAdmin')).toContain('User management');
});

test('a page below a menu entry belongs to that entry, and the longest match wins', () => {
  expect(findCurrentMenuPath('/')).toBe('/');
  expect(findCurrentMenuPath('/users/7f0c')).toBe('/users');
  expect(findCurrentMenuPath('/skills/management/addNew')).toBe('/skills/management');
  expect(findCurrentMenuPath('/skills/7f0c')).toBe('/skills');
  expect(findCurrentMenuPath('/connections/ibm/assistant/addNew')).toBe('/connections');
  expect(findCurrentMenuPath('/analytics/top-users')).toBe('/');
  expect(findCurrentMenuPath('/analytics/logs')).toBe('/analytics/logs');
  expect(findCurrentMenuPath('/settings/audit')).toBe('/settings/audit');
  expect(findCurrentMenuPath('/settings/reports/7f0c')).toBe('/settings/company');
  expect(findCurrentMenuPath('/settings/rights')).toBe('/users');
  expect(findCurrentMenuPath('/settings/privacy/retention')).toBe('/settings/masking');
  expect(findCurrentMenuPath('/integrations/intake/7f0c')).toBe('/integrations/intake');
  expect(findCurrentMenuPath('/integrations/intake/imports/7f0c')).toBe('/integrations/intake');
});

test('no page has more than three tabs', () => {
  const tabs = menuBlocks.flat().map(({ tabs: of = [] }) => of.filter(({ unless }) => !unless).length);
  expect(Math.max(...tabs)).toBeLessThanOrEqual(3);
});

test('an entry leads to the first of its pages that may be opened', () => {
  const [entry] = getVisibleMenu({ capabilities: ['notifications.manage'] }).filter(
    ({ label }) => label === 'Company Profile',
  );
  expect(entry?.path).toBe('/settings/notifications');
});

test('a page outside the menu marks no entry', () => {
  expect(findCurrentMenuPath('/contacts')).toBeUndefined();
  expect(findCurrentMenuPath('/usersomething')).toBeUndefined();
});
