import type { Conversation } from '../conversations/conversation.ts';
import type { ConversationChange } from '../ingest/apply-batches.ts';
import { statusSums } from './roll-ups.ts';
import type { RollUp, RollUpKey, RollUpSum } from './roll-ups.ts';
import { toMonthStart } from '../../../sql/sql-arrays.ts';

/** What is added to one row of a roll-up: its keys as numbers, and the sums in the order of the roll-up. */
export interface Delta {
  readonly keys: readonly number[];
  readonly sums: number[];
  /** Conversations more or, below 0, fewer. */
  conversations: number;
}

const keyReaders: Readonly<Record<RollUpKey, (conversation: Conversation) => number>> = {
  day: ({ day }) => day,
  month: ({ day }) => toMonthStart(day),
  hour: ({ hour }) => hour,
  skill_number: ({ skill }) => skill,
  user_number: ({ user }) => user,
  status: ({ status }) => status,
  technical: ({ technical }) => Number(technical),
};

const isOf = (status: (typeof statusSums)[number]) => {
  const code = statusSums.indexOf(status) + 1;
  return (conversation: Conversation) => Number(conversation.status === code);
};

const sumReaders: Readonly<Record<RollUpSum, (conversation: Conversation) => number>> = {
  conversations: () => 1,
  messages: ({ messages }) => messages,
  api_calls: ({ apiCalls }) => apiCalls,
  completed: isOf('completed'),
  processing: isOf('processing'),
  failed: isOf('failed'),
  escaped: isOf('escaped'),
  error: isOf('error'),
};

/** The difference that changes make to a roll-up, in the order of its key; rows that stay the same are left out. */
export function toDeltas({ keys, sums }: RollUp, changes: readonly ConversationChange[]): Delta[] {
  const deltas = new Map<string, Delta>();
  const count = (conversation: Conversation, sign: 1 | -1) => {
    const place = keys.map((key) => keyReaders[key](conversation));
    const id = place.join();
    const delta = deltas.get(id) ?? { keys: place, sums: sums.map(() => 0), conversations: 0 };
    delta.conversations += sign;
    sums.forEach((sum, index) => {
      delta.sums[index] = (delta.sums[index] ?? 0) + sign * sumReaders[sum](conversation);
    });
    deltas.set(id, delta);
  };
  for (const { before, after } of changes) {
    if (before) count(before, -1);
    if (after) count(after, 1);
  }
  return [...deltas.values()].filter(({ sums: all }) => all.some((sum) => sum !== 0)).toSorted(byKeys);
}

function byKeys(one: Delta, other: Delta): number {
  for (const [index, key] of one.keys.entries()) {
    const difference = key - (other.keys[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
