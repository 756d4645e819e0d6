import { expect, test } from 'vitest';
import { hasMoreValues } from './json-size.ts';

test.each([
  ['{}', 1],
  ['{"a":[1,2,3],"b":{}}', 6],
  ['["{,[", "\\",[", "\\\\", ","]', 4],
  ['["cut off, [', 1],
  ['1', 0],
])('%s has %i brackets and commas outside strings', (text, count) => {
  expect([hasMoreValues(text, count), count > 0 && !hasMoreValues(text, count - 1)]).toEqual([false, false]);
});

test('reads 8 MB of quotes and backslashes in one pass', () => {
  const text = `["${'\\"'.repeat(2_000_000)}","${'\\\\'.repeat(2_000_000)}"]`;
  expect(hasMoreValues(text, 2)).toBe(false);
});
