import { getCost, type TenThousandths } from '#features/money/contract/money.ts';
import { addVat, getSupplyDay, type Vat, type VatTerms } from './vat.ts';
import { formatMonth } from '#contract/calendar/formats.ts';

/** Unbilled requests of one month, skill and price; negative where too many were billed. */
export interface UnbilledUsage {
  /** First day. */
  readonly month: string;
  readonly skillNumber: number;
  readonly skillId: string | null;
  readonly skillName: string;
  readonly price: TenThousandths;
  readonly requests: number;
  /** Requests of the same kind that invoices have billed already. */
  readonly billed: number;
  /** Requests and cost of the lines that have billed them under this number, of invoices of which something is left. */
  readonly lined: number;
  readonly linedTotal: TenThousandths;
}

/** Unbilled support requests of one month and type. */
export interface UnbilledSupport {
  /** First day. */
  readonly month: string;
  readonly type: string;
  /** Whole cents. */
  readonly total: TenThousandths;
  readonly ids: readonly string[];
}

/** Unbilled base fee of one skill and month. */
export interface UnbilledFee {
  /** First day. */
  readonly month: string;
  readonly skillId: string;
  readonly skillName: string;
  /** Whole cents. */
  readonly total: TenThousandths;
  /** First day of its agreement. */
  readonly since: string;
}

export interface PlannedLine {
  readonly description: string;
  /** First day of the month of the billed usage or support; null for an amount that was entered. */
  readonly month: string | null;
  /** One of the reported skills whose usage it bills; null for support and base fees. */
  readonly skillNumber: number | null;
  /** Null for support, and for reported skills without a mapping. */
  readonly skillId: string | null;
  readonly requests: number | null;
  readonly price: TenThousandths | null;
  readonly total: TenThousandths;
}

export interface PlannedInvoice {
  readonly lines: readonly PlannedLine[];
  /** Net. */
  readonly total: TenThousandths;
}

/** A line with how it is taxed. */
export type TaxedLine = PlannedLine & { readonly terms: VatTerms };

/** Gives each line the terms of its day of supply: the last day of its month. */
export const taxLines = (
  lines: readonly PlannedLine[],
  getTerms: (day: string) => VatTerms,
  issueDate: string,
): TaxedLine[] =>
  lines.map((line) => ({ ...line, terms: getTerms(line.month === null ? issueDate : getSupplyDay(line.month)) }));

/** The VAT of lines, on their sums. */
export const getVatOfLines = (lines: readonly TaxedLine[]): Vat =>
  addVat(lines.map(({ total, terms }) => ({ net: total, terms })));

/**
 * The lines of a closed month: one for each skill and price, late usage of earlier months, base fees, then support. Lines are whole cents. A
 * late line is what its month's cost is above the lines that stand, so that the lines of a month add up to its cost.
 */
export function planInvoice(
  month: string,
  usage: readonly UnbilledUsage[],
  support: readonly UnbilledSupport[] = [],
  fees: readonly UnbilledFee[] = [],
): PlannedInvoice {
  const own = usage.filter((each) => each.month === month);
  const late = usage.filter((each) => each.month !== month);
  const lines = [
    ...toLines(own, ({ skillName }) => skillName),
    ...toLines(late, describeLate),
    ...toFeeLines(month, fees),
    ...toSupportLines(month, support),
  ];
  return { lines, total: lines.reduce((sum, line) => sum + line.total, 0) };
}

/** Usage, support and base fees that no invoice has billed. */
export interface Unbilled {
  readonly usage: readonly UnbilledUsage[];
  readonly support: readonly UnbilledSupport[];
  readonly fees: readonly UnbilledFee[];
}

/** Picks what the invoice of a month bills: the month, and what was reported late for months that have an invoice. */
export function pickDue({ usage, support, fees }: Unbilled, month: string, closed: ReadonlySet<string>): Unbilled {
  const isDue = (each: { readonly month: string }) => each.month === month || closed.has(each.month);
  return { usage: usage.filter(isDue), support: support.filter(isDue), fees: fees.filter(isDue) };
}

/** A line that bills no requests. */
const toSumLine = (
  month: string,
  words: string,
  each: { readonly month: string; readonly total: TenThousandths },
  skillId: string | null,
): PlannedLine => ({
  description: each.month === month ? words : `${words}, ${formatMonth(each.month)}`,
  month: each.month,
  skillNumber: null,
  skillId,
  requests: null,
  price: null,
  total: each.total,
});

const toSupportLines = (month: string, support: readonly UnbilledSupport[]): PlannedLine[] =>
  support.map((each) => toSumLine(month, `Support: ${each.type}`, each, null));

const toFeeLines = (month: string, fees: readonly UnbilledFee[]): PlannedLine[] =>
  fees.map((each) => toSumLine(month, `Base fee: ${each.skillName}`, each, each.skillId));

const describeLate = ({ skillName, month }: UnbilledUsage) => `${skillName}, ${formatMonth(month)}`;

/** Reported skills that are mapped to one skill share a line. */
function toLines(usage: readonly UnbilledUsage[], describe: (usage: UnbilledUsage) => string): PlannedLine[] {
  const lines = new Map<string, PlannedUsage>();
  for (const each of usage) {
    const { month, skillNumber, skillId, price } = each;
    const key = JSON.stringify([month, skillId ?? each.skillNumber, price]);
    const before = lines.get(key);
    const sums = {
      requests: (before?.requests ?? 0) + each.requests,
      billed: (before?.billed ?? 0) + each.billed,
      lined: (before?.lined ?? 0) + each.lined,
      linedTotal: (before?.linedTotal ?? 0) + each.linedTotal,
    };
    const rest = getCost(sums.billed + sums.requests, price) - getBilledCost(sums, price);
    const total = sums.requests > 0 ? Math.max(0, rest) : rest;
    lines.set(key, { month, description: describe(each), skillNumber, skillId, ...sums, price, total });
  }
  return [...lines.values()]
    .filter(({ requests }) => requests !== 0)
    .toSorted(
      (one, other) =>
        one.month.localeCompare(other.month) ||
        one.description.localeCompare(other.description, 'en') ||
        (one.price ?? 0) - (other.price ?? 0),
    )
    .map(({ billed: _billed, lined: _lined, linedTotal: _linedTotal, ...line }) => line);
}

type PlannedUsage = PlannedLine & Pick<UnbilledUsage, 'month' | 'requests' | 'billed' | 'lined' | 'linedTotal'>;

/**
 * The cost that was billed of the requests. Lines that were rounded beside one that is credited since do not add up to the cost of their requests;
 * where a name was mapped anew, lines are of other requests than what they are billed as, and the cost of the number counts. Lines of names that are mapped together since
 * can add up to more than their cost; a line of further requests is 0 then, never below it.
 */
const getBilledCost = (
  { billed, lined, linedTotal }: Pick<UnbilledUsage, 'billed' | 'lined' | 'linedTotal'>,
  price: TenThousandths,
): TenThousandths => (lined === billed ? linedTotal : getCost(billed, price));
