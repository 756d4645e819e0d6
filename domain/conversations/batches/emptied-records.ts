import { toEmptyRatings, type StoredRatings } from '../ratings/stored-ratings.ts';
import { toEmptyTurns, type StoredTurns } from '../turns/stored-turns.ts';
import { emptiedEnd } from './compared-messages.ts';
import type { ReportedMessage } from './normalize-batch.ts';

interface Emptiable {
  readonly id: string;
  readonly externalId: string;
  readonly userNumber: number;
  readonly turns: StoredTurns | null;
  readonly ratings: StoredRatings | null;
  readonly withoutContent: boolean;
}

interface Erased {
  /** The numbers of erased persons. */
  readonly erasedUsers: ReadonlySet<number>;
}

/** Whether no text of the conversation is stored. */
export const isEmptied = (
  { withoutContent, userNumber }: Pick<Emptiable, 'withoutContent' | 'userNumber'>,
  { erasedUsers }: Erased,
): boolean => withoutContent || erasedUsers.has(userNumber);

/** Without texts; one of an erased person also without the sender's id, which can name the person. */
export function toEmptied<Conversation extends Emptiable>(
  conversation: Conversation,
  { erasedUsers }: Erased,
): Conversation {
  const { id, externalId, turns, ratings, userNumber } = conversation;
  return {
    ...conversation,
    externalId: erasedUsers.has(userNumber) ? id : externalId,
    turns: turns && toEmptyTurns(turns),
    ratings: ratings && toEmptyRatings(ratings),
    withoutContent: true,
  };
}

/** Removes author, text and the sender's id from a message, which is still counted. */
export const toEmptyMessage = (message: ReportedMessage): ReportedMessage => ({
  ...message,
  externalId: message.isDerived ? `${message.id}${emptiedEnd}` : message.id,
  author: '',
  parts: '[]',
});
