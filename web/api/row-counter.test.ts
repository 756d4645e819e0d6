import { expect, test } from 'vitest';
import { createRowCounter } from './row-counter.ts';

function count(contentType: string, ...parts: string[]): number {
  const counter = createRowCounter(contentType);
  for (const part of parts) counter.add(new TextEncoder().encode(part));
  return counter.rows;
}

test('rows of CSV are counted without the heading and without newlines inside cells, wherever the parts are cut', () => {
  const file = '"A","B"\r\n"1","two\nlines"\r\n"3","say ""\n"""\r\n';
  expect(count('text/csv; charset=utf-8', file)).toBe(2);
  expect(count('text/csv', ...file)).toBe(2);
  expect(count('text/csv', '"A","B"\r\n')).toBe(0);
});

test('lines of JSON Lines are counted, also with quotes inside', () => {
  expect(count('application/x-ndjson', '{"a":"\\""}\n{"a":"', 'x"}\n')).toBe(2);
  expect(count('application/x-ndjson')).toBe(0);
});
