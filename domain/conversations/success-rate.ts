import {
  conversationStatuses,
  unsuccessfulStatuses,
  type ConversationStatus,
} from '#contract/conversations/conversations.ts';

/** Conversations of one status; the number of a status is its place from 1 on. */
interface StatusSum {
  readonly status: number;
  readonly conversations: number;
}

const numberOf = (status: ConversationStatus) => conversationStatuses.indexOf(status) + 1;
const unsuccessful: ReadonlySet<number> = new Set(unsuccessfulStatuses.map(numberOf));

/** The completed of the finished conversations, in percent with one decimal; null where none is finished. */
export function getSuccessRate(sums: readonly StatusSum[]): number | null {
  const completed = count(sums, (status) => status === numberOf('Completed'));
  const finished = completed + count(sums, (status) => unsuccessful.has(status));
  return finished === 0 ? null : toPercent(completed, finished);
}

const count = (sums: readonly StatusSum[], isCounted: (status: number) => boolean): number =>
  sums.filter(({ status }) => isCounted(status)).reduce((total, { conversations }) => total + conversations, 0);

/** Rounds half up; in whole numbers, because a float may fall below the half. */
const toPercent = (part: number, whole: number): number => Math.floor((2000 * part + whole) / (2 * whole)) / 10;
