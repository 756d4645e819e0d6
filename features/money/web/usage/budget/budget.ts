import { getThreshold, type Threshold } from '#features/money/contract/limits.ts';
import { fromEuros } from '#features/money/contract/money.ts';
import { formatPercent } from '#web/lib/numbers.ts';

type BudgetTone = 'green' | 'amber' | 'red';

/** The spent share of a limit, in words and as a colour. */
export interface Budget {
  threshold: Threshold | undefined;
  tone: BudgetTone;
  words: string;
  /** '84.2%', rounded down; undefined for a limit of 0. */
  share: string | undefined;
  /** From 0 to 100. */
  percent: number;
}

const tones: Readonly<Record<Threshold, BudgetTone>> = { 50: 'amber', 80: 'amber', 100: 'red' };

/** Exact amounts in euros. */
export function judgeBudget(total: number, limit: number): Budget {
  const threshold = getThreshold(fromEuros(total) ?? Number.POSITIVE_INFINITY, fromEuros(limit) ?? 0);
  const percent = limit === 0 ? (total > 0 ? 100 : 0) : (total / limit) * 100;
  return {
    threshold,
    tone: threshold === undefined ? 'green' : tones[threshold],
    words: describeShare(threshold, Math.floor(percent), total > limit),
    share: limit === 0 ? undefined : formatPercent(Math.floor(percent * 10) / 10),
    percent: Math.min(100, percent),
  };
}

function describeShare(threshold: Threshold | undefined, percent: number, isExceeded: boolean): string {
  if (threshold === 100) return isExceeded ? 'Limit exceeded' : 'Limit reached';
  if (threshold === undefined) return 'Within the limit';
  return `${threshold === 80 ? 'Budget warning: ' : ''}${percent}% of the limit used`;
}
