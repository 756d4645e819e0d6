import { expect, test } from 'vitest';
import { cutAtCharacters, cutTexts, toTexts } from './text-cut.ts';

test('a text below the limit is shown whole', () => {
  expect(cutTexts(toTexts('Hello'))).toEqual({ shown: [{ key: 'text 0', html: 'Hello' }], leftOut: 0 });
  expect(cutTexts(toTexts(['a', 'b'])).shown.map(({ html }) => html)).toEqual(['a', 'b']);
});

test('a text of 4 MB is cut, and the characters left out are counted', () => {
  const { shown, leftOut } = cutTexts(toTexts('x'.repeat(4_000_000)));
  expect(shown[0]?.html).toHaveLength(cutAtCharacters);
  expect(leftOut).toBe(4_000_000 - cutAtCharacters);
});

test('the texts of a part share the limit', () => {
  const { shown, leftOut } = cutTexts(toTexts(Array.from({ length: 1000 }, () => 'x'.repeat(1000))));
  expect(shown).toHaveLength(cutAtCharacters / 1000);
  expect(leftOut).toBe(1_000_000 - cutAtCharacters);
});

test('an emoji is not cut in two', () => {
  const { shown } = cutTexts(toTexts(`${'x'.repeat(cutAtCharacters - 1)}\u{1F600}`));
  expect(shown[0]?.html).toHaveLength(cutAtCharacters - 1);
});
