import { requestKeyPattern } from '#contract/billing/usage.ts';

/** The position of a page of the ledger: the last usage event before it. */
export interface RequestKey {
  readonly day: string;
  /** ISO 8601 with milliseconds, the precision of the ledger. */
  readonly occurredAt: string;
  readonly id: string;
}

export const formatRequestKey = ({ day, occurredAt, id }: RequestKey) => `${day}_${occurredAt}_${id}`;

/** Undefined for a text that `formatRequestKey` never returns. */
export function parseRequestKey(text: string): RequestKey | undefined {
  const [, day = '', occurredAt = '', id = ''] = requestKeyPattern.exec(text) ?? [];
  const isKey = isCanonical(`${day}T00:00:00.000Z`) && isCanonical(occurredAt);
  return isKey ? { day, occurredAt, id } : undefined;
}

/** Whether the instant exists and is in the format of `toISOString`. */
function isCanonical(instant: string): boolean {
  const milliseconds = Date.parse(instant);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === instant;
}
