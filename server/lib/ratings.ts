import { ratingValues, type RatingValue } from '#contract/conversations/rating-values.ts';

/** A rating as it is stored with its conversation. */
export interface StoredRating {
  /** A later one of the same key replaces it. */
  readonly key: string;
  /** The id of the message that is rated; null for the whole conversation. */
  readonly message: string | null;
  /** When it was given, as ISO 8601 in UTC. */
  readonly at: string;
  /** `none` takes back what was given before. */
  readonly value: RatingValue | 'none';
  readonly score?: number;
  readonly min?: number;
  readonly max?: number;
  readonly comment?: string;
}

/** Negative for one that is earlier. */
export const compareRatings = (one: StoredRating, other: StoredRating): number =>
  compareTexts(one.at, other.at) || compareTexts(one.key, other.key);

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The latest rating of each message and of the conversation, without those that were taken back. */
export function listGiven(ratings: readonly StoredRating[]): StoredRating[] {
  const latest = new Map<string | null, StoredRating>();
  for (const rating of ratings) {
    const known = latest.get(rating.message);
    if (!known || compareRatings(known, rating) < 0) latest.set(rating.message, rating);
  }
  return [...latest.values()].filter(({ value }) => value !== 'none');
}

/**
 * Rates a conversation by its ratings: negative where one is, else positive where one is, else neutral; undefined
 * without ratings.
 */
export function rateConversation(ratings: readonly StoredRating[]): RatingValue | undefined {
  const given = new Set(listGiven(ratings).map(({ value }) => value));
  return (['negative', 'positive', 'neutral'] as const).find((value) => given.has(value));
}

/** The number under which a value is stored. */
export const toRatingNumber = (value: RatingValue): number => ratingValues.indexOf(value) + 1;

/** On a scale, above its middle is positive and below it negative. */
export function judgeScore(score: number, min: number, max: number): RatingValue {
  const share = (score - min) / (max - min);
  if (share === 0.5) return 'neutral';
  return share > 0.5 ? 'positive' : 'negative';
}
