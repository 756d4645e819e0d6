import { analyticsContract } from './analytics/analytics.ts';
import { assistantIntegrationsContract } from './intake/assistant-integrations.ts';
import { auditContract } from './audit/audit.ts';
import { authorizationsContract } from './intake/authorize.ts';
import { companiesContract } from './companies.ts';
import { companyDeletionsContract } from './company-deletions.ts';
import { companyContract } from './company.ts';
import { nameOperations } from './endpoint.ts';
import { erasuresContract } from './privacy/erasures.ts';
import { exportsContract } from './exports/exports.ts';
import { filesContract } from './files.ts';
import { integrationsContract } from './integrations/integrations.ts';
import { dryRunsContract } from './intake/dry-runs.ts';
import { intakeKeysContract } from './intake/intake-keys.ts';
import { logImportsContract } from './intake/log-imports.ts';
import { reportedNamesContract } from './intake/reported-names.ts';
import { intakeContract } from './intake/intake.ts';
import { invoicesContract } from './billing/invoices.ts';
import { liveContract } from './analytics/live.ts';
import { mailReportsContract } from './mails/mail-reports.ts';
import { mailsContract } from './mails/mails.ts';
import { notificationsContract } from './mails/notifications.ts';
import { operationsContract } from './operations.ts';
import { otlpContract } from './intake/otlp.ts';
import { ownCostsContract } from './billing/own-costs.ts';
import { pageViewsContract } from './page-views.ts';
import { maskingContract } from './masking.ts';
import { privacyContract } from './privacy/privacy.ts';
import { retentionContract } from './privacy/retention.ts';
import { rightsContract } from './rights.ts';
import { sessionContract } from './session/session.ts';
import { agreedPricesContract } from './skills/agreed-prices.ts';
import { companySkillsContract, skillApprovalsContract } from './skills/company-skills.ts';
import { singleSignOnContract } from './single-sign-on.ts';
import { skillsContract } from './skills/skills.ts';
import { supportRequestsContract } from './billing/support-requests.ts';
import { usageContract } from './billing/usage.ts';
import { usersContract } from './users.ts';

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
  companyDeletions: companyDeletionsContract,
  audit: auditContract,
  exports: exportsContract,
  files: filesContract,
  operations: operationsContract,
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
  companySkills: companySkillsContract,
  skillApprovals: skillApprovalsContract,
  analytics: analyticsContract,
  live: liveContract,
  invoices: invoicesContract,
  usage: usageContract,
  ownCosts: ownCostsContract,
  supportRequests: supportRequestsContract,
});
