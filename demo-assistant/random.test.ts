import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

test('the same seed gives the same values, another seed others', () => {
  const draw = (seed: string) => Array.from({ length: 20 }, createRandom(seed).fraction);
  expect(draw('acme')).toEqual(draw('acme'));
  expect(draw('acme')).not.toEqual(draw('globex'));
});

test('integers lie between both ends, included', () => {
  const random = createRandom('ends');
  const drawn = new Set(Array.from({ length: 500 }, () => random.int(3, 6)));
  expect([...drawn].toSorted()).toEqual([3, 4, 5, 6]);
});

test('a heavier item is drawn more often, and one of weight 0 never', () => {
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

test('drawing from an empty list throws', () => {
  expect(() => createRandom('empty').pick([])).toThrow(RangeError);
});
