import { analyticsOperations } from '../features/analytics/operations.ts';
import { liveOperations } from '../features/analytics/live/operations.ts';
import { auditOperations } from '../features/audit/operations.ts';
import { authorizeOperations } from '../features/authorize/operations.ts';
import { companiesOperations, companyDeletionsOperations } from '../features/companies/operations.ts';
import { companyOperations } from '../features/company/operations.ts';
import { exportsOperations } from '../features/exports/operations.ts';
import { filesOperations } from '../features/files/operations.ts';
import { dryRunsOperations } from '../features/intake/dry-run/operations.ts';
import { erasuresOperations } from '../features/erasure/operations.ts';
import { logImportsOperations } from '../features/imports/operations.ts';
import { intakeOperations } from '../features/intake/operations.ts';
import { otlpOperations } from '../features/intake/otlp/operations.ts';
import { retentionOperations } from '../features/retention/operations.ts';
import { intakeKeysOperations } from '../features/intake-keys/operations.ts';
import { assistantIntegrationsOperations, integrationsOperations } from '../features/integrations/operations.ts';
import { invoicesOperations } from '../features/invoices/operations.ts';
import { mailsOperations } from '../features/mails/operations.ts';
import { mailReportsOperations } from '../features/mails/reports/operations.ts';
import { maskingOperations } from '../features/masking/operations.ts';
import { notificationsOperations } from '../features/notifications/operations.ts';
import { operationsOperations } from '../features/operations/operations.ts';
import { pageViewsOperations } from '../features/page-views/operations.ts';
import { privacyOperations } from '../features/privacy/operations.ts';
import { reportedNamesOperations } from '../features/reported-names/operations.ts';
import { rightsOperations } from '../features/rights/operations.ts';
import { sessionOperations } from '../features/session/operations.ts';
import { singleSignOnOperations } from '../features/single-sign-on/operations.ts';
import { agreedPricesOperations, skillsOperations } from '../features/skills/operations.ts';
import { companySkillsOperations, skillApprovalsOperations } from '../features/skills/states/operations.ts';
import { supportRequestsOperations } from '../features/support/operations.ts';
import { ownCostsOperations, usageOperations } from '../features/usage/operations.ts';
import { usersOperations } from '../features/users/operations.ts';

/** The operations of all endpoints, by part of the contract. */
export const operations = {
  session: sessionOperations,
  singleSignOn: singleSignOnOperations,
  users: usersOperations,
  company: companyOperations,
  masking: maskingOperations,
  privacy: privacyOperations,
  erasures: erasuresOperations,
  retention: retentionOperations,
  rights: rightsOperations,
  notifications: notificationsOperations,
  mails: mailsOperations,
  mailReports: mailReportsOperations,
  companies: companiesOperations,
  companyDeletions: companyDeletionsOperations,
  audit: auditOperations,
  exports: exportsOperations,
  files: filesOperations,
  operations: operationsOperations,
  pageViews: pageViewsOperations,
  analytics: analyticsOperations,
  live: liveOperations,
  intake: intakeOperations,
  otlp: otlpOperations,
  authorizations: authorizeOperations,
  intakeKeys: intakeKeysOperations,
  reportedNames: reportedNamesOperations,
  dryRuns: dryRunsOperations,
  logImports: logImportsOperations,
  integrations: integrationsOperations,
  assistantIntegrations: assistantIntegrationsOperations,
  skills: skillsOperations,
  agreedPrices: agreedPricesOperations,
  companySkills: companySkillsOperations,
  skillApprovals: skillApprovalsOperations,
  invoices: invoicesOperations,
  usage: usageOperations,
  ownCosts: ownCostsOperations,
  supportRequests: supportRequestsOperations,
};
