import { expect, test } from 'vitest';
import { cleanHeaderText } from './mail-header.ts';

test('a header text is one bounded line, whatever kinds of line break it came with', () => {
  expect(cleanHeaderText('a\r\nb\u2028c\u0085d\0e\tf  g ')).toBe('a b c d e f g');
  expect(Array.from(cleanHeaderText('😀'.repeat(500)))).toHaveLength(200);
});
