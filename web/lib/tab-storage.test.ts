// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { tabStorage } from './tab-storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('values are kept where the browser keeps them', () => {
  tabStorage.setItem('a', '1');
  expect([sessionStorage.getItem('a'), tabStorage.getItem('a')]).toEqual(['1', '1']);
  tabStorage.removeItem('a');
  expect([sessionStorage.getItem('a'), tabStorage.getItem('a')]).toEqual([null, null]);
});

test('where storage is blocked they are kept in memory, and nothing throws', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  tabStorage.setItem('a', '1');
  expect(tabStorage.getItem('a')).toBe('1');
  tabStorage.removeItem('a');
  expect(tabStorage.getItem('a')).toBeNull();
});

test('where storage is full they are kept in memory', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  tabStorage.setItem('a', '2');
  expect(tabStorage.getItem('a')).toBe('2');
  tabStorage.removeItem('a');
});
