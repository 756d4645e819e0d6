import { expect, test } from 'vitest';
import { getCapabilities } from '#contract/capabilities.ts';
import { findCurrentMenuPath, getVisibleMenu } from './menu.ts';

const everyone = ['Dashboard', 'Company Profile', 'Usage Dashboard', 'Billing'];

function labels(...roles: ('SuperAdmin' | 'Admin' | 'User' | 'TechnicalUser')[]): string[] {
  return getVisibleMenu({ capabilities: getCapabilities({ roles, isProvider: false }) }).map((entry) => entry.label);
}

test('a SuperAdmin sees every entry in the order of the specification', () => {
  expect(labels('SuperAdmin')).toEqual([
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

test('every other role sees the four entries that are for all', () => {
  expect(labels('Admin')).toEqual(everyone);
  expect(labels('User')).toEqual(everyone);
  expect(labels('User', 'TechnicalUser')).toEqual(everyone);
});

test('a company’s rights take entries away and give them', () => {
  const rights = { billing: { User: 'none' }, company: { User: 'none' }, people: { User: 'change' } } as const;
  const capabilities = getCapabilities({ roles: ['User'], isProvider: false, rights });
  expect(getVisibleMenu({ capabilities }).map(({ label }) => label)).toEqual(['Dashboard', 'User management']);
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
  expect(findCurrentMenuPath('/analytics/logs')).toBe('/');
  expect(findCurrentMenuPath('/settings/audit')).toBe('/settings/company');
});

test('a page outside the menu marks no entry', () => {
  expect(findCurrentMenuPath('/contacts')).toBeUndefined();
  expect(findCurrentMenuPath('/usersomething')).toBeUndefined();
});
