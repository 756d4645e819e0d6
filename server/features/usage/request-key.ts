import { requestKeyPattern } from '#contract/billing/usage.ts';

/** Where a page of the ledger goes on: the place of the last run before it. */
export interface RequestKey {
  readonly day: string;
  /** ISO 8601 with milliseconds, as fine as the ledger keeps it. */
  readonly occurredAt: string;
  readonly id: string;
}

export const writeRequestKey = ({ day, occurredAt, id }: RequestKey) => `${day}_${occurredAt}_${id}`;

/** Undefined for what no page has ever answered. */
export function readRequestKey(text: string): RequestKey | undefined {
  const [, day = '', occurredAt = '', id = ''] = requestKeyPattern.exec(text) ?? [];
  const isKey = isReal(`${day}T00:00:00.000Z`) && isReal(occurredAt);
  return isKey ? { day, occurredAt, id } : undefined;
}

/** A date that the calendar has, written as it is written here. */
function isReal(instant: string): boolean {
  const milliseconds = Date.parse(instant);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === instant;
}
