import type { MaskKind } from '#features/protection/contract/masking-kinds.ts';
import { isCardLike, isCardNumber } from './card-numbers.ts';
import { listBetween, withBracket, type Run, type Window } from './digit-runs.ts';
import type { Match } from './found-value.ts';
import { findStrength, isIdLike, type Strength } from './national-ids.ts';
import { readAfter } from './words-after.ts';
import { findBefore, readBefore, type WordsBefore } from './words-before.ts';

/**
 * A payment card or a national id, the longest of those that begin at a group.
 * @param windows of that group
 */
export function findChecked(run: Run, windows: readonly Window[]): Match | undefined {
  const { text, groups } = run;
  const long = windows.filter(({ digits }) => digits.length >= least);
  const start = groups[long[0]?.first ?? 0]?.start ?? 0;
  if (long.length === 0 || !beginsNumber(text.slice(Math.max(0, start - 8), start))) return undefined;
  const beside: Beside = { text, start };
  let longest: Match | undefined;
  let mistyped: Match | undefined;
  for (const window of long) {
    const end = groups[window.last]?.end ?? 0;
    if (!isWhole(text, start, end)) continue;
    const kind = toKind(run, window, beside);
    if (kind) longest = toMatch(kind, window, { start, end });
    else mistyped ??= toMatch(findMistyped(window, beside, end), window, { start, end });
  }
  return longest ?? mistyped;
}

/** Whether it goes on with no letter, and begins in no bracket that is closed inside, as in "(030) 5550 1510". */
const isWhole = (text: string, start: number, end: number) =>
  !/^\p{L}/u.test(text.slice(end, end + 2)) && withBracket(text, start, end).start === start;

const toMatch = (
  kind: MaskKind | undefined,
  { last }: Window,
  place: { start: number; end: number },
): Match | undefined => kind && { found: { kind, ...place }, next: last + 1 };

/** Digits of the shortest id. */
const least = 9;

/** Words are read once for the windows of a group, and not at all where none of them is a number. */
interface Beside {
  readonly text: string;
  readonly start: number;
  before?: WordsBefore;
}

const readOnce = (beside: Beside) => (beside.before ??= readBefore(beside.text, beside.start));

/** Country codes of certificates and cards may stand directly before an id; any other letter makes it a piece of something else. */
const prefix = /(?<![\p{L}\p{N}])(?:EE|LV|LT|FI|SE|PL|NO|DK|BE|IK|PNO(?:EE|LV|LT))-?$/u;

const beginsNumber = (before: string) => prefix.test(before) || !/[\p{L}#]$|\d[.,-]$|\+ ?$/u.test(before);

function toKind(run: Run, window: Window, beside: Beside): MaskKind | undefined {
  const end = run.groups[window.last]?.end ?? 0;
  const isSpelled = isDigitByDigit(run, window);
  const card = isOne(run, window) ? toCardStrength(window, isSpelled) : undefined;
  if (card && isEvident(beside, { strength: card, word: 'card', window, end })) return 'card';
  if (!isSpelled && !isWritten(window)) return undefined;
  const written = beside.text.slice(beside.start, end);
  const isNamed = () => isNamedBefore(beside, 'id') || readAfter(beside.text, end) === 'id';
  const strength = findStrength(window.digits, written, isNamed);
  return strength && isEvident(beside, { strength, word: 'id', window, end }) ? 'nationalId' : undefined;
}

/** A number with wrong check digits that is written as an id or a card, directly behind a word for one. */
function findMistyped({ digits, sizes, gap }: Window, beside: Beside, end: number): MaskKind | undefined {
  const { id, card, business } = readOnce(beside);
  if ((id > 0 && card > 0) || business === 0) return undefined;
  if (gap !== 'tight' || /^[.-]\d/.test(beside.text.slice(end, end + 2))) return undefined;
  if (card === 0 && isCardLike(digits, sizes)) return 'card';
  return id === 0 && isIdLike(digits, beside.text.slice(beside.start, end)) ? 'nationalId' : undefined;
}

/** A number of which each digit is divided from the next one, from its first to its last. */
const isDigitByDigit = ({ groups }: Run, { sizes, first, last }: Window) =>
  sizes.every((size) => size === 1) && groups[first - 1]?.digits.length !== 1 && groups[last + 1]?.digits.length !== 1;

/** Another number may stand before a card, as in "ending 4412: 4556 …". */
const isOne = (run: Run, window: Window) =>
  window.gap !== 'loose' || new Set(listBetween(run, window).map((sign) => sign.trim())).size === 1;

const cardShape = /^(?:4(?:-4)*(?:-[1-4])?|4-6-[45])$/;

/** Cards in groups, as they are printed, say more than a number of so many digits. */
function toCardStrength({ digits, sizes, gap }: Window, isSpelled: boolean): Strength | undefined {
  if (digits.length < 13) return undefined;
  const isPrinted = isSpelled || (sizes.length < 6 && cardShape.test(sizes.join('-')));
  const isOther = gap === 'tight' && sizes.length < 7 && sizes.slice(0, -1).every((size) => size >= 3);
  if ((!isPrinted && !isOther) || !isCardNumber(digits)) return undefined;
  if (digits.length < 15) return 'word';
  return isPrinted && sizes.length > 1 ? 'strong' : 'weak';
}

/** Whether people write an id so: in few groups, of which the first alone may be a digit. */
const isWritten = ({ sizes, gap }: Window) =>
  sizes.length <= (gap === 'tight' ? 7 : 5) && sizes.slice(0, -1).every((size, place) => size > 1 || place === 0);

interface Claim {
  readonly strength: Strength;
  /** The class of words that name it. */
  readonly word: 'id' | 'card';
  readonly window: Window;
  readonly end: number;
}

function isNamedBefore(beside: Beside, word: Claim['word']): boolean {
  const before = readOnce(beside);
  return before[word] < before.business;
}

function isEvident(beside: Beside, { strength, word, window, end }: Claim): boolean {
  if (strength === 'sure' || isNamedBefore(beside, word)) return true;
  const after = readAfter(beside.text, end);
  if (after === word) return true;
  if (strength === 'word' || after === 'unit') return false;
  const { business, person } = readOnce(beside);
  // Cells and lists hold numbers that are one by chance.
  if (window.gap === 'loose' || strength === 'weak' || strength === 'form') {
    if (business < Infinity || person < 2 || after === 'business') return false;
    return strength !== 'form' || findBefore(beside.text, beside.start, end) !== 'thing';
  }
  // Cards are seldom numbers of anything else.
  return business > (word === 'card' ? 0 : 1);
}
