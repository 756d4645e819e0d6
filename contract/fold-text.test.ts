import { expect, test } from 'vitest';
import { findSpans, foldSearch, foldText } from './fold-text.ts';

const decomposed = 'Çağla Özgür'.normalize('NFD');

test.each([
  ['İstanbul', 'istanbul'],
  ['IŞIK ışık', 'isik isik'],
  ['Çağla', 'cagla'],
  [decomposed, 'cagla ozgur'],
  ['Straße GROẞ', 'strasse gross'],
  ['ŁÓDŹ Đorđe Søren', 'lodz dorde soren'],
  ['Ærø œuvre Þór', 'aero oeuvre thor'],
  ['ＡＣＭＥ　１２', 'acme 12'],
  ['ﬁn ﬂug', 'fin flug'],
  ['sup\u00adport a\u200bb\u2060c\ufeffd', 'support abcd'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ['Ёлка Йод', 'елка иод'],
  ['مُحَمَّد', 'محمد'],
  ['Õhtu ŽIŽEK', 'ohtu zizek'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

test('what distinguishes words of scripts without case stays', () => {
  expect(foldText('が')).not.toBe(foldText('か'));
  expect(foldText('कि')).not.toBe(foldText('का'));
  expect(foldText('한국'.normalize('NFD'))).toBe(foldText('한국'));
});

test('blanks around what is searched for do not count, nor what is not seen', () => {
  expect(foldSearch('\u00a0 Çağ\u00ad ')).toBe('cag');
  expect(foldSearch('\u200b')).toBe('');
});

const mark = (text: string, typed: string) =>
  findSpans(text, typed)
    .toReversed()
    .reduce(
      (marked, { start, end }) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
      text,
    );

test.each([
  ['İstanbul office', 'office', 'İstanbul [office]'],
  ['İstanbul office', 'istan', '[İstan]bul office'],
  ['Große Straße', 'sse', 'Gro[ße] Stra[ße]'],
  ['Straße', 's', '[S]tra[ß]e'],
  [decomposed, 'gla o', decomposed.replace('ğla Ö'.normalize('NFD'), '[$&]')],
  ['sup\u00adport', 'pp', 'su[p\u00adp]ort'],
  ['ＡＣＭＥ', 'cm', 'Ａ[ＣＭ]Ｅ'],
  ['👩‍💻 Anna', 'anna', '👩‍💻 [Anna]'],
  ['Anna Hannigan', 'an', '[An]na H[an]nig[an]'],
])('in %s, %s marks %s', (text, typed, marked) => {
  expect(mark(text, typed)).toBe(marked);
});
