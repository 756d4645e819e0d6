import { expect, test } from 'vitest';
import { toCsvLine } from './csv.ts';

test('cells are quoted, quotes doubled, and a missing value is empty', () => {
  expect(toCsvLine(['a', 'say "hi", twice', 'two\nlines', null, ''])).toBe(
    '"a","say ""hi"", twice","two\nlines","",""\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200B=1', '＝1'])('%j is no formula', (text) => {
  expect(toCsvLine([text])).toBe(`"'${text}"\r\n`);
});

test.each(['a=1', '1-1', '{"a":"=1"}'])('%j stays as it is', (text) => {
  expect(toCsvLine([text])).toBe(`"${text.replaceAll('"', '""')}"\r\n`);
});
