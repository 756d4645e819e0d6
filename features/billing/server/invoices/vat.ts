import type { InvoiceVat, VatTreatment } from '#features/billing/contract/vat.ts';
import { toPercent, type VatRate } from '#features/billing/contract/vat-rates.ts';
import { roundToCents, toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { addDays, addMonths } from '#contract/calendar/zones.ts';

/** How a supply is taxed. */
export interface VatTerms {
  readonly treatment: VatTreatment;
  /** 0 where no VAT is charged. */
  readonly rate: VatRate;
  /** The customer's, where it owes the VAT itself; else null. */
  readonly customerVatNumber: string | null;
  /** Why it is exempt; null for other treatments. */
  readonly reason: string | null;
}

/** Sum of the lines that are taxed in one way at one rate. Whole cents; net and VAT are below 0 where more is taken back than billed. */
export interface TaxedPart extends VatTerms {
  readonly net: TenThousandths;
  readonly amount: TenThousandths;
}

/** The VAT of an invoice, as it is stored with it. `total` is net, VAT and rounding: what is to be paid. */
export interface Vat {
  readonly parts: readonly TaxedPart[];
  readonly net: TenThousandths;
  readonly amount: TenThousandths;
  readonly rounding: TenThousandths;
  readonly total: TenThousandths;
  readonly areLinesNet: boolean;
}

const wholeRate = 100_000n;
const perCent = 100n;

/**
 * VAT of a net amount in whole cents: rounded once, half up, of a negative amount like that of its positive. BigInt, because
 * amounts of billions times a rate leave the exact range of numbers.
 */
export function getVatAmount(net: TenThousandths, rate: VatRate): TenThousandths {
  if (net < 0) return -getVatAmount(-net, rate);
  const cents = (BigInt(net) / perCent) * BigInt(rate);
  return Number(((cents + wholeRate / 2n) / wholeRate) * perCent);
}

/** Adds VAT to amounts, once for each way and rate on their sum. */
export function addVat(amounts: ReadonlyArray<{ net: TenThousandths; terms: VatTerms }>): Vat {
  const nets = new Map<string, { terms: VatTerms; net: TenThousandths }>();
  for (const { net, terms } of amounts) {
    const key = JSON.stringify([terms.treatment, terms.rate, terms.customerVatNumber, terms.reason]);
    nets.set(key, { terms, net: (nets.get(key)?.net ?? 0) + net });
  }
  const parts = [...nets.values()]
    .map(({ terms, net }) => ({ ...terms, net, amount: getVatAmount(net, terms.rate) }))
    .toSorted((one, other) => other.net - one.net);
  const net = sum(parts.map((part) => part.net));
  const amount = sum(parts.map((part) => part.amount));
  return { parts, net, amount, rounding: 0, total: net + amount, areLinesNet: true };
}

/**
 * Splits a total that was entered. One of about five totals is no whole net with its VAT: there the VAT is that of the nearest net,
 * and a cent of rounding is left (EN 16931, BT-114).
 */
export function splitTotal(total: TenThousandths, terms: VatTerms): Vat {
  const net = divide(BigInt(total) * wholeRate, wholeRate + BigInt(terms.rate));
  const amount = getVatAmount(net, terms.rate);
  return {
    parts: [{ ...terms, net, amount }],
    net,
    amount,
    rounding: total - net - amount,
    total,
    areLinesNet: false,
  };
}

/** Half up, to whole cents. */
function divide(dividend: bigint, divisor: bigint): TenThousandths {
  const doubled = divisor * perCent;
  return Number(((dividend + doubled / 2n) / doubled) * perCent);
}

const sum = (amounts: readonly TenThousandths[]) => amounts.reduce((all, each) => all + each, 0);

/** The day on which the usage of a month counts as supplied: its last. @param month first day */
export const getSupplyDay = (month: string): string => addDays(addMonths(month, 1), -1);

/** Sentence that an invoice has to carry for a part without VAT (directive 2006/112/EC, article 226, points 11 and 11a); null with VAT. */
export function getVatMention({ treatment, customerVatNumber, reason }: VatTerms): string | null {
  switch (treatment) {
    case 'domestic':
      return null;
    case 'reverseCharge':
      return `Reverse charge: VAT is to be accounted for by the recipient${customerVatNumber === null ? '' : `, ${customerVatNumber}`} (Article 196 of Directive 2006/112/EC).`;
    case 'outsideUnion':
      return 'Outside the scope of EU VAT: the place of supply is where the customer is established (Article 44 of Directive 2006/112/EC).';
    case 'exempt':
      return `Exempt from VAT: ${reason}.`;
  }
}

/** The VAT of an invoice of before, as it was issued: in the total, rounded to the ten-thousandth and then to the cent. */
export function splitAsIssued(
  total: TenThousandths,
  {
    percent,
    isReverseCharge,
    customerVatNumber,
  }: { percent: number; isReverseCharge: boolean; customerVatNumber: string | null },
): Vat {
  const by = BigInt(100 + percent);
  const amount = isReverseCharge ? 0 : roundToCents(Number((BigInt(total) * BigInt(percent) + by / 2n) / by));
  const [treatment, rate] = isReverseCharge ? (['reverseCharge', 0] as const) : (['domestic', percent * 1000] as const);
  const part = { treatment, rate, customerVatNumber, reason: null, net: total - amount, amount };
  return { parts: [part], net: total - amount, amount, rounding: 0, total, areLinesNet: false };
}

/** The VAT that is stored with an invoice. */
export interface StoredVat {
  readonly totalTenThousandths: TenThousandths;
  /** Null for invoices of before. */
  readonly vat: Vat | null;
  /** That of an invoice of before; null also for a record of the company, and for a paper of before that is not stored yet. */
  readonly vatPercent: number | null;
  readonly isReverseCharge: boolean | null;
}

/** The VAT as an invoice says it; null where it says none. */
export const findIssuedVat = ({ vat, vatPercent, isReverseCharge, totalTenThousandths }: StoredVat): Vat | null =>
  vat === null && vatPercent !== null
    ? splitAsIssued(totalTenThousandths, {
        percent: vatPercent,
        isReverseCharge: isReverseCharge === true,
        customerVatNumber: null,
      })
    : vat;

/** In euros, for the API. */
export const toInvoiceVat = ({ parts, net, amount, rounding, total, areLinesNet }: Vat): InvoiceVat => ({
  net: toEuros(net),
  amount: toEuros(amount),
  rounding: toEuros(rounding),
  total: toEuros(total),
  parts: parts.map((part) => ({
    treatment: part.treatment,
    percent: toPercent(part.rate),
    net: toEuros(part.net),
    amount: toEuros(part.amount),
    mention: getVatMention(part),
  })),
  areLinesNet,
});
