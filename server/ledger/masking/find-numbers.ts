import type { MaskKind } from '#contract/masking-kinds.ts';
import { findIbanLength, isCard, isHetu, isIban, isNationalId } from './checked-numbers.ts';
import { isInUuid } from './is-in-uuid.ts';
import type { Span } from './projection.ts';

export interface FoundValue extends Span {
  /** What stands in its place. */
  readonly kind: MaskKind;
}

/** Digits without a separator between them. */
interface Group extends Span {
  readonly digits: string;
}

/** Groups that stand so near to each other that they may be one number. */
interface Run {
  readonly text: string;
  readonly groups: readonly Group[];
}

const runPattern = /\d+(?:[ ./()-]{1,3}\d+)*/g;
/** So many digits has the shortest number, a phone number behind its word. */
const fewestDigits = /\d(?:[ ./()-]{0,3}\d){4}/;
const maxDigits = 19;

/** Payment cards, phone numbers and national ids in time linear in the text. */
export function findNumbers(text: string): FoundValue[] {
  if (!fewestDigits.test(text)) return [];
  const found: FoundValue[] = [];
  for (const { 0: run, index } of text.matchAll(runPattern)) {
    const groups = Array.from(run.matchAll(/\d+/g), ({ 0: digits, index: at }) => ({
      digits,
      start: index + at,
      end: index + at + digits.length,
    }));
    findInRun({ text, groups }, found);
  }
  return found;
}

/** Looks from each group on for a number; the next one begins behind it. */
function findInRun(run: Run, found: FoundValue[]): void {
  for (let first = 0; first < run.groups.length;) {
    const match = findChecked(run, first) ?? findPhone(run, first);
    const value = match && !isInUuid(run.text, match.found.start) ? match : undefined;
    if (value) found.push(value.found);
    first = value ? value.next : first + 1;
  }
}

interface Match {
  readonly found: FoundValue;
  /** The group behind it. */
  readonly next: number;
}

/** The groups from the first on that hold at most so many digits together, one more at a time. */
function* listWindows({ groups }: Run, first: number): Generator<{ digits: string; last: number; sizes: number[] }> {
  let digits = '';
  const sizes: number[] = [];
  for (let last = first; last < groups.length; last += 1) {
    const group = groups[last];
    if (!group || digits.length + group.digits.length > maxDigits) return;
    digits += group.digits;
    sizes.push(group.digits.length);
    yield { digits, last, sizes };
  }
}

/** A number with a checksum, the longest that begins at this group. */
function findChecked(run: Run, first: number): Match | undefined {
  let longest: Match | undefined;
  for (const { digits, last, sizes } of listWindows(run, first)) {
    const kind = toCheckedKind(run, { digits, sizes, first, last });
    if (kind) longest = toMatch(run, { kind, first, last });
  }
  return longest;
}

interface Window {
  readonly digits: string;
  readonly sizes: readonly number[];
  readonly first: number;
  readonly last: number;
}

function toCheckedKind({ text, groups }: Run, { digits, sizes, last }: Window): MaskKind | undefined {
  if (digits.length < 10) return undefined;
  if (digits.length >= 13) return isWritten(sizes, 3) && isCard(digits) ? 'card' : undefined;
  const isDashed = sizes.length === 2 && sizes[0] === 6 && text[groups[last - 1]?.end ?? 0] === '-';
  return isWritten(sizes, 2) && isNationalId(digits, isDashed) ? 'nationalId' : undefined;
}

/** Whether people write a number so: in groups of some digits, the last one of any length, or digit by digit. */
const isWritten = (sizes: readonly number[], least: number) =>
  sizes.slice(0, -1).every((size) => size >= least) || sizes.every((size) => size === 1);

function toMatch({ text, groups }: Run, { kind, first, last }: { kind: MaskKind; first: number; last: number }): Match {
  const start = groups[first]?.start ?? 0;
  const end = groups[last]?.end ?? 0;
  const sign = kind === 'phone' ? /[+(]{0,3}$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] : undefined;
  return { found: { kind, start: start - (sign?.length ?? 0), end }, next: last + 1 };
}

const phoneWord =
  /(?:tel|telefon\w{0,4}|phone|mob\w{0,4}|cell|fax|gsm|call|dial|helista\w{0,3}|handy\w{0,6}|rufnummer|nummer|number|numb(?:e)?r|puh\w{0,5}|whatsapp|sms)[\s.:=()"'-]{0,6}$/i;

/** How phone numbers without a country are divided. */
const phoneShapes = new Set(
  '3-4 4-4 3-5 2-3-3 2-2-2-2 2-2-3 3-2-2 3-2-3 2-3-2 3-3-3 2-3-2-2 3-2-2-2 1-3-4 1-3-2-2'.split(' '),
);

/** A phone number: with its country, with a zero in front, by the word before it, or divided as one. */
function findPhone(run: Run, first: number): Match | undefined {
  const { text, groups } = run;
  const group = groups[first];
  if (!group) return undefined;
  const before = text.slice(Math.max(0, group.start - 24), group.start);
  const isAbroad = /\+\(?$/.test(before) || (group.digits.startsWith('00') && !/\d[.,]?$/.test(before));
  if (!isAbroad && /[\p{L}#_/]-?$|[\d.,]$/u.test(before)) return undefined;
  const isNamed = phoneWord.test(before);
  let best: number | undefined;
  for (const { digits, last, sizes } of listWindows(run, first)) {
    if (isAbroad && digits.length > 15) break;
    const isPhone = isAbroad ? digits.length >= 7 : isLocalPhone(run, { digits, sizes, first, last }, isNamed);
    if (isPhone) best = last;
    // A further group would be the next number.
    if (isPhone && digits.length >= 11) break;
  }
  return best === undefined ? undefined : toMatch(run, { kind: 'phone', first, last: best });
}

function isLocalPhone({ text, groups }: Run, { digits, sizes, first, last }: Window, isNamed: boolean): boolean {
  const start = groups[first]?.start ?? 0;
  const end = groups[last]?.end ?? 0;
  if (isDate(text.slice(start, end))) return false;
  if (isNamed) return digits.length >= 5 && digits.length <= 13;
  if (isInId(text, start, end) || isAmount(text.slice(start, end), text.slice(end, end + 6))) return false;
  if (digits.startsWith('0')) return digits.length >= 8 && digits.length <= 12;
  if (sizes.length === 1) return /^5\d{6,7}$/.test(digits);
  return /^[2-8]/.test(digits) && phoneShapes.has(sizes.join('-')) && !/^(?:19|20)\d{2}(?:19|20)\d{2}$/.test(digits);
}

/** Whether it is a piece of a longer id, such as a UUID. */
const isInId = (text: string, start: number, end: number) =>
  /[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start)) ||
  /^(?:-[\p{L}\p{N}]|\p{L})/u.test(text.slice(end, end + 2));

const isDate = (text: string) =>
  /^(?:(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]{1,2}\d{1,2}[-./ ]{1,2}(?:19|20)\d{2})(?!\d)/.test(text);

/** Thousands that end in zeros, or that cents, a percent sign or a currency follow. */
const isAmount = (text: string, after: string) =>
  /^\d{1,3}(?:[ .]\d{3})* ?000$/.test(text) || /^(?:[.,]\d| ?(?:€|%|\$|EUR|USD|SEK|GBP|PLN))/.test(after);

const letteredPatterns = {
  iban: /[A-Za-z]{2} ?\d{2}(?=[ .-]?[A-Za-z0-9])/g,
  hetu: /\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?![\p{L}\p{N}])/giu,
};

/** The beginnings of both, which are looked for first because that leaves no garbage. */
const lettered = /[A-Za-z]{2} ?\d{2}|\d{6}[-+A-FU-Y]/i;

/** IBANs and the ids of Finland, which have letters in them. */
export function findLettered(text: string): FoundValue[] {
  if (!lettered.test(text)) return [];
  const found: FoundValue[] = [];
  for (const { index } of text.matchAll(letteredPatterns.iban)) {
    const end = findIbanEnd(text, index);
    if (end !== undefined) found.push({ kind: 'iban', start: index, end });
  }
  for (const { 0: code, index } of text.matchAll(letteredPatterns.hetu)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(index - 1)) && isHetu(code))
      found.push({ kind: 'nationalId', start: index, end: index + code.length });
  }
  return found;
}

/** The longest IBAN has 34 characters, each of which a separator may follow. */
const maxIbanLength = 2 * 34;

function findIbanEnd(text: string, start: number): number | undefined {
  const length = findIbanLength(text.slice(start, start + 2));
  if (length === undefined) return undefined;
  let compact = '';
  const end = Math.min(text.length, start + maxIbanLength);
  for (let at = start; at < end; at += 1) {
    const character = text.charAt(at);
    if (/[A-Za-z0-9]/.test(character)) compact += character;
    else if (!/[ .-]/.test(character)) return undefined;
    if (compact.length === length) return isIban(compact) ? at + 1 : undefined;
  }
  return undefined;
}
