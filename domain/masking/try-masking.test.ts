import { expect, test } from 'vitest';
import { getThreadMs } from '#server/lib/concurrency/processor-time.ts';
import { slowPatterns } from './testing/slow-patterns.ts';
import { tryMasking } from './try-masking.ts';

const tryOut = (...patterns: string[]) => {
  const settings = { shown: [], patterns: patterns.map((pattern, place) => ({ name: `own ${place}`, pattern })) };
  const startMs = getThreadMs();
  try {
    tryMasking({ settings, text: 'AB-12', path: 'patterns' });
    return { fields: [] };
  } catch (error) {
    return error as { fields: { path: string; message: string }[] };
  } finally {
    expect(getThreadMs() - startMs).toBeLessThan(4000);
  }
};

const alone = 'This pattern takes too long. Use fewer repetitions.';
const together = 'Your patterns take too long together. Use fewer repetitions.';

const repeat = (count: number, make: (letter: string) => string) =>
  Array.from({ length: count }, (_, at) => make(String.fromCodePoint(65 + at)));

test.each([
  ['classes of signs', repeat(20, (letter) => `(?i)(?:[;-@]{0,900})%${letter}`)],
  ['escaped signs', repeat(4, (letter) => `(?:[\\x{3b}-\\x{40}]{0,900})%${letter}`)],
  ['letters of another script', repeat(4, (letter) => `(?:\\p{Greek}{0,900})%${letter}`)],
  ['all but one', repeat(20, (letter) => `[^a]{0,60}%${letter}`)],
])('patterns of %s are refused together, though each could be saved alone', (_name, patterns) => {
  expect(tryOut(patterns[0] ?? '').fields).toEqual([]);
  expect(tryOut(...patterns).fields).toEqual([{ path: 'patterns.0.pattern', message: together }]);
});

test('each of many patterns that are too slow alone is named', () => {
  const { fields } = tryOut(...slowPatterns.map(({ pattern }) => pattern));
  expect(fields).toEqual(slowPatterns.map((_, place) => ({ path: `patterns.${place}.pattern`, message: alone })));
});

test.each([
  ['an optional letter a thousand times', '(a?){1000}a{1000}'],
  ['two nested repetitions', '(?:[a-z]{0,40}){0,25}[0-9]{1000}'],
])('%s is refused alone', (_name, pattern) => {
  expect(tryOut('ok', pattern).fields).toEqual([{ path: 'patterns.1.pattern', message: alone }]);
});

test('twenty patterns as companies write them are taken', () => {
  const usual = [
    '(?i)\\b(?:contract|order|offer)\\s{0,3}[A-Z]{2}-\\d{4,8}\\b',
    '\\b[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){3,7}\\b',
    '(?i)employee (?:no|number)[.:]? ?\\d{3,10}',
    '\\p{Lu}\\p{Ll}{1,30} \\p{Lu}\\p{Ll}{1,30}',
  ];
  expect(tryOut(...Array.from({ length: 5 }, () => usual).flat()).fields).toEqual([]);
});
