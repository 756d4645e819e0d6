import { expect, test } from 'vitest';
import { getLevel } from './heat-map.tsx';

test('the highest value has the deepest shade, and 0 has none', () => {
  expect([0, 1, 200, 201, 999, 1000].map((value) => getLevel(value, 1000))).toEqual([0, 1, 1, 2, 5, 5]);
  expect(getLevel(0, 0)).toBe(0);
});
