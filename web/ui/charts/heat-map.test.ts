import { expect, test } from 'vitest';
import { getLevel } from './heat-map.tsx';

test('the highest value has the deepest shade, 0 has none, and one busy cell leaves the others apart', () => {
  expect([0, 1, 40, 41, 160, 161, 640, 641, 1000].map((value) => getLevel(value, 1000))).toEqual([
    0, 1, 1, 2, 2, 3, 4, 5, 5,
  ]);
  expect(getLevel(0, 0)).toBe(0);
});
