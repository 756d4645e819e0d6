import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

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
