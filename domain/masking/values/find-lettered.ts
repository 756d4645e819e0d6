import { validate as isGermanInsured } from 'stdnum/lib/cjs/de/svnr.js';
import { validate as isSpanish } from 'stdnum/lib/cjs/es/dni.js';
import { validate as isForeigner } from 'stdnum/lib/cjs/es/nie.js';
import { validate as isFinnish } from 'stdnum/lib/cjs/fi/hetu.js';
import { validate as isFrench } from 'stdnum/lib/cjs/fr/nir.js';
import { validate as isBritish } from 'stdnum/lib/cjs/gb/nino.js';
import { validate as isIrish } from 'stdnum/lib/cjs/ie/pps.js';
import { validate as isItalian } from 'stdnum/lib/cjs/it/codicefiscale.js';
import { isAccepted } from './check-digits.ts';
import { hasDigits } from './digit-runs.ts';
import type { FoundValue } from './found-value.ts';
import { findIbanLength, isIban } from './ibans.ts';
import type { Strength } from './national-ids.ts';
import { readAfter } from './words-after.ts';
import { readBefore } from './words-before.ts';

/** Numbers with letters in them: IBANs, and ids of Finland, Germany, Spain, the United Kingdom, Ireland, Italy and Corsica. */
export function findLettered(text: string): FoundValue[] {
  if (!hasDigits(text, fewestDigits)) return [];
  const ibans = hasDigits(text, ibanDigits) ? findIbans(text) : [];
  return idHint.test(text) ? [...ibans, ...findIds(text)] : ibans;
}

/** Digits of the United Kingdom's id, and of the shortest IBAN with the most letters. */
const fewestDigits = 6;
const ibanDigits = 8;

/** Part of each of the ids, which is searched first: a text without it holds none. */
const idHint = /\d\d[- ]?[A-Za-z](?![A-Za-z])|\d{7}[A-Za-z]|\d{6}\s?[-+A-Fa-fU-Yu-y]\s?\d{3}|2[ABab] ?\d{3}/;

const between = String.raw`[\s.,:;_/|"'()[\]+\-\u00B7\u2022\u2027\u2219\u22C5\u2044\u2215\u2502\u30FB]`;
const ibanStart = new RegExp(String.raw`[A-Za-z]{2}${between}{0,3}\d${between}{0,3}\d`, 'g');
/** A word may end before it, and its own name. */
const ibanBefore = /(?:^|[^\p{L}\p{N}]|IBAN)$/iu;

function findIbans(text: string): FoundValue[] {
  return Array.from(text.matchAll(ibanStart)).flatMap(({ index }): FoundValue[] => {
    const end = findIbanEnd(text, index);
    const isWord = end !== undefined && ibanBefore.test(text.slice(Math.max(0, index - 4), index));
    return isWord ? [{ kind: 'iban', start: index, end }] : [];
  });
}

/** Signs that may stand between two characters of an IBAN, in a message or in cells. */
const isBetween = new RegExp(between);
const maxBetween = 40;

/** Whether its name is directly before it: enough for what has its length, with wrong check digits. */
const isNamedIban = (text: string, start: number) => ibanName.test(text.slice(Math.max(0, start - 24), start));
const ibanName = /iban(?:[ -]?(?:nr|no|number|nummer|number on|is|on|ist|lautet)\.?){0,2}[\s:=#-]{0,3}$/iu;

function findIbanEnd(text: string, start: number): number | undefined {
  const length = findIbanLength(text.slice(start, start + 2));
  if (length === undefined) return undefined;
  let compact = '';
  let gap = 0;
  for (let at = start; at < text.length && gap <= maxBetween; at += 1) {
    const character = text.charAt(at);
    if (/[A-Za-z0-9]/.test(character)) {
      compact += character.toUpperCase();
      gap = 0;
    } else if (isBetween.test(character)) gap += 1;
    else return undefined;
    if (compact.length === length) return isIban(compact) || isNamedIban(text, start) ? at + 1 : undefined;
  }
  return undefined;
}

interface LetteredId {
  /** Without regard to what stands around it. */
  readonly pattern: RegExp;
  readonly isRight: (compact: string) => boolean;
  readonly strength: Strength;
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

const ids: readonly LetteredId[] = [
  {
    pattern: /\d{6}\s?[-+A-FU-Ya-fu-y]\s?\d{3}[0-9A-Ya-y]/g,
    isRight: (compact) => isAccepted(isFinnish, compact),
    strength: 'sure',
  },
  {
    // The library does not compare the letter of those that begin with one.
    pattern: /\d{2}[. ]?\d{3}[. ]?\d{3}[- ]?[A-HJ-NP-TV-Za-hj-np-tv-z]/g,
    isRight: (compact) =>
      compact.at(-1) === spanishLetters[Number(compact.slice(0, 8)) % 23] && isAccepted(isSpanish, compact),
    strength: 'weak',
  },
  {
    pattern: /[XYZxyz][- ]?\d{7}[- ]?[A-Za-z]/g,
    isRight: (compact) => isAccepted(isForeigner, compact),
    strength: 'weak',
  },
  {
    pattern: /[A-Za-z]{2} ?\d{2}[ -]?\d{2}[ -]?\d{2} ?[A-Da-d]/g,
    isRight: (compact) => isAccepted(isBritish, compact),
    strength: 'weak',
  },
  { pattern: /\d{7}[A-Wa-w][A-IWa-iw]?/g, isRight: (compact) => isAccepted(isIrish, compact), strength: 'word' },
  {
    pattern:
      /[A-Za-z]{3} ?[A-Za-z]{3} ?[\dL-Vl-v]{2}[A-EHLMPRSTa-ehlmprst][\dL-Vl-v]{2} ?[A-Za-z][\dL-Vl-v]{3}[A-Za-z]/g,
    isRight: (compact) => isAccepted(isItalian, compact),
    strength: 'sure',
  },
  {
    pattern: /\d{2} ?\d{6} ?[A-Za-z] ?\d{3}/g,
    isRight: (compact) => isAccepted(isGermanInsured, compact),
    strength: 'sure',
  },
  {
    pattern: /[12] ?\d{2} ?\d{2} ?2[ABab] ?\d{3} ?\d{3} ?\d{2}/g,
    isRight: (compact) => isAccepted(isFrench, compact),
    strength: 'strong',
  },
];

function findIds(text: string): FoundValue[] {
  return ids.flatMap(({ pattern, isRight, strength }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: code, index }): FoundValue[] => {
      const end = index + code.length;
      if (!isWord(text, index, end)) return [];
      const compact = code.toUpperCase().replaceAll(/[\s.]/g, '');
      const isId = isRight(compact) || isRight(compact.replaceAll('-', ''));
      return (isId ? isEvident(text, { index, end, strength }) : isNamed(text, index))
        ? [{ kind: 'nationalId', start: index, end }]
        : [];
    }),
  );
}

/** Whether a word for ids is directly before it: enough for what is written as one, with wrong check digits. */
function isNamed(text: string, index: number): boolean {
  const { id, business } = readBefore(text, index);
  return id === 0 && business > 0;
}

const isWord = (text: string, start: number, end: number) =>
  !/[\p{L}\p{N}]$|[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));

function isEvident(
  text: string,
  { index, end, strength }: { index: number; end: number; strength: LetteredId['strength'] },
): boolean {
  if (strength === 'sure') return true;
  const before = readBefore(text, index);
  if (before.id < before.business || readAfter(text, end) === 'id') return true;
  if (strength === 'word') return false;
  return strength === 'weak' ? before.business === Infinity && before.person > 1 : before.business > 1;
}
