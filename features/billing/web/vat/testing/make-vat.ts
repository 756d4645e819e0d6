import type { CompanyVat } from '#features/billing/contract/vat-decisions.ts';

/** VAT of a customer in the provider's country, on which nothing is decided. */
export const makeCompanyVat = (values: Partial<CompanyVat> = {}): CompanyVat => ({
  treatment: 'domestic',
  percent: 24,
  present: null,
  decisions: [],
  proposed: 'domestic',
  isOpen: false,
  canCheck: false,
  check: null,
  today: '2026-11-27',
  ...values,
});
