const bucketsPerDoubling = 8;
const fastestMs = 16;
const slowestMs = 24 * 60 * 60 * 1000;

/**
 * The histogram of the time of answers: a bucket begins at each of these milliseconds, and bucket 0 before the first. Whole
 * numbers, so that PostgreSQL's `width_bucket` finds the same. Neighbours differ by a tenth, so that a percentile is exact to
 * a twentieth.
 */
export const answerTimeBounds: readonly number[] = Array.from(
  { length: Math.ceil(Math.log2(slowestMs / fastestMs) * bucketsPerDoubling) + 1 },
  (_, index) => Math.round(fastestMs * 2 ** (index / bucketsPerDoubling)),
);

/** The number of bounds that are not above it. */
export function findAnswerTimeBucket(ms: number): number {
  let [low, high] = [0, answerTimeBounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((answerTimeBounds[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface BucketCount {
  readonly bucket: number;
  readonly answers: number;
}

/**
 * The time that this share of the answers does not exceed, in milliseconds: the middle of its bucket. Null without answers.
 * @param share between 0 and 1
 */
export function findPercentile(counts: readonly BucketCount[], share: number): number | null {
  const all = counts.reduce((sum, { answers }) => sum + answers, 0);
  if (all <= 0) return null;
  let passed = 0;
  for (const { bucket, answers } of counts.toSorted((one, other) => one.bucket - other.bucket)) {
    passed += answers;
    if (passed >= share * all) return getBucketMiddle(bucket);
  }
  return null;
}

/** The middle of a bucket, in milliseconds. */
export function getBucketMiddle(bucket: number): number {
  const until = answerTimeBounds[bucket] ?? slowestMs;
  const from = answerTimeBounds[bucket - 1] ?? until / 4;
  return Math.round(Math.sqrt(from * until));
}
