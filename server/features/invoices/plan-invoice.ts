import { roundToCents } from '#contract/billing/money.ts';
import type { TenThousandths } from '#contract/billing/money.ts';
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
}

export interface PlannedLine {
  readonly description: string;
  readonly skillId: string | null;
  readonly requests: number | null;
  readonly price: TenThousandths | null;
  readonly total: TenThousandths;
}

export interface PlannedInvoice {
  readonly lines: readonly PlannedLine[];
  readonly total: TenThousandths;
}

/**
 * The lines of a closed month: one for each skill and price, then late usage of earlier months. A sum that is not whole
 * cents is rounded half up by a line of its own.
 */
export function planInvoice(month: string, usage: readonly UnbilledUsage[]): PlannedInvoice {
  const own = usage.filter((each) => each.month === month);
  const late = usage.filter((each) => each.month !== month);
  const lines = [...toLines(own, ({ skillName }) => skillName), ...toLines(late, describeLate)];
  const sum = lines.reduce((total, line) => total + line.total, 0);
  const total = roundToCents(sum);
  return { lines: total === sum ? lines : [...lines, toRounding(total - sum)], total };
}

const describeLate = ({ skillName, month }: UnbilledUsage) => `${skillName}, ${formatMonth(month)}`;

const toRounding = (total: TenThousandths): PlannedLine => ({
  description: 'Rounding',
  skillId: null,
  requests: null,
  price: null,
  total,
});

/** Reported skills that are mapped to one skill share a line. */
function toLines(usage: readonly UnbilledUsage[], describe: (usage: UnbilledUsage) => string): PlannedLine[] {
  const lines = new Map<string, PlannedLine & { requests: number; month: string }>();
  for (const each of usage) {
    const { month, skillId, price } = each;
    const key = JSON.stringify([month, skillId ?? each.skillNumber, price]);
    const requests = (lines.get(key)?.requests ?? 0) + each.requests;
    lines.set(key, { month, description: describe(each), skillId, requests, price, total: requests * price });
  }
  return [...lines.values()]
    .filter(({ requests }) => requests !== 0)
    .toSorted(
      (one, other) =>
        one.month.localeCompare(other.month) ||
        one.description.localeCompare(other.description, 'en') ||
        (one.price ?? 0) - (other.price ?? 0),
    )
    .map(({ month: _month, ...line }) => line);
}
