import type { Span } from '../projection.ts';

/** Digits without a separator between them. */
export interface Group extends Span {
  readonly digits: string;
  /**
   * How it is divided from the group before: as a number is (`tight`), only by what is read as one blank (`blank`), or by other signs, as
   * cells of a row are (`loose`).
   */
  readonly gap: 'tight' | 'blank' | 'loose';
}

/** Groups that stand so near to each other that they may be one number. */
export interface Run {
  readonly text: string;
  readonly groups: readonly Group[];
}

/** Groups from the first to the last of a run, read as one number. */
export interface Window {
  readonly digits: string;
  readonly sizes: readonly number[];
  readonly first: number;
  readonly last: number;
  /** The widest of its gaps. */
  readonly gap: Group['gap'];
}

/** Signs that may stand between the groups of a number: white space, punctuation, and what divides cells. */
const separator = String.raw`[\s.,:;_/()[\]"'|\-\u00B7\u2022\u2027\u2219\u22C5\u2044\u2215\u2502\u00A6\u30FB]`;
const runPattern = new RegExp(String.raw`\d+(?:(?:${separator}{1,40}|\+)\d+)*`, 'g');
const groupPattern = /\d+/g;
/** So many digits has the shortest number, a phone number behind its word. */
const fewest = 5;

/** Digits that are no part of a number beside them: dates with their times, build numbers, addresses of networks. */
const fixed = new RegExp(
  [
    String.raw`(?:19|20)\d\d([-./])\d{1,2}\1\d{1,2}(?:\.\d+)*(?!\d)`,
    String.raw`(?:19|20)\d\d ?[-./] ?\d{1,2} ?[-./] ?\d{1,2}(?!\d|[-./]\d)`,
    String.raw`\d{1,2} ?[-./] ?\d{1,2} ?[-./] ?(?:19|20)\d\d(?![\d]|[-./]\d{3})`,
    String.raw`\d{1,2}([./])\d{1,2}\2\d\d(?!\d|[./]\d|-\d{3}\.)`,
    String.raw`[01]?\d:[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?![:\d])`,
    String.raw`2[0-3]:[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?![:\d])`,
    String.raw`[1-9]\d?(?:\.\d{1,2}){2}\.\d{3,6}(?![\d.])`,
    String.raw`\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?(?![\d.])`,
  ]
    .map((each) => String.raw`(?<![\d+]|\d[.:/])${each}`)
    .join('|'),
  'g',
);

/** Single signs, as people write numbers. */
const tight = /^(?: |-|\.|\/| - | \/ | ?\(|-\(|\)[-./ ]?|\) - )$/;

const toGap = (between: string): Group['gap'] => {
  if (tight.test(between)) return 'tight';
  return /^\s*$/.test(between) ? 'blank' : 'loose';
};

/** The runs of digits of a text in which a number may be, in time linear in the text. */
export function listRuns(text: string): Run[] {
  if (!hasFewest(text)) return [];
  const runs: Run[] = [];
  for (const { 0: run, index } of text.matchAll(runPattern)) {
    if (!hasFewest(run)) continue;
    for (const part of listParts(run)) runs.push({ text, groups: listGroups(text, part, index) });
  }
  return runs;
}

const digit = /\d/g;

/** Whether a text holds so many digits; looked for one after the other, because a longer expression begins again at each of them. */
export function hasDigits(text: string, least: number): boolean {
  digit.lastIndex = 0;
  let count = 0;
  while (count < least && digit.test(text)) count += 1;
  return count === least;
}

const hasFewest = (text: string) => hasDigits(text, fewest);

const fixedSign = /[-./:]/;

/** The parts of a run between what is fixed. */
function listParts(run: string): Span[] {
  if (!fixedSign.test(run)) return [{ start: 0, end: run.length }];
  const parts: Span[] = [];
  let start = 0;
  for (const { 0: found, index } of run.matchAll(fixed)) {
    parts.push({ start, end: index });
    start = index + found.length;
  }
  return [...parts, { start, end: run.length }].filter(({ start: from, end }) => hasFewest(run.slice(from, end)));
}

function listGroups(text: string, { start, end }: Span, offset: number): Group[] {
  let before = offset + start;
  return Array.from(text.slice(before, offset + end).matchAll(groupPattern), ({ 0: digits, index }) => {
    const at = offset + start + index;
    const gap = toGap(text.slice(before, at));
    before = at + digits.length;
    return { digits, start: at, end: before, gap };
  });
}

const width = { tight: 0, blank: 1, loose: 2 };
const maxDigits = 19;

/** The windows that begin at a group and have at most 19 digits, one group more at a time. */
export function listWindows({ groups }: Run, first: number): Window[] {
  const windows: Window[] = [];
  let digits = '';
  let gap: Group['gap'] = 'tight';
  const sizes: number[] = [];
  for (let last = first; last < groups.length; last += 1) {
    const group = groups[last];
    if (!group || digits.length + group.digits.length > maxDigits) break;
    digits += group.digits;
    sizes.push(group.digits.length);
    if (last > first && width[group.gap] > width[gap]) gap = group.gap;
    windows.push({ digits, sizes: [...sizes], first, last, gap });
  }
  return windows;
}

/** Lists what stands between the groups of a window. */
export const listBetween = ({ text, groups }: Run, { first, last }: Window): string[] =>
  groups.slice(first, last).map(({ end }, at) => text.slice(end, groups[first + at + 1]?.start));

const plus = /\+ ?\(? ?$/;

/** The plus of a country code before a group, as far as it is the beginning of a word. */
export function findPlus({ text, groups }: Run, first: number): string | undefined {
  const start = groups[first]?.start ?? 0;
  const sign = plus.exec(text.slice(Math.max(0, start - 4), start))?.[0];
  if (sign === undefined) return undefined;
  return /[\p{L}\p{N}+]$/u.test(text.slice(0, start - sign.length).slice(-2)) ? undefined : sign;
}

/** The place of a number, with the bracket before it where it is closed inside. */
export const withBracket = (text: string, start: number, end: number): Span => ({
  start: text[start - 1] === '(' && isClosedIn(text.slice(start, end)) ? start - 1 : start,
  end,
});

const isClosedIn = (text: string) => text.split(')').length > text.split('(').length;
