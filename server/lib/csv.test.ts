import { expect, test } from 'vitest';
import { fromCsvCell, toCsvCell, toCsvLine, type CsvCell } from './csv.ts';

const toLine = (...cells: CsvCell[]) => toCsvLine(cells.map(toCsvCell));

test('cells are quoted, quotes doubled, and a missing value is empty', () => {
  expect(toLine('a', 'say "hi", twice', 'two\nlines', null, '', 1.5, true)).toBe(
    '"a","say ""hi"", twice","two\nlines","","","1.5","true"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200B=1', '＝1'])('%j is no formula', (text) => {
  expect(toLine(text)).toBe(`"'${text}"\r\n`);
});

test.each(['=1+1', "'=1", "''-", ' =1', '\t', 'plain', "'quoted'", "it's"])('%j comes back as it was', (text) => {
  expect(fromCsvCell(toCsvCell(text))).toBe(text);
});

test.each(['a=1', '1-1', '{"a":"=1"}'])('%j stays as it is', (text) => {
  expect(toLine(text)).toBe(`"${text.replaceAll('"', '""')}"\r\n`);
});
