import { isDeepStrictEqual } from 'node:util';
import { maxRatings, type IntakeRating } from '#features/intake/contract/ratings.ts';
import {
  compareRatings,
  judgeScore,
  rateConversation,
  toRatingNumber,
  type StoredRating,
} from '#server/lib/ratings.ts';
import { toRecordId } from '#server/lib/reported-names.ts';

/** The ratings of a conversation, oldest first, with the JSON that is stored of them. */
export interface StoredRatings {
  readonly list: readonly StoredRating[];
  readonly json: string;
}

/** A rating of a message, or without one of the conversation. `key` says what it replaces; by default what is rated. */
export type KeyedRating = Omit<IntakeRating, 'conversationId'> & { readonly key?: string };

export function toStoredRating({ key, messageId, date, value, score, min = 0, max = 1, comment = '' }: KeyedRating) {
  const message = messageId === undefined ? null : toRecordId(messageId);
  const rating: StoredRating = {
    key: key ?? message ?? '',
    message,
    at: new Date(date).toISOString(),
    value: score === undefined ? (value ?? 'none') : judgeScore(score, min, max),
    ...(score !== undefined && { score, min, max }),
    ...(comment.trim() !== '' && { comment: comment.trim() }),
  };
  return rating;
}

export function toStoredRatings(ratings: readonly StoredRating[]): StoredRatings {
  const list = ratings.toSorted(compareRatings).slice(-maxRatings);
  return { list, json: JSON.stringify(list) };
}

/** The ratings with more of them. Of two with one key the later one stays, of the same instant the one that arrived last. */
export function addRatings(current: StoredRatings | null, added: readonly StoredRating[]): StoredRatings | null {
  const byKey = new Map((current?.list ?? []).map((rating) => [rating.key, rating]));
  let hasChanged = false;
  for (const rating of added) {
    const earlier = byKey.get(rating.key);
    if (earlier && (rating.at < earlier.at || isDeepStrictEqual(earlier, rating))) continue;
    byKey.set(rating.key, rating);
    hasChanged = true;
  }
  return hasChanged ? toStoredRatings([...byKey.values()]) : current;
}

/** The ratings of messages that are stored under another id now; ids by those of before. */
export function moveRatings(current: StoredRatings | null, moved: ReadonlyMap<string, string>): StoredRatings | null {
  if (!current?.list.some(({ message }) => message !== null && moved.has(message))) return current;
  return toStoredRatings(
    current.list.map((rating) => ({ ...rating, message: moved.get(rating.message ?? '') ?? rating.message })),
  );
}

/** Without comments. What is counted stays. */
export const toEmptyRatings = ({ list }: StoredRatings): StoredRatings =>
  toStoredRatings(list.map(({ comment: _comment, ...rating }) => rating));

/** Computes the columns by which the log lists and filters ratings. */
export function toRatingColumns(ratings: StoredRatings | null) {
  const value = ratings ? rateConversation(ratings.list) : undefined;
  return { ratings: ratings && ratings.json, rating: value === undefined ? null : toRatingNumber(value) };
}
