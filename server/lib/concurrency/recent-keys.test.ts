import { expect, test } from 'vitest';
import { createRecentKeys } from './recent-keys.ts';

const at = (ms: number) => new Date(ms);

test('a key is claimed once within its time, and again after it or where it is forgotten', () => {
  const keys = createRecentKeys({ ms: 100, max: 10 });
  expect([keys.claim('a', at(0)), keys.claim('a', at(99)), keys.claim('b', at(99))]).toEqual([true, false, true]);
  expect([keys.claim('a', at(100)), keys.claim('a', at(199))]).toEqual([true, false]);
  keys.forget('a');
  expect(keys.claim('a', at(199))).toBe(true);
});

test('of more keys than it keeps the oldest is forgotten', () => {
  const keys = createRecentKeys({ ms: 100, max: 2 });
  for (const key of ['a', 'b', 'c']) keys.claim(key, at(0));
  expect([keys.claim('c', at(1)), keys.claim('b', at(1)), keys.claim('a', at(1))]).toEqual([false, false, true]);
});
