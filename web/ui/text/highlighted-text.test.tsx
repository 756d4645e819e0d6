import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HighlightedText, splitByMatch } from './highlighted-text.tsx';

test('an address may break after its @, stays unchanged when copied, and shows its match in bold', () => {
  const { container } = render(<HighlightedText text="anna.berg@acme.example" query="g@acme" />);
  expect(container.textContent).toBe('anna.berg@acme.example');
  expect(container.innerHTML).toContain('g@<wbr>acme');
  expect(container.querySelector('b')?.textContent).toBe('g@acme');
});

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

test('letters whose folding has another length never shift the marks', () => {
  expect(mark('İstanbul office', 'office')).toBe('İstanbul [office]');
  expect(mark('Große Straße', 'STRASSE')).toBe('Große [Straße]');
});

test('an empty text stays one empty piece', () => {
  expect(splitByMatch('', 'a')).toEqual([{ text: '', matched: false, start: 0 }]);
});
