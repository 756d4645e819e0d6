import { hasDigits } from './digit-runs.ts';
import type { FoundValue } from './found-value.ts';
import { toHint } from './word-classes.ts';
import { readAfter } from './words-after.ts';
import { readBefore } from './words-before.ts';

/** A text without a match holds no number of a passport or an identity card. */
export const passHint = toHint('pass');
const everyHint = new RegExp(passHint, 'gi');

/** Letters and digits as passports and identity cards of Europe and the US have them, with one blank at most. */
const form =
  /(?<![\p{L}\p{N}])(?<code>[A-Z]{0,3} ?\d{6,9}[A-Z]?|\d{2} ?\d{7}|\d{3} \d{3} \d{3}|\d{2}[A-Z]{2}\d{5}|[A-Z][A-Z\d]{8}(?:\d[A-Z]?)?)(?![\p{L}\p{N}]|[.,/-]\d)/gu;

/** Digits of a code whose letters and digits are in any order. */
const fewest = 2;
const bare = /^[\d ]+$/;

/** Characters before and behind a word for them in which a number is looked for. */
const reach = { before: 50, behind: 100 };

/**
 * Numbers of passports and identity cards, which most countries give without check digits, behind a word for them: a word that names
 * nothing else may be between both where the number has letters.
 */
export function findPasses(text: string): FoundValue[] {
  if (!hasDigits(text, fewest)) return [];
  const found: FoundValue[] = [];
  let read = 0;
  for (const { index } of text.matchAll(everyHint)) {
    const from = Math.max(read, index - reach.before);
    read = Math.max(read, findWordEnd(text, index + reach.behind));
    for (const { 0: code, index: at } of text.slice(from, read).matchAll(form)) {
      const end = from + at + code.length;
      const start = end - code.trimStart().length;
      if (isPass(code) && (isNamed(text, { start, end }, bare.test(code)) || isListed(text, start, found.at(-1))))
        found.push({ kind: 'nationalId', start, end });
    }
  }
  return found;
}

const longestWord = 20;

/** The end of a word at a place, so that no number is cut. */
function findWordEnd(text: string, at: number): number {
  const rest = /^[\p{L}\p{N}]*/u.exec(text.slice(at, at + longestWord))?.[0] ?? '';
  return Math.min(text.length, at + rest.length);
}

const maxBetween = 25;

/** Whether it is the next one in a sentence. */
const isListed = (text: string, start: number, last: FoundValue | undefined) =>
  last !== undefined &&
  start - last.end < maxBetween &&
  /^[^\d.!?\n]*$/.test(text.slice(last.end, start)) &&
  /[A-Z]/.test(text.charAt(start));

const isPass = (code: string) => (code.match(/\d/g)?.length ?? 0) >= fewest;

function isNamed(text: string, { start, end }: { start: number; end: number }, isBare: boolean): boolean {
  const { pass, business } = readBefore(text, start);
  if (pass < business && (isBare ? pass === 0 && business > 2 : pass <= 1)) return true;
  return !isBare && business > 0 && readAfter(text, end) === 'pass';
}
