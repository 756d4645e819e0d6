import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant, optionalText } from '#contract/fields.ts';
import { VatTreatment } from './vat.ts';

const endpoint = defineEndpoints('VAT of companies');

/** How the provider taxes the company from a day on. Of several of one day the last counts; never changed or deleted. */
const VatDecision = z.object({
  treatment: VatTreatment,
  /** Empty where the country and the number say enough. */
  reason: z.string(),
  validFrom: z.iso.date(),
  /** The company's country and number as they were then. */
  country: z.string().nullable(),
  vatNumber: z.string().nullable(),
  decidedAt: Instant,
  decidedBy: z.string(),
});
export type VatDecision = z.infer<typeof VatDecision>;

/** The last question to VIES about the company's present number. */
const VatCheck = z.object({
  vatNumber: z.string(),
  /** Pending until VIES has answered. */
  state: z.enum(['pending', 'valid', 'invalid']),
  requestedAt: Instant,
  /** The last attempt; null before the first. */
  attemptedAt: Instant.nullable(),
  /** The number by which VIES proves its answer; null where it gave none. */
  consultation: z.string().nullable(),
  /** Name and address of the number at VIES; null where it says nothing. */
  name: z.string().nullable(),
  address: z.string().nullable(),
});
export type VatCheck = z.infer<typeof VatCheck>;

export const CompanyVat = z.object({
  /** The VAT of a supply of today. */
  treatment: VatTreatment,
  /** 0 where no VAT is charged. */
  percent: z.number(),
  /** The provider's decision that holds today; null where none was made, so that its VAT is charged. */
  present: VatDecision.nullable(),
  /** Every decision, the last one first. */
  decisions: z.array(VatDecision),
  /** The one that country and number of the company say; null where they are missing. */
  proposed: VatTreatment.nullable(),
  /** Whether the provider has to decide: for the proposed one, or because the company has changed its country or number. */
  isOpen: z.boolean(),
  /** Whether the number can be asked about: one of another country of the Union with right check digits. */
  canCheck: z.boolean(),
  check: VatCheck.nullable(),
  /** In the company's zone. */
  today: z.iso.date(),
});
export type CompanyVat = z.infer<typeof CompanyVat>;

const reasonMaxLength = 200;

export const VatDecisionForm = z.strictObject({
  treatment: VatTreatment,
  /** Printed on invoices where it is exempt. */
  reason: optionalText(reasonMaxLength),
  validFrom: z.iso.date({ error: 'Choose a day.' }).max(10),
});
export type VatDecisionForm = z.infer<typeof VatDecisionForm>;

export const companyVatContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/vat',
    summary: 'Get how the provider charges VAT to the company, and why',
    access: 'billing.read',
  }).output(CompanyVat),

  decide: endpoint({
    method: 'POST',
    path: '/company/vat/decisions',
    summary:
      'Decide how VAT is charged to the company from a day on; reverse charge needs a number that VIES has confirmed',
    access: 'invoices.manage-issued',
    problems: ['vat.not-proven'],
  })
    .input(z.object({ body: VatDecisionForm }))
    .output(CompanyVat),

  check: endpoint({
    method: 'POST',
    path: '/company/vat/checks',
    summary: 'Ask VIES about the VAT number of the company; the answer comes later',
    access: 'invoices.manage-issued',
    problems: ['vat.not-checkable'],
  }).output(CompanyVat),
};
