import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('an id with slashes or dots stays one segment', () => {
  expect(paths.user('../audit')).toBe('/users/..%2Faudit');
  expect(paths.connection('ibm', 'assistant', 'a b')).toBe('/connections/ibm/assistant/a%20b');
});

test('the usage table’s sort lives in the path', () => {
  expect(paths.usage()).toBe('/settings/usage');
  expect(paths.usage('byCost')).toBe('/settings/usage/byCost/ascending');
  expect(paths.usage('byTotalCost', 'descending')).toBe('/settings/usage/byTotalCost/descending');
});

test('the log-in page keeps where to return to, except for the start page', () => {
  expect(paths.login()).toBe('/login');
  expect(paths.login('/')).toBe('/login');
  expect(paths.login('/users?search=an')).toBe('/login?returnTo=%2Fusers%3Fsearch%3Dan');
});

test('every fixed path is spelled as the specification spells it', () => {
  const fixed = Object.values(paths)
    .filter((path) => path.length === 0)
    .map((path) => (path as () => string)());
  expect(fixed.sort()).toMatchInlineSnapshot(`
    [
      "/",
      "/analytics",
      "/analytics/logs",
      "/analytics/top-users",
      "/companies",
      "/connections",
      "/connections/catalogue",
      "/contacts",
      "/dashboard-old",
      "/documentation",
      "/forgot-password",
      "/integrations",
      "/integrations/intake",
      "/legalInformation",
      "/new-password",
      "/settings",
      "/settings/audit",
      "/settings/billing",
      "/settings/billing/addNew",
      "/settings/company",
      "/settings/notifications",
      "/settings/security",
      "/sign-up",
      "/skills",
      "/skills/management",
      "/skills/management/addNew",
      "/two-factor",
      "/two-factor/setup",
      "/unsubscribe",
      "/users",
      "/users/newUser",
      "/verify-account",
    ]
  `);
});
