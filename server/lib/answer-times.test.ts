import { expect, test } from 'vitest';
import { answerTimeBounds, findAnswerTimeBucket, findPercentile, getBucketMiddle } from './answer-times.ts';

test('a time lies in the bucket between its bounds', () => {
  expect(findAnswerTimeBucket(0)).toBe(0);
  expect(findAnswerTimeBucket(15)).toBe(0);
  expect(findAnswerTimeBucket(16)).toBe(1);
  for (const ms of [17, 999, 1000, 5432, 86_400_000]) {
    const bucket = findAnswerTimeBucket(ms);
    expect(answerTimeBounds[bucket - 1]).toBeLessThanOrEqual(ms);
    expect(answerTimeBounds[bucket] ?? Infinity).toBeGreaterThan(ms);
  }
});

test('a percentile is within a twentieth of the exact one', () => {
  const times = Array.from({ length: 1000 }, (_, index) => 20 + index * 7);
  const counts = times.map((ms) => ({ bucket: findAnswerTimeBucket(ms), answers: 1 }));
  for (const share of [0.5, 0.95]) {
    const exact = times[Math.ceil(share * times.length) - 1] ?? 0;
    const found = findPercentile(counts, share) ?? 0;
    expect(Math.abs(found - exact) / exact).toBeLessThan(0.05);
  }
  expect(findPercentile([], 0.5)).toBeNull();
  expect(getBucketMiddle(0)).toBe(8);
});
