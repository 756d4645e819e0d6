import { dashboardAnalyticsContract } from '#features/dashboard/contract/analytics.ts';
import { logAnalyticsContract } from '#features/conversation-log/contract/logs.ts';
import { assistantIntegrationsContract } from '#features/integrations/contract/assistant-integrations.ts';
import { attentionContract } from '#features/dashboard/contract/attention.ts';
import { auditContract } from '#features/protection/contract/audit.ts';
import { authorizationsContract } from '#features/money/contract/authorize.ts';
import { companiesContract } from '#features/company/contract/companies.ts';
import { companyNotesContract } from '#features/company/contract/company-notes.ts';
import { companyDeletionsContract } from '#features/company/contract/company-deletions.ts';
import { companyContract } from '#features/company/contract/company.ts';
import { nameOperations } from './endpoint.ts';
import { erasuresContract } from '#features/protection/contract/erasures.ts';
import { exportsContract } from '#features/protection/contract/exports.ts';
import { filesContract } from '#features/company/contract/files.ts';
import { integrationsContract } from '#features/integrations/contract/integrations.ts';
import { dryRunsContract } from '#features/intake/contract/dry-runs.ts';
import { intakeKeysContract } from '#features/intake/contract/intake-keys.ts';
import { logImportsContract } from '#features/imports/contract/log-imports.ts';
import { reportedNamesContract } from '#features/people/contract/reported-names.ts';
import { intakeContract } from '#features/intake/contract/intake.ts';
import { closesContract } from '#features/billing/contract/close/closes.ts';
import { invoicesContract } from '#features/billing/contract/invoices.ts';
import { logViewsContract } from '#features/conversation-log/contract/log-views.ts';
import { dashboardLiveContract } from '#features/dashboard/contract/live.ts';
import { logLiveContract } from '#features/conversation-log/contract/live.ts';
import { mailReportsContract } from '#features/mail/contract/mail-reports.ts';
import { mailsContract } from '#features/mail/contract/mails.ts';
import { notificationsContract } from '#features/mail/contract/notifications.ts';
import { maintenanceContract } from '#features/company/contract/maintenance.ts';
import { operationsContract } from '#features/company/contract/operations.ts';
import { otlpContract } from '#features/intake/contract/otlp.ts';
import { ownCostsContract } from '#features/money/contract/own-costs.ts';
import { limitRequestsContract } from '#features/money/contract/limits/limit-requests.ts';
import { ownerLimitsContract } from '#features/money/contract/limits/owner-limits.ts';
import { pageViewsContract } from '#features/company/contract/page-views.ts';
import { maskingContract } from '#features/protection/contract/masking.ts';
import { privacyContract } from '#features/protection/contract/privacy.ts';
import { remindersContract } from '#features/receivables/contract/dunning/reminders.ts';
import { retentionContract } from '#features/protection/contract/retention.ts';
import { revenueContract } from '#features/billing/contract/revenue/revenue.ts';
import { rightsContract } from '#features/people/contract/rights.ts';
import { sessionContract } from '#features/sign-in/contract/session.ts';
import { agreedPricesContract } from '#features/skills/contract/agreed-prices.ts';
import { standardPricesContract } from '#features/skills/contract/prices/standard-prices.ts';
import { companySkillsContract, skillApprovalsContract } from '#features/skills/contract/company-skills.ts';
import { singleSignOnContract } from '#features/sign-in/contract/single-sign-on.ts';
import { skillsContract } from '#features/skills/contract/skills.ts';
import { supportRequestsContract } from '#features/company/contract/support-requests.ts';
import { billContract } from '#features/billing/contract/bill.ts';
import { invoiceArchiveContract } from '#features/receivables/contract/archive/invoice-archive.ts';
import { companyVatContract } from '#features/billing/contract/vat-decisions.ts';
import { costsContract } from '#features/money/contract/costs/costs.ts';
import { accountStatementContract } from '#features/receivables/contract/statement/account-statement.ts';
import { journalContract } from '#features/receivables/contract/journal/journal.ts';
import { paymentsContract } from '#features/receivables/contract/payments/payments.ts';
import { usageContract } from '#features/money/contract/usage.ts';
import { usersContract } from '#features/people/contract/users.ts';

/** The contract of the API, from which routes, typed client, OpenAPI document and sweeps are derived. */
export const contract = nameOperations({
  session: sessionContract,
  singleSignOn: singleSignOnContract,
  users: usersContract,
  company: companyContract,
  masking: maskingContract,
  privacy: privacyContract,
  erasures: erasuresContract,
  retention: retentionContract,
  rights: rightsContract,
  notifications: notificationsContract,
  mails: mailsContract,
  mailReports: mailReportsContract,
  companies: companiesContract,
  companyNotes: companyNotesContract,
  companyDeletions: companyDeletionsContract,
  reminders: remindersContract,
  audit: auditContract,
  exports: exportsContract,
  files: filesContract,
  operations: operationsContract,
  maintenance: maintenanceContract,
  pageViews: pageViewsContract,
  intake: intakeContract,
  otlp: otlpContract,
  assistantIntegrations: assistantIntegrationsContract,
  authorizations: authorizationsContract,
  intakeKeys: intakeKeysContract,
  reportedNames: reportedNamesContract,
  dryRuns: dryRunsContract,
  logImports: logImportsContract,
  integrations: integrationsContract,
  skills: skillsContract,
  agreedPrices: agreedPricesContract,
  standardPrices: standardPricesContract,
  companySkills: companySkillsContract,
  skillApprovals: skillApprovalsContract,
  analytics: { ...dashboardAnalyticsContract, ...logAnalyticsContract },
  logViews: logViewsContract,
  attention: attentionContract,
  live: { ...dashboardLiveContract, ...logLiveContract },
  invoices: invoicesContract,
  closes: closesContract,
  revenue: revenueContract,
  costs: costsContract,
  usage: usageContract,
  ownerLimits: ownerLimitsContract,
  limitRequests: limitRequestsContract,
  bill: billContract,
  invoiceArchive: invoiceArchiveContract,
  journal: journalContract,
  accountStatement: accountStatementContract,
  ownCosts: ownCostsContract,
  companyVat: companyVatContract,
  payments: paymentsContract,
  supportRequests: supportRequestsContract,
});
