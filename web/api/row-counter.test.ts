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

test('in UTF-16 half of another character is neither a newline nor a quote', () => {
  const file = '\uFEFF"A"\t"B"\r\n"\u0A22\u2200"\t"two\nlines"\r\n"3"\t"\u220A"\r\n';
  const units = new Uint8Array([...file].flatMap((unit) => [unit.charCodeAt(0) % 256, unit.charCodeAt(0) >> 8]));
  const counter = createRowCounter('text/csv; charset=utf-16le');
  for (const byte of units) counter.add(Uint8Array.of(byte));
  expect(counter.rows).toBe(2);
});
