import { expect, test } from 'vitest';
import { getPageWindow } from './pager.tsx';

const show = (current: number, pageCount: number) =>
  getPageWindow(current, pageCount)
    .map((item) => ('page' in item ? item.page : '…'))
    .join(' ');

test('all pages are shown when there are 4 or fewer', () => {
  expect(show(1, 0)).toBe('');
  expect(show(1, 1)).toBe('1');
  expect(show(4, 4)).toBe('1 2 3 4');
});

test('more pages leave the first, the last and a window around the current one', () => {
  expect(show(1, 5)).toBe('1 2 3 4 5');
  expect(show(1, 10)).toBe('1 2 3 … 10');
  expect(show(5, 10)).toBe('1 … 4 5 6 … 10');
  expect(show(10, 10)).toBe('1 … 8 9 10');
  expect(show(5000, 123_456)).toBe('1 … 4999 5000 5001 … 123456');
});

test('a gap never stands for a single page', () => {
  expect(show(4, 10)).toBe('1 2 3 4 5 … 10');
  expect(show(7, 10)).toBe('1 … 6 7 8 9 10');
  for (let current = 1; current <= 12; current += 1) {
    const items = getPageWindow(current, 12);
    const pages = items.flatMap((item) => ('page' in item ? [item.page] : []));
    expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
    expect([pages[0], pages.at(-1), pages.includes(current)]).toEqual([1, 12, true]);
  }
});

test('a current page beyond the last one shows the end', () => {
  expect(show(99, 10)).toBe('1 … 8 9 10');
});
