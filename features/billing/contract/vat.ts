import * as z from 'zod';

/**
 * How a supply to a customer is taxed: with the provider's VAT; without, because the customer owes it in its own country of the
 * Union (directive 2006/112/EC, article 196); outside the scope, because the customer is outside the Union (article 44); or exempt
 * for a reason of its own.
 */
export const vatTreatments = ['domestic', 'reverseCharge', 'outsideUnion', 'exempt'] as const;
export const VatTreatment = z.enum(vatTreatments, { error: 'Choose how VAT is charged.' });
export type VatTreatment = z.infer<typeof VatTreatment>;

/** Sum of the lines that are taxed in one way at one rate, in euros; below 0 where more is taken back than billed. */
export const VatPart = z.object({
  treatment: VatTreatment,
  /** 0 where no VAT is charged. */
  percent: z.number(),
  net: z.number(),
  amount: z.number(),
  /** The sentence that the invoice has to carry where no VAT is charged; else null. */
  mention: z.string().nullable(),
});
export type VatPart = z.infer<typeof VatPart>;

/** Net, VAT and what is to be paid, in euros. VAT is the sum of the parts, each rounded once. */
export const InvoiceVat = z.object({
  net: z.number(),
  amount: z.number(),
  /** A cent more or less, where a total that was entered is no net with its VAT; else 0. */
  rounding: z.number(),
  total: z.number(),
  parts: z.array(VatPart),
  /** Whether prices and amounts of the lines are net; those of older invoices include the VAT. */
  areLinesNet: z.boolean(),
});
export type InvoiceVat = z.infer<typeof InvoiceVat>;
