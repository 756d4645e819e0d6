import { expect, test } from 'vitest';
import { findSearchFault, listWords, parseSearch } from './search-words.ts';

const toWords = (text: string) => listWords(text).map(({ word }) => word);

test('a word is a run of letters and digits in lower case', () => {
  expect(toWords('Die Häuser, 45 €')).toEqual(['die', 'häuser', '45']);
  expect(toWords('हिन्दी में')).toEqual(['हिन्दी', 'में']);
});

test('a character of a script without blanks is a word with its marks', () => {
  expect(toWords('東京タワー')).toEqual(['東', '京', 'タ', 'ワ', 'ー']);
  expect(toWords('กินข้าว')).toEqual(['กิ', 'น', 'ข้', 'า', 'ว']);
});

test('a word of Hangul is its syllables, of which the first says that a word begins', () => {
  expect(toWords('휴가를 BTS가')).toEqual(['^휴', '가', '를', 'bts', '^가']);
});

test('letters of Hangul that are apart are syllables at their places in the text', () => {
  const text = '휴가를'.normalize('NFD');
  const words = listWords(text);
  expect(words.map(({ word }) => word)).toEqual(['^휴', '가', '를']);
  expect(words.map(({ start, end }) => text.slice(start, end).normalize('NFC'))).toEqual(['휴', '가', '를']);
});

test('a run of such characters is searched as a phrase', () => {
  expect(parseSearch('휴가 กิน')).toEqual([
    { words: ['^휴', '가'], isQuoted: false, isExcluded: false },
    { words: ['กิ', 'น'], isQuoted: false, isExcluded: false },
  ]);
});

test('four characters of a script without blanks count as a word', () => {
  expect(findSearchFault('東'.repeat(48))).toBeUndefined();
  expect(findSearchFault('東'.repeat(49))).toBe('Search for at most 12 words.');
});
