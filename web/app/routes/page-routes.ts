import { lazyRouteComponent } from '@tanstack/react-router';
import { NotFound } from './not-found.ts';
import { page } from './page-route.ts';

const NewUserPage = lazyRouteComponent(() => import('#features/people/web/users/new-user-page.tsx'), 'NewUserPage');

const DashboardPage = lazyRouteComponent(() => import('./dashboard-with-bill.tsx'), 'DashboardWithBill');

const IntegrationsListPage = lazyRouteComponent(
  () => import('#features/integrations/web/list/integrations-list-page.tsx'),
  'IntegrationsListPage',
);

const users = { capability: 'users.manage' } as const;
const invoices = { capability: 'invoices.manage' } as const;
const integrations = { capability: 'integrations.open-pages' } as const;
const catalogue = { capability: 'integrations.manage' } as const;
const skills = { capability: 'skills.manage' } as const;
const intake = { capability: 'intake.manage' } as const;

/** The pages inside the shell, each loaded lazily. */
export const pageRoutes = [
  page('/', DashboardPage),
  page('/analytics', DashboardPage),
  page(
    '/analytics/quality',
    lazyRouteComponent(() => import('#features/dashboard/web/dashboard/quality-page.tsx'), 'QualityPage'),
  ),
  page(
    '/analytics/top-users',
    lazyRouteComponent(() => import('#features/dashboard/web/top-lists/top-users-page.tsx'), 'TopUsersPage'),
  ),
  page(
    '/analytics/top-skills',
    lazyRouteComponent(() => import('#features/dashboard/web/top-lists/top-skills-page.tsx'), 'TopSkillsPage'),
  ),
  page(
    '/analytics/logs',
    lazyRouteComponent(() => import('#features/conversation-log/web/logs/log-list-page.tsx'), 'LogListPage'),
  ),

  page(
    '/users',
    lazyRouteComponent(() => import('#features/people/web/users/users-list-page.tsx'), 'UsersListPage'),
  ),
  page('/users/addUser', NewUserPage, users),
  page('/users/newUser', NewUserPage, users),
  page(
    '/users/invite',
    lazyRouteComponent(() => import('#features/people/web/users/invite/invite-users-page.tsx'), 'InviteUsersPage'),
    users,
  ),
  page(
    '/users/$id',
    lazyRouteComponent(() => import('#features/people/web/users/edit-user-page.tsx'), 'EditUserPage'),
    users,
  ),

  page(
    '/settings',
    lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfileWithMails'),
  ),
  page(
    '/settings/security',
    lazyRouteComponent(() => import('#features/people/web/profile/security-page.tsx'), 'SecurityPage'),
  ),
  page(
    '/settings/reports',
    lazyRouteComponent(() => import('#features/mail/web/reports/reports-list-page.tsx'), 'ReportsListPage'),
  ),
  page(
    '/settings/reports/addNew',
    lazyRouteComponent(() => import('#features/mail/web/reports/new-report-page.tsx'), 'NewReportPage'),
  ),
  page(
    '/settings/reports/$id',
    lazyRouteComponent(() => import('#features/mail/web/reports/edit-report-page.tsx'), 'EditReportPage'),
  ),
  page(
    '/settings/downloads',
    lazyRouteComponent(() => import('#features/protection/web/downloads/downloads-page.tsx'), 'DownloadsPage'),
  ),
  page(
    '/two-factor/setup',
    lazyRouteComponent(() => import('#features/people/web/profile/two-factor-setup-page.tsx'), 'TwoFactorSetupPage'),
  ),
  page(
    '/settings/notifications',
    lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsWithMails'),
  ),
  page(
    '/settings/audit',
    lazyRouteComponent(() => import('#features/protection/web/audit/audit-page.tsx'), 'AuditPage'),
  ),
  page(
    '/settings/company',
    lazyRouteComponent(() => import('#features/company/web/company-page.tsx'), 'CompanyPage'),
  ),
  page(
    '/settings/rights',
    lazyRouteComponent(() => import('#features/people/web/rights/rights-page.tsx'), 'RightsPage'),
  ),
  page(
    '/settings/masking',
    lazyRouteComponent(() => import('#features/protection/web/masking/masking-page.tsx'), 'MaskingPage'),
  ),
  page(
    '/settings/single-sign-on',
    lazyRouteComponent(
      () => import('#features/sign-in/web/single-sign-on/single-sign-on-page.tsx'),
      'SingleSignOnSettingsPage',
    ),
  ),
  page(
    '/settings/privacy',
    lazyRouteComponent(() => import('#features/protection/web/privacy/privacy-page.tsx'), 'PrivacyPage'),
  ),
  page(
    '/settings/privacy/retention',
    lazyRouteComponent(() => import('#features/protection/web/privacy/retention-page.tsx'), 'RetentionPage'),
  ),
  page(
    '/settings/usage/{-$sortFilter}/{-$sortOption}',
    lazyRouteComponent(() => import('./usage-with-bill.tsx'), 'UsageWithBill'),
  ),
  page(
    '/settings/usage/limits',
    lazyRouteComponent(() => import('#features/money/web/limits/owner-limits-page.tsx'), 'OwnerLimitsPage'),
    { capability: 'billing.read' },
  ),
  page(
    '/settings/usage/limits/request',
    lazyRouteComponent(() => import('#features/money/web/limits/limit-request-page.tsx'), 'LimitRequestPage'),
    { capability: 'limits.manage' },
  ),
  page(
    '/settings/usage/support',
    lazyRouteComponent(() => import('#features/money/web/usage/support/support-page.tsx'), 'SupportPage'),
  ),
  page(
    '/settings/usage/own-cost',
    lazyRouteComponent(() => import('#features/money/web/usage/own-costs/own-costs-page.tsx'), 'OwnCostsPage'),
  ),
  page(
    '/settings/billing',
    lazyRouteComponent(() => import('#features/billing/web/invoices/billing-page.tsx'), 'BillingPage'),
  ),
  page(
    '/settings/billing/addNew',
    lazyRouteComponent(() => import('#features/billing/web/invoices/new-invoice-page.tsx'), 'NewInvoicePage'),
    invoices,
  ),
  page(
    '/settings/billing/$id',
    lazyRouteComponent(() => import('#features/billing/web/invoices/edit-invoice-page.tsx'), 'EditInvoicePage'),
    invoices,
  ),
  page('/connections', IntegrationsListPage),
  page('/integrations', IntegrationsListPage),
  page(
    '/connections/catalogue',
    lazyRouteComponent(() => import('#features/integrations/web/catalogue/catalogue-page.tsx'), 'CataloguePage'),
  ),
  page(
    '/connections/catalogue/$provider',
    lazyRouteComponent(
      () => import('#features/integrations/web/catalogue/catalogue-provider-page.tsx'),
      'CatalogueProviderPage',
    ),
    catalogue,
  ),
  page(
    '/connections/$provider/$service/$id',
    lazyRouteComponent(() => import('#features/integrations/web/form/integration-page.tsx'), 'IntegrationPage'),
    integrations,
  ),
  page(
    '/integrations/intake',
    lazyRouteComponent(() => import('#features/intake/web/intake-keys/intake-keys-page.tsx'), 'IntakeKeysPage'),
  ),
  page(
    '/integrations/intake/mapping',
    lazyRouteComponent(
      () => import('#features/people/web/reported-names/reported-names-page.tsx'),
      'ReportedNamesPage',
    ),
  ),
  page(
    '/integrations/intake/dry-run',
    lazyRouteComponent(() => import('#features/intake/web/dry-runs/dry-run-page.tsx'), 'DryRunPage'),
    intake,
  ),
  page(
    '/integrations/intake/imports',
    lazyRouteComponent(() => import('#features/imports/web/imports-page.tsx'), 'ImportsPage'),
  ),
  page(
    '/integrations/intake/imports/$id',
    lazyRouteComponent(() => import('#features/imports/web/import-page.tsx'), 'ImportPage'),
    intake,
  ),
  page(
    '/integrations/intake/$id',
    lazyRouteComponent(() => import('#features/intake/web/intake-keys/reports/key-page.tsx'), 'KeyPage'),
    intake,
  ),
  page(
    '/skills',
    lazyRouteComponent(() => import('#features/skills/web/store/skill-store-page.tsx'), 'SkillStorePage'),
  ),
  page(
    '/skills/management',
    lazyRouteComponent(
      () => import('#features/skills/web/management/skill-management-page.tsx'),
      'SkillManagementPage',
    ),
  ),
  page(
    '/skills/management/addNew',
    lazyRouteComponent(() => import('#features/skills/web/form/new-skill-page.tsx'), 'NewSkillPage'),
    skills,
  ),
  page(
    '/skills/management/$id',
    lazyRouteComponent(() => import('#features/skills/web/form/edit-skill-page.tsx'), 'EditSkillPage'),
    skills,
  ),
  page(
    '/skills/prices',
    lazyRouteComponent(() => import('#features/skills/web/prices/agreed-prices-page.tsx'), 'AgreedPricesPage'),
    { capability: 'skills.set-prices' },
  ),
  page(
    '/skills/$id',
    lazyRouteComponent(() => import('#features/skills/web/detail/skill-page.tsx'), 'SkillPage'),
    skills,
  ),
  page(
    '/companies',
    lazyRouteComponent(() => import('./provider-pages.tsx'), 'ProviderCompaniesPage'),
  ),
  page(
    '/companies/support',
    lazyRouteComponent(() => import('./provider-pages.tsx'), 'CompaniesSupportPage'),
  ),
  page(
    '/companies/announcements',
    lazyRouteComponent(() => import('./provider-pages.tsx'), 'AnnouncementsPage'),
  ),
  page(
    '/companies/revenue',
    lazyRouteComponent(() => import('#features/billing/web/revenue/revenue-page.tsx'), 'RevenuePage'),
  ),
  page(
    '/companies/reminders',
    lazyRouteComponent(() => import('#features/receivables/web/dunning/reminders-page.tsx'), 'RemindersPage'),
  ),
  page(
    '/payments',
    lazyRouteComponent(() => import('#features/receivables/web/payments/payments-page.tsx'), 'PaymentsPage'),
  ),
  page(
    '/payments/statements',
    lazyRouteComponent(() => import('#features/receivables/web/payments/statements-page.tsx'), 'StatementsPage'),
  ),
  page(
    '/companies/accounting',
    lazyRouteComponent(() => import('#features/receivables/web/journal/accounting-page.tsx'), 'AccountingPage'),
  ),
  page(
    '/operations/page-views',
    lazyRouteComponent(() => import('./provider-pages.tsx'), 'PageViewsPage'),
  ),
  page(
    '/operations/jobs',
    lazyRouteComponent(() => import('#features/company/web/operations/jobs-page.tsx'), 'JobsPage'),
  ),
  page(
    '/operations',
    lazyRouteComponent(() => import('#features/company/web/operations/operations-page.tsx'), 'OperationsPage'),
  ),

  page(
    '/dashboard-old',
    lazyRouteComponent(() => import('#features/company/web/static-pages/tutorial-page.tsx'), 'TutorialPage'),
  ),
  page(
    '/contacts',
    lazyRouteComponent(() => import('#features/company/web/static-pages/contacts-page.tsx'), 'ContactsPage'),
  ),
  page(
    '/documentation',
    lazyRouteComponent(() => import('#features/company/web/static-pages/documentation-page.tsx'), 'DocumentationPage'),
  ),
  page(
    '/legalInformation',
    lazyRouteComponent(() => import('#features/company/web/static-pages/legal-page.tsx'), 'LegalPage'),
  ),
  page('$', NotFound),
];
