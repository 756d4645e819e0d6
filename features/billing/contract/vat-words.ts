/** Without schemas, because the browser reads it too. */

/** How VAT is charged, in a sentence. */
export const vatTreatmentWords = {
  domestic: 'VAT of the provider’s country',
  reverseCharge: 'reverse charge',
  outsideUnion: 'no VAT, outside the Union',
  exempt: 'no VAT, exempt',
} as const;

/** The same as a choice. */
export const vatTreatmentLabels = {
  domestic: 'VAT of the provider’s country',
  reverseCharge: 'Reverse charge, in the Union',
  outsideUnion: 'No VAT, outside the Union',
  exempt: 'No VAT, exempt',
} as const;

/** Said of every price, limit and amount that VAT comes on top of, and of those that are to be paid. */
export const netWords = 'excl. VAT';
export const grossWords = 'incl. VAT';

interface ShownPart {
  readonly treatment: keyof typeof vatTreatmentWords;
  readonly percent: number;
}

const partWords = {
  reverseCharge: 'VAT 0%, reverse charge',
  outsideUnion: 'Outside the scope of EU VAT',
  exempt: 'Exempt from VAT',
} as const;

/** `VAT 25.5%`, `Exempt from VAT`. */
export const describeVatPart = ({ treatment, percent }: ShownPart): string =>
  treatment === 'domestic' ? `VAT ${percent}%` : partWords[treatment];
