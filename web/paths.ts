/** Every URL of the portal. Ids are encoded, so that whatever an id holds stays one path segment. */
const segment = encodeURIComponent;

export type UsageColumn = 'byName' | 'byCost' | 'byRequest' | 'byTotalCost';
export type SortDirection = 'ascending' | 'descending';

export const paths = {
  dashboard: () => '/',
  analytics: () => '/analytics',
  quality: () => '/analytics/quality',
  topUsers: () => '/analytics/top-users',
  topSkills: () => '/analytics/top-skills',
  logs: () => '/analytics/logs',
  tutorial: () => '/dashboard-old',

  users: () => '/users',
  newUser: () => '/users/newUser',
  inviteUsers: () => '/users/invite',
  user: (id: string) => `/users/${segment(id)}`,

  profile: () => '/settings',
  reports: () => '/settings/reports',
  newReport: () => '/settings/reports/addNew',
  report: (id: string) => `/settings/reports/${segment(id)}`,
  notifications: () => '/settings/notifications',
  company: () => '/settings/company',
  rights: () => '/settings/rights',
  masking: () => '/settings/masking',
  singleSignOnSettings: () => '/settings/single-sign-on',
  privacy: () => '/settings/privacy',
  retention: () => '/settings/privacy/retention',
  security: () => '/settings/security',
  downloads: () => '/settings/downloads',
  audit: () => '/settings/audit',
  usage: (column?: UsageColumn, direction: SortDirection = 'ascending') =>
    column ? `/settings/usage/${column}/${direction}` : '/settings/usage',
  usageSupport: () => '/settings/usage/support',
  ownCost: () => '/settings/usage/own-cost',
  billing: () => '/settings/billing',
  newInvoice: () => '/settings/billing/addNew',
  invoice: (id: string) => `/settings/billing/${segment(id)}`,

  connections: () => '/connections',
  integrations: () => '/integrations',
  intakeKeys: () => '/integrations/intake',
  reportedNames: () => '/integrations/intake/mapping',
  dryRun: () => '/integrations/intake/dry-run',
  logImports: () => '/integrations/intake/imports',
  logImport: (id: string) => `/integrations/intake/imports/${segment(id)}`,
  intakeKey: (id: string) => `/integrations/intake/${segment(id)}`,
  catalogue: () => '/connections/catalogue',
  catalogueProvider: (provider: string) => `/connections/catalogue/${segment(provider)}`,
  connection: (provider: string, service: string, id: string) =>
    `/connections/${segment(provider)}/${segment(service)}/${segment(id)}`,

  skills: () => '/skills',
  agreedPrices: () => '/skills/prices',
  skill: (id: string) => `/skills/${segment(id)}`,
  skillsManagement: () => '/skills/management',
  newSkill: () => '/skills/management/addNew',
  editSkill: (id: string) => `/skills/management/${segment(id)}`,

  companies: () => '/companies',
  companiesSupport: () => '/companies/support',
  announcements: () => '/companies/announcements',
  operations: () => '/operations',
  pageViews: () => '/operations/page-views',
  contacts: () => '/contacts',
  documentation: () => '/documentation',
  legalInformation: () => '/legalInformation',

  login: (returnTo?: string) => (returnTo && returnTo !== '/' ? `/login?returnTo=${segment(returnTo)}` : '/login'),
  signUp: () => '/sign-up',
  forgotPassword: () => '/forgot-password',
  newPassword: () => '/new-password',
  verifyAccount: () => '/verify-account',
  twoFactor: () => '/two-factor',
  twoFactorApp: () => '/two-factor/app',
  twoFactorSetup: () => '/two-factor/setup',
  chooseCompany: () => '/choose-company',
  singleSignOn: () => '/single-sign-on',
  unsubscribe: () => '/unsubscribe',
  skillApproval: () => '/skill-approval',
} as const;
