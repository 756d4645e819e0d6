import { findMissingData } from '#features/company/server/attention.repository.ts';
import type { AttentionSources } from '#features/dashboard/server/attention/attention.service.ts';
import { findFailedAnswers } from '#features/dashboard/server/attention/failed-answers.repository.ts';
import { findFailingKeys, findSilentKeys } from '#features/intake/server/intake-keys/reports/attention.repository.ts';
import { findBrokenIntegrations } from '#features/integrations/server/attention.repository.ts';
import { findSilentLimits } from '#features/mail/server/attention.repository.ts';
import {
  findForecastLimits,
  findOverdueInvoices,
  findReachedLimits,
} from '#features/money/server/attention.repository.ts';
import type { Provider } from '#features/billing/server/invoices/provider.ts';
import { findUndecidedVat } from '#features/billing/server/vat/attention.repository.ts';
import { findUnmappedSkills, findWaitingInvitations } from '#features/people/server/attention.repository.ts';

/** The source of each kind of line of "Needs attention". */
export const openAttentionSources = (provider: Pick<Provider, 'vatNumber'>): AttentionSources => ({
  overdueInvoices: findOverdueInvoices,
  reachedLimits: findReachedLimits,
  forecastLimits: findForecastLimits,
  brokenIntegrations: findBrokenIntegrations,
  failingKeys: findFailingKeys,
  silentKeys: findSilentKeys,
  failedAnswers: findFailedAnswers,
  unmappedSkills: findUnmappedSkills,
  waitingInvitations: findWaitingInvitations,
  silentLimits: findSilentLimits,
  undecidedVat: findUndecidedVat(provider.vatNumber),
  companyData: findMissingData,
});
