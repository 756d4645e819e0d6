import { usageEventKeyPattern } from '#features/money/contract/usage.ts';

/** The position of a page of the ledger: the last usage event before it. */
export interface UsageEventKey {
  readonly day: string;
  /** ISO 8601 with milliseconds, the precision of the ledger. */
  readonly occurredAt: string;
  readonly id: string;
}

export const formatUsageEventKey = ({ day, occurredAt, id }: UsageEventKey) => `${day}_${occurredAt}_${id}`;

/** Undefined for a text that `formatUsageEventKey` never returns. */
export function parseUsageEventKey(text: string): UsageEventKey | undefined {
  const [, day = '', occurredAt = '', id = ''] = usageEventKeyPattern.exec(text) ?? [];
  const isKey = isCanonical(`${day}T00:00:00.000Z`) && isCanonical(occurredAt);
  return isKey ? { day, occurredAt, id } : undefined;
}

/** Whether the instant exists and is in the format of `toISOString`. */
function isCanonical(instant: string): boolean {
  const milliseconds = Date.parse(instant);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === instant;
}
