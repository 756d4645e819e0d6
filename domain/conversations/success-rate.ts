import { conversationStatuses, type ConversationStatus } from '#contract/conversations/conversations.ts';

/** Conversations of one status; the number of a status is its place from 1 on. */
interface StatusSum {
  readonly status: number;
  readonly conversations: number;
}

const numberOf = (status: ConversationStatus) => conversationStatuses.indexOf(status) + 1;
const [completed, processing] = [numberOf('Completed'), numberOf('Processing')];

/** The completed of the finished conversations, in percent with one decimal; null where none is finished. */
export function getSuccessRate(sums: readonly StatusSum[]): number | null {
  const count = (isCounted: (sum: StatusSum) => boolean) =>
    sums.filter(isCounted).reduce((total, { conversations }) => total + conversations, 0);
  const finished = count(({ status }) => status !== processing);
  return finished === 0
    ? null
    : toPercent(
        count(({ status }) => status === completed),
        finished,
      );
}

/** Rounds half up; in whole numbers, because a float may fall below the half. */
const toPercent = (part: number, whole: number): number => Math.floor((2000 * part + whole) / (2 * whole)) / 10;
