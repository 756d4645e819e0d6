import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders, requiredText, Version } from '#contract/fields.ts';
import { isLimit, parseLimit } from '#features/money/contract/limits.ts';
import { supportTypes } from './support-types.ts';

const endpoint = defineEndpoints('Support requests', 'dev');

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const Month = z.string().regex(monthPattern, { error: 'The period must be a month, e.g. 2026-11.' });

const Type = z.enum(supportTypes, { error: 'The field is required!' });
const costMessage = 'Enter an amount in euros, e.g. 90.00.';
const minutesMessage = 'Enter whole minutes, e.g. 45.';

/** Help that the provider gave the company, with what it costs. */
export const SupportRequest = z.object({
  _id: Id,
  /** The day in the company's zone. */
  date: z.iso.date(),
  type: Type,
  subject: z.string(),
  minutes: z.int().nullable(),
  /** In whole cents. */
  cost: NetEuros,
  /** The number of the invoice that bills it; null while none does. */
  invoiceId: z.string().nullable(),
  version: Version,
});
export type SupportRequest = z.infer<typeof SupportRequest>;

/** `date` lies between 2000 and today. */
export const SupportRequestForm = z.strictObject({
  date: z.iso.date({ error: 'Enter a day.' }),
  type: Type,
  subject: requiredText({ required: 'The field is required!', empty: 'The field can not be empty!' }),
  minutes: z
    .int({ error: minutesMessage })
    .min(0, { error: minutesMessage })
    .max(100_000, { error: minutesMessage })
    .nullish(),
  cost: z.number({ error: costMessage }).refine(isLimit, { error: costMessage }),
});
export type SupportRequestForm = z.infer<typeof SupportRequestForm>;

/** The form of a support request as typed. */
export const TypedSupportRequest = SupportRequestForm.extend({
  minutes: z.string().refine((text) => /^\d{0,5}$/.test(text.trim()), { error: minutesMessage }),
  cost: z.string().refine((text) => parseLimit(text) !== undefined, { error: costMessage }),
});
export type TypedSupportRequest = z.infer<typeof TypedSupportRequest>;

/** The support requests of a calendar month in the company's zone, newest first. */
export const SupportMonth = z.object({
  /** `2026-11` */
  period: z.string().regex(monthPattern),
  data: z.array(SupportRequest),
  /** Cost of each type in the month. */
  spent: z.array(z.object({ type: Type, total: NetEuros })),
  total: NetEuros,
});
export type SupportMonth = z.infer<typeof SupportMonth>;

export const supportRequestsContract = {
  list: endpoint({
    method: 'GET',
    path: '/company/support/requests',
    summary: 'List the support requests of a month, by default the present one, with their cost',
    access: 'billing.read',
  })
    .input(z.object({ query: z.strictObject({ period: Month.optional() }).optional() }))
    .output(SupportMonth),

  create: endpoint({
    method: 'POST',
    path: '/company/support/requests',
    summary: 'Record a support request of the company, as its provider',
    access: 'support.record',
    successStatus: 201,
    problems: ['support.provider'],
  })
    .input(z.object({ body: SupportRequestForm, headers: IdempotencyHeaders }))
    .output(SupportRequest),

  update: endpoint({
    method: 'PUT',
    path: '/company/support/requests/{_id}',
    summary: 'Change a support request that no invoice bills, as the provider',
    access: 'support.record',
    problems: ['record.stale', 'support.billed'],
  })
    .input(
      z.object({ params: z.object({ _id: Id }), body: SupportRequestForm.extend({ version: Version.optional() }) }),
    )
    .output(SupportRequest),

  delete: endpoint({
    method: 'DELETE',
    path: '/company/support/requests/{_id}',
    summary: 'Delete a support request that no invoice bills, as the provider',
    access: 'support.record',
    successStatus: 204,
    problems: ['support.billed'],
  }).input(z.object({ params: z.object({ _id: Id }) })),
};
