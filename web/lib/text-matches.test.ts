import { expect, test } from 'vitest';
import { splitByMatch } from './text-matches.ts';

function mark(text: string, query: string): string {
  return splitByMatch(text, query)
    .map((piece) => (piece.matched ? `[${piece.text}]` : piece.text))
    .join('');
}

test('every occurrence is marked without regard to case', () => {
  expect(mark('Anna Hannigan', 'an')).toBe('[An]na H[an]nig[an]');
});

test('the query is literal text, not a pattern', () => {
  expect(mark('a.b+c (x) [y]', '.b+')).toBe('a[.b+]c (x) [y]');
  expect(mark('100% sure', '.*')).toBe('100% sure');
});

test('an empty or blank query marks nothing', () => {
  expect(mark('Anna', '')).toBe('Anna');
  expect(mark('Anna Berg', '  ')).toBe('Anna Berg');
});

test('letters that change length in lower case never shift the marks', () => {
  expect(mark('İstanbul office', 'office')).toBe('İstanbul office');
});

test('an empty text stays one empty piece', () => {
  expect(splitByMatch('', 'a')).toEqual([{ text: '', matched: false, start: 0 }]);
});
