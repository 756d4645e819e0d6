import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSlots } from './slots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a key has its slots, all keys together theirs, and each is given back once', () => {
  const slots = createSlots({ ofKey: 2, ofAll: 3 });
  const giveBack = slots.tryClaim('a');
  expect(slots.tryClaim('a')).toBeDefined();
  expect(slots.tryClaim('a')).toBeUndefined();
  expect(slots.tryClaim('b')).toBeDefined();
  expect(slots.tryClaim('c')).toBeUndefined();
  giveBack?.();
  giveBack?.();
  expect(slots.tryClaim('c')).toBeDefined();
  expect(slots.tryClaim('a')).toBeUndefined();
});

test('the last third is for keys with few slots', () => {
  const slots = createSlots({ ofKey: 2000, ofAll: 2000 });
  const claim = (key: string, times: number) =>
    Array.from({ length: times }, () => slots.tryClaim(key)).filter(Boolean).length;
  expect(claim('a', 2000)).toBe(1334 - 1);
  expect(claim('b', 2000)).toBe(222);
  expect(claim('c', 2000)).toBe(166);
  expect(claim('d', 1)).toBe(1);
  expect(claim('a', 1)).toBe(0);
});

test('a key that was refused comes before those that have had their turn, for a while', () => {
  const slots = createSlots({ ofKey: 2, ofAll: 6 });
  const held = ['a', 'a', 'b', 'b', 'c', 'd'].map((key) => slots.tryClaim(key));
  expect(held.every(Boolean)).toBe(true);
  expect([slots.isWanted(), slots.tryClaim('e'), slots.isWanted()]).toEqual([false, undefined, true]);
  held[4]?.();
  expect(slots.tryClaim('c')).toBeUndefined();
  expect(slots.tryClaim('e')).toBeDefined();
  held[0]?.();
  expect(slots.tryClaim('c')).toBeDefined();
  expect(slots.tryClaim('f')).toBeUndefined();
  vi.advanceTimersByTime(20_000);
  held[1]?.();
  expect([slots.isWanted(), slots.tryClaim('a') !== undefined]).toEqual([false, true]);
});
