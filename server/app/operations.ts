import { dashboardAnalyticsOperations } from '#features/dashboard/server/operations.ts';
import { logAnalyticsOperations } from '#features/conversation-log/server/operations.ts';
import { logViewsOperations } from '#features/conversation-log/server/views/operations.ts';
import { dashboardLiveOperations } from '#features/dashboard/server/live/operations.ts';
import { logLiveOperations } from '#features/conversation-log/server/live/operations.ts';
import { attentionOperations } from '#features/dashboard/server/attention/operations.ts';
import { auditOperations } from '#features/protection/server/audit/operations.ts';
import { authorizeOperations } from '#features/money/server/authorize/operations.ts';
import {
  companiesOperations,
  companyDeletionsOperations,
  companyNotesOperations,
} from '#features/company/server/companies/operations.ts';
import { companyOperations } from '#features/company/server/operations.ts';
import { exportsOperations } from '#features/protection/server/exports/operations.ts';
import { filesOperations } from '#features/company/server/files/operations.ts';
import { dryRunsOperations } from '#features/intake/server/dry-run/operations.ts';
import { erasuresOperations } from '#features/protection/server/erasure/operations.ts';
import { logImportsOperations } from '#features/imports/server/operations.ts';
import { intakeOperations } from '#features/intake/server/operations.ts';
import { otlpOperations } from '#features/intake/server/otlp/operations.ts';
import { retentionOperations } from '#features/protection/server/retention/operations.ts';
import { intakeKeysOperations } from '#features/intake/server/intake-keys/operations.ts';
import { assistantIntegrationsOperations, integrationsOperations } from '#features/integrations/server/operations.ts';
import { closesOperations } from '#features/billing/server/close/operations.ts';
import { createBillOperations, invoicesOperations } from '#features/billing/server/invoices/operations.ts';
import { getParties } from '#features/billing/server/invoices/papers/parties.service.ts';
import { getPaperFiles } from '#features/billing/server/invoices/papers/paper-files.service.ts';
import { createInvoiceArchiveOperations } from '#features/receivables/server/archive/operations.ts';
import { mailsOperations } from '#features/mail/server/operations.ts';
import { mailReportsOperations } from '#features/mail/server/reports/operations.ts';
import { maskingOperations } from '#features/protection/server/masking/operations.ts';
import { notificationsOperations } from '#features/mail/server/notifications/operations.ts';
import { maintenanceOperations } from '#features/company/server/maintenance/operations.ts';
import { operationsOperations } from '#features/company/server/operations/operations.ts';
import { pageViewsOperations } from '#features/company/server/page-views/operations.ts';
import { privacyOperations } from '#features/protection/server/privacy/operations.ts';
import { reportedNamesOperations } from '#features/people/server/reported-names/operations.ts';
import { remindersOperations } from '#features/receivables/server/dunning/operations.ts';
import { revenueOperations } from '#features/billing/server/revenue/operations.ts';
import { rightsOperations } from '#features/people/server/rights/operations.ts';
import { sessionOperations } from '#features/sign-in/server/session/operations.ts';
import { singleSignOnOperations } from '#features/sign-in/server/single-sign-on/operations.ts';
import {
  agreedPricesOperations,
  skillsOperations,
  standardPricesOperations,
} from '#features/skills/server/operations.ts';
import { companySkillsOperations, skillApprovalsOperations } from '#features/skills/server/states/operations.ts';
import { supportRequestsOperations } from '#features/company/server/support/operations.ts';
import { companyVatOperations } from '#features/billing/server/vat/operations.ts';
import { limitRequestsOperations, ownerLimitsOperations } from '#features/money/server/limits/operations.ts';
import { costsOperations, ownCostsOperations, usageOperations } from '#features/money/server/usage/operations.ts';
import { getUsage } from '#features/money/server/usage/usage.service.ts';
import { createAccountStatementOperations } from '#features/receivables/server/statement/operations.ts';
import { journalOperations } from '#features/receivables/server/journal/operations.ts';
import { paymentsOperations } from '#features/receivables/server/payments/operations.ts';
import { usersOperations } from '#features/people/server/users/operations.ts';

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
  companyNotes: companyNotesOperations,
  companyDeletions: companyDeletionsOperations,
  reminders: remindersOperations,
  audit: auditOperations,
  exports: exportsOperations,
  files: filesOperations,
  operations: operationsOperations,
  maintenance: maintenanceOperations,
  pageViews: pageViewsOperations,
  analytics: { ...dashboardAnalyticsOperations, ...logAnalyticsOperations },
  logViews: logViewsOperations,
  attention: attentionOperations,
  live: { ...dashboardLiveOperations, ...logLiveOperations },
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
  standardPrices: standardPricesOperations,
  companySkills: companySkillsOperations,
  skillApprovals: skillApprovalsOperations,
  invoices: invoicesOperations,
  closes: closesOperations,
  revenue: revenueOperations,
  usage: usageOperations,
  ownerLimits: ownerLimitsOperations,
  limitRequests: limitRequestsOperations,
  costs: costsOperations,
  bill: createBillOperations(getUsage),
  journal: journalOperations,
  accountStatement: createAccountStatementOperations(getParties),
  invoiceArchive: createInvoiceArchiveOperations(getPaperFiles),
  ownCosts: ownCostsOperations,
  companyVat: companyVatOperations,
  payments: paymentsOperations,
  supportRequests: supportRequestsOperations,
};
