import type { IntakeConversation } from '#features/intake/contract/intake.ts';

/** The most turns that are kept of a conversation, as of a report. */
const maxTurns = 1000;

const toMs = ({ reportedAt, date }: IntakeConversation) => Date.parse(reportedAt ?? date);
const earlier = (one: string, other: string) => (Date.parse(one) <= Date.parse(other) ? one : other);

/**
 * Merges two records of one conversation: the first start, all messages, the last turns, the sum of API calls, and of other
 * fields the later value.
 */
export function mergeRecords(one: IntakeConversation, other: IntakeConversation): IntakeConversation {
  const [older, newer] = toMs(one) <= toMs(other) ? [one, other] : [other, one];
  const apiCalls = (one.apiCalls ?? 0) + (other.apiCalls ?? 0);
  return {
    ...older,
    ...newer,
    date: earlier(one.date, other.date),
    reportedAt: newer.reportedAt ?? newer.date,
    apiCalls,
    messages: [...(one.messages ?? []), ...(other.messages ?? [])],
    turns: [...(one.turns ?? []), ...(other.turns ?? [])].slice(-maxTurns),
  };
}

/** The conversations of records, in the order of their first record. */
export function groupRecords(items: readonly IntakeConversation[]): IntakeConversation[] {
  const grouped = new Map<string, IntakeConversation>();
  for (const item of items) {
    const known = grouped.get(item.id);
    grouped.set(item.id, known ? mergeRecords(known, item) : item);
  }
  return [...grouped.values()];
}
