import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

test('one seed gives one row of draws, another seed another', () => {
  const draw = (seed: string) => Array.from({ length: 20 }, createRandom(seed).fraction);
  expect(draw('acme')).toEqual(draw('acme'));
  expect(draw('acme')).not.toEqual(draw('globex'));
});

test('whole numbers lie between their ends, both included', () => {
  const random = createRandom('ends');
  const drawn = new Set(Array.from({ length: 500 }, () => random.int(3, 6)));
  expect([...drawn].toSorted()).toEqual([3, 4, 5, 6]);
});

test('a heavier item is drawn more often, and one without weight never', () => {
  const random = createRandom('weights');
  const weights = { rare: 1, often: 9, never: 0 };
  const drawn = Array.from({ length: 2000 }, () =>
    random.pickWeighted(['rare', 'often', 'never'] as const, (item) => weights[item]),
  );
  const count = (item: string) => drawn.filter((each) => each === item).length;
  expect(count('never')).toBe(0);
  expect(count('rare')).toBeGreaterThan(120);
  expect(count('rare')).toBeLessThan(290);
});

test('nothing can be drawn from nothing', () => {
  expect(() => createRandom('empty').pick([])).toThrow(RangeError);
});
