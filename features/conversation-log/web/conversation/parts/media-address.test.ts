import { expect, test } from 'vitest';
import { formatSize, judgeAddress } from './media-address.ts';

test('https and paths of the portal load, http opens as a link', () => {
  expect(judgeAddress('/demo/warehouse.svg')).toBe('loads');
  expect(judgeAddress('https://a.example/p.png')).toBe('loads');
  expect(judgeAddress('http://a.example/p.png')).toBe('opens');
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'blob:https://a.example/1',
  '//a.example/p.png',
  'http:\\\\evil.example',
  'https:evil.example',
  'https://acme.example@evil.example/p.png',
  '/\\evil.example/p.png',
  '/\t/evil.example/p.png',
  'files/1',
  '',
])('%s is refused', (address) => {
  expect(judgeAddress(address)).toBe('refused');
});

test('a text is shown as it is, a number as bytes', () => {
  expect(formatSize(undefined)).toBe('');
  expect(formatSize(' 1.2 MB ')).toBe('1.2 MB');
  expect(formatSize(0)).toBe('0 bytes');
  expect(formatSize(999)).toBe('999 bytes');
  expect(formatSize(1500)).toBe('1.5 kB');
  expect(formatSize(2_000_000_000_000)).toBe('2 TB');
});
