import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('encodes an id with slashes or dots into one segment', () => {
  expect(paths.user('../audit')).toBe('/users/..%2Faudit');
  expect(paths.connection('ibm', 'assistant', 'a b')).toBe('/connections/ibm/assistant/a%20b');
});

test('keeps the sort of the usage table in the path', () => {
  expect(paths.usage()).toBe('/settings/usage');
  expect(paths.usage('byCost')).toBe('/settings/usage/byCost/ascending');
  expect(paths.usage('byTotalCost', 'descending')).toBe('/settings/usage/byTotalCost/descending');
});

test('keeps the return address of the log-in page, except the start page', () => {
  expect(paths.login()).toBe('/login');
  expect(paths.login('/')).toBe('/login');
  expect(paths.login('/users?search=an')).toBe('/login?returnTo=%2Fusers%3Fsearch%3Dan');
});

/** Section 2 of the specification, then the pages of interface.md; `a`, `b` and `c` are parameters. */
const addresses: Record<keyof typeof paths, string> = {
  dashboard: '/',
  analytics: '/analytics',
  quality: '/analytics/quality',
  topUsers: '/analytics/top-users',
  topSkills: '/analytics/top-skills',
  logs: '/analytics/logs',
  tutorial: '/dashboard-old',
  users: '/users',
  newUser: '/users/newUser',
  inviteUsers: '/users/invite',
  user: '/users/a',
  profile: '/settings',
  reports: '/settings/reports',
  newReport: '/settings/reports/addNew',
  report: '/settings/reports/a',
  notifications: '/settings/notifications',
  company: '/settings/company',
  rights: '/settings/rights',
  masking: '/settings/masking',
  singleSignOnSettings: '/settings/single-sign-on',
  privacy: '/settings/privacy',
  retention: '/settings/privacy/retention',
  security: '/settings/security',
  downloads: '/settings/downloads',
  audit: '/settings/audit',
  usage: '/settings/usage/a/ascending',
  usageSupport: '/settings/usage/support',
  usageLimits: '/settings/usage/limits',
  limitRequest: '/settings/usage/limits/request',
  ownCost: '/settings/usage/own-cost',
  billing: '/settings/billing',
  newInvoice: '/settings/billing/addNew',
  invoice: '/settings/billing/a',
  connections: '/connections',
  integrations: '/integrations',
  intakeKeys: '/integrations/intake',
  reportedNames: '/integrations/intake/mapping',
  dryRun: '/integrations/intake/dry-run',
  logImports: '/integrations/intake/imports',
  logImport: '/integrations/intake/imports/a',
  intakeKey: '/integrations/intake/a',
  catalogue: '/connections/catalogue',
  catalogueProvider: '/connections/catalogue/a',
  connection: '/connections/a/b/c',
  skills: '/skills',
  agreedPrices: '/skills/prices',
  skill: '/skills/a',
  skillsManagement: '/skills/management',
  newSkill: '/skills/management/addNew',
  editSkill: '/skills/management/a',
  companies: '/companies',
  companiesSupport: '/companies/support',
  announcements: '/companies/announcements',
  reminders: '/companies/reminders',
  payments: '/payments',
  bankStatements: '/payments/statements',
  accounting: '/companies/accounting',
  revenue: '/companies/revenue',
  operations: '/operations',
  jobs: '/operations/jobs',
  pageViews: '/operations/page-views',
  contacts: '/contacts',
  documentation: '/documentation',
  legalInformation: '/legalInformation',
  login: '/login?returnTo=a',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  newPassword: '/new-password',
  verifyAccount: '/verify-account',
  twoFactor: '/two-factor',
  twoFactorApp: '/two-factor/app',
  chooseCompany: '/choose-company',
  twoFactorSetup: '/two-factor/setup',
  singleSignOn: '/single-sign-on',
  unsubscribe: '/unsubscribe',
  skillApproval: '/skill-approval',
};

test.each(Object.entries(paths))('the address of %s is that of the specification', (name, toPath) => {
  const parameters = ['a', 'b', 'c'].slice(0, toPath.length);
  expect(Reflect.apply(toPath, undefined, parameters)).toBe(addresses[name as keyof typeof paths]);
});
