import { hasInvoiceData } from '#features/company/server/attention.repository.ts';
import type { FirstStepSources } from '#features/company/server/first-steps/first-steps.service.ts';
import { hasReadConversation } from '#features/company/server/first-steps/first-steps.repository.ts';
import { hasReport } from '#features/intake/server/intake-keys/reports/attention.repository.ts';
import { hasNotifiedLimit } from '#features/mail/server/attention.repository.ts';
import { hasColleagues } from '#features/people/server/attention.repository.ts';

/** The source of each step of the first hour. */
export const firstStepSources: FirstStepSources = {
  assistant: hasReport,
  conversation: hasReadConversation,
  limit: hasNotifiedLimit,
  people: hasColleagues,
  companyData: hasInvoiceData,
};
