import { expect, test } from 'vitest';
import { compareCounts, compareShares } from './comparison.ts';

test('a count is compared in percent of the previous one', () => {
  expect(compareCounts(150, 100)).toEqual({
    direction: 'up',
    text: '+50%',
    words: '50 percent more than in the previous period',
  });
  expect(compareCounts(966, 1000)).toEqual({
    direction: 'down',
    text: '−3.4%',
    words: '3.4 percent less than in the previous period',
  });
  expect(compareCounts(0, 7)).toMatchObject({ direction: 'down', text: '−100%' });
});

test('a change of less than a tenth of a percent is none', () => {
  expect(compareCounts(10_001, 10_000)).toMatchObject({ direction: 'same', text: '0%' });
  expect(compareCounts(10_000, 10_000).words).toBe('the same as in the previous period');
});

test('nothing is compared with a missing share or with nothing, and what was 0 before is new', () => {
  for (const comparison of [compareCounts(0, 0), compareShares(90, null), compareShares(null, 9)]) {
    expect(comparison).toEqual({ direction: 'none', text: '–', words: 'no previous figure' });
  }
  expect(compareCounts(5, 0)).toEqual({ direction: 'none', text: 'new', words: 'none in the previous period' });
});

test('a change of 1,000 percent or more is shown as such', () => {
  expect(compareCounts(9_000_000, 1)).toMatchObject({
    text: '>+1,000%',
    words: 'over 1,000 percent more than in the previous period',
  });
});

test('shares are compared in percentage points', () => {
  expect(compareShares(94.2, 90)).toMatchObject({ direction: 'up', text: '+4.2\u00a0pp' });
  expect(compareShares(70, 90)).toMatchObject({ direction: 'down', text: '−20\u00a0pp' });
  expect(compareShares(0, 0)).toMatchObject({ direction: 'same', text: '0\u00a0pp' });
});
