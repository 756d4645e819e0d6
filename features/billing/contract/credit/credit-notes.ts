import * as z from 'zod';
import { Id, Instant, Version } from '#contract/fields.ts';

/** The kinds of papers that the provider issues. */
export const invoiceKinds = ['invoice', 'creditNote'] as const;

/** Another paper of the company, by its id and number. */
export const InvoiceReference = z.object({ _id: Id, invoiceId: z.string() });

const reasonMessage = 'Enter a reason of at most 200 characters. It is printed on the credit note.';

/** The amount that a credit note gives back, and the reason. */
export const InvoiceCredit = z.strictObject({
  reason: z
    .string({ error: reasonMessage })
    .trim()
    .min(1, { error: reasonMessage })
    .refine((text) => [...text].length <= 200, { error: reasonMessage })
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: 'The reason contains invalid characters.' }),
  /** The amount in euros, VAT included; all that is left, where it is missing. */
  total: z
    .number({ error: 'Enter an amount in euros, e.g. 1250.50.' })
    .refine((euros) => euros > 0 && /^\d{1,10}(\.\d{1,2})?$/.test(String(euros)), {
      error: 'Enter an amount in euros, e.g. 1250.50.',
    })
    .optional(),
  /** That of the invoice which the caller has seen, so that two people never credit the same twice. */
  version: Version,
});
export type InvoiceCredit = z.infer<typeof InvoiceCredit>;

/** A month whose invoice was credited wholly, which has none until the provider issues it again. */
export const MonthToIssue = z.object({
  /** That of the invoice. */
  _id: Id,
  invoiceId: z.string(),
  /** First day of the month. */
  period: z.string(),
  total: z.number(),
  /** Since when the month has no invoice. */
  since: Instant,
  /** Whether it is issued under its number and dates, because it was deleted before there were credit notes. */
  keepsNumber: z.boolean(),
});
export type MonthToIssue = z.infer<typeof MonthToIssue>;
