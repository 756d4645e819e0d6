import { expect, test } from 'vitest';
import { countRuns, joinSenders, type Tellers } from './count-runs.ts';

test.each<[string, Record<Tellers, number>, number]>([
  ['none', {}, 0],
  ['channels without a common id: that with most', { '1 ': 3, '2 ': 2, '4 a': 4 }, 4],
  ['channels with common ids: all ids', { '3 ': 1, '1 ': 2, '2 ': 1 }, 4],
  ['senders without a common id: that with most', { '4 a': 3, '4 b': 2 }, 3],
  ['senders with a common id: all ids', { '4 a': 3, '4 b': 2, '4 a b': 1 }, 6],
  ['a sender that shares ids with a commit, and another', { '5 a': 3, '4 b': 3 }, 3],
  ['senders that a commit connects', { '5 a': 1, '5 b': 1, '4 b': 1 }, 3],
  ['senders that are not known are any of them', { '4 ': 3, '4 a': 1 }, 4],
  ['what is taken back counts nothing', { '4 a': 0, '1 ': 1 }, 1],
])('counts of %s', (_, counts, runs) => {
  const entries = Object.entries(counts) as [Tellers, number][];
  expect(countRuns(new Map(entries))).toBe(runs);
  expect(countRuns(new Map(entries.toReversed()))).toBe(runs);
});

test('joins senders in one order, each once', () => {
  expect([joinSenders('b', 'a'), joinSenders('a b', 'b'), joinSenders('', 'a'), joinSenders('a', '')]).toEqual([
    'a b',
    'a b',
    'a',
    'a',
  ]);
});
