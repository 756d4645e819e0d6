import type { ConversationRating } from '#contract/conversations/ratings.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { compareRatings, listGiven, type StoredRating } from '#server/lib/ratings.ts';
import { createBoundedMasker } from './bounded-masker.ts';

interface ReadRatings {
  /** Undefined for who reads them unmasked. */
  readonly masking: MaskingSettings | undefined;
  /** JSON as it is stored. */
  readonly ratings: string;
}

const toUuid = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5');

/** Masks the ratings of a conversation for its reader, and lists them oldest first. */
export function readRatings({ masking, ratings }: ReadRatings): ConversationRating[] {
  const { maskText } = createBoundedMasker(masking);
  return listGiven(JSON.parse(ratings) as StoredRating[])
    .toSorted(compareRatings)
    .flatMap(({ message, at, value, score, min, max, comment }) => {
      if (value === 'none') return [];
      return {
        messageId: message === null ? null : toUuid(message),
        date: at,
        value,
        ...(score !== undefined && { score }),
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        ...(comment !== undefined && { comment: maskText(comment) }),
      };
    });
}

/** For the pool of workers, as `readMessagesTask`. */
export const readRatingsTask: Task<ReadRatings, ConversationRating[]> = { module: import.meta.url, run: readRatings };
