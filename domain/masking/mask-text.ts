import { RE2JS } from 're2js';
import {
  maskLabels,
  type MaskingSettings,
  type MaskKind,
  type OwnPattern,
} from '#features/protection/contract/masking-kinds.ts';
import type { Masked } from './masked.ts';
import { createRowMasker, type RowMasker } from './mask-row.ts';
import { passHint } from './values/find-passes.ts';
import { sapHint } from './values/find-sap-ids.ts';
import { findValues } from './values/find-values.ts';
import { toWordClass, type WordClass } from './values/word-classes.ts';
import { project, toSource, type Projection } from './projection.ts';

/** Masks the values of one company's settings. Made once, because its patterns are compiled. */
export interface Masker {
  /**
   * The text with its values replaced by their kinds, in time linear in the text; also of HTML, of which the tags stay. The text
   * itself where it holds none.
   */
  maskText(text: string): string;
  /** The content of a field that holds a value of this kind by its name. */
  maskField(kind: MaskKind, text: string): string;
}

/** Masks what parts hold too. */
export interface PartMasker extends Masker, RowMasker {}

export interface SteppedMasker extends PartMasker {
  /** How long a character takes at most, in steps of a pattern: 20 to 40 ns each. */
  readonly stepsOfCharacter: number;
}

/** Text in the place of one that could not be masked in time. */
export const notShown = '[not shown]';

/** Steps that the kinds take for a character, without patterns. */
const stepsOfKinds = 10;

type Find = (projection: Projection) => Masked[];

const findIn = (finders: readonly Find[], text: string): Masked[] =>
  project(text).flatMap((projection) =>
    finders.flatMap((find) => find(projection).map((value) => ({ ...value, ...toSource(projection, value) }))),
  );

/** @param settings whose patterns have been checked by `compilePattern` */
export function createMasker(settings: MaskingSettings): SteppedMasker {
  const kinds = [findKinds(settings)];
  const patterns = settings.patterns.map(findPattern);
  const finders = [...kinds, ...patterns];
  const hasPatterns = patterns.length > 0;
  const replace = (text: string, found: readonly Masked[]) =>
    found.length === 0 ? text : replaceValues(text, unite(found));
  const maskText = (text: string) => (!hasPatterns && isHarmless(text) ? text : replace(text, findIn(finders, text)));
  const ofPatterns = settings.patterns.reduce((sum, { pattern }) => sum + compilePattern(pattern).programSize(), 0);
  const rows = createRowMasker({
    maskText,
    findKinds: (text) => findIn(kinds, text),
    findPatterns: (text) => findIn(patterns, text),
    replace,
  });
  return { ...withField(settings, maskText), ...rows, stepsOfCharacter: stepsOfKinds + ofPatterns };
}

export const withField = ({ shown }: MaskingSettings, maskText: Masker['maskText']): Masker => ({
  maskText,
  maskField: (kind, text) => (shown.includes(kind) || text === '' ? maskText(text) : maskLabels[kind]),
});

const words = /^[A-Za-zÀ-ÖØ-öø-ž .'_-]*$/;
const shortWords = /^(?=\D*(?:\d\D*){0,4}$)[A-Za-zÀ-ÖØ-öø-ž0-9 .'_-]{1,14}$/;

/** An id that a program counts, such as `order-12345`: less digits than most numbers have, behind words and a sign. */
const countedId = /^(?<words>[A-Za-z .'_-]{0,60}[A-Za-z])[-_](?!00\d{5})\d{1,9}$/;

/** A day, or an amount with its cents, as cells hold them. */
const cell =
  /^(?:\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d|-?[1-9]\d{0,2}(?:,\d{3}){0,3}\.\d\d(?: [A-Z]{3})?)$/;

/** Whether none of them makes a value of the number behind them. */
const areCounted = (before: string) =>
  before.split(/[^A-Za-z]+/).every((word) => !evidentClasses.has(toWordClass(word.toLowerCase()) ?? 'none'));
const evidentClasses = new Set<WordClass>(['phone', 'id', 'pass', 'card', 'person']);

/** An address may be spelled in words. */
const spelledDot = /\s(?:dot|punkt|point|piste)\s|\sat\s[\w-]{1,63}\./i;

/**
 * Whether a text is of names, single numbers and counted ids, as most of the short texts in a download are: it holds no at sign, no
 * digits from which a value of a kind is made, and no word behind which an id may stand. Looking for each kind takes ten times as
 * long.
 */
export function isHarmless(text: string): boolean {
  if (text.length > 200 || sapHint.test(text)) return false;
  if (words.test(text)) return !spelledDot.test(text);
  if (passHint.test(text)) return false;
  return shortWords.test(text) || cell.test(text) || areCounted(countedId.exec(text)?.groups?.['words'] ?? 'tel');
}

const maskers = new Map<string, SteppedMasker>();
const maxMaskers = 200;

/** The masker of settings, kept while it is in use, because patterns take milliseconds to compile. */
export function toMasker(settings: MaskingSettings): SteppedMasker {
  const key = JSON.stringify(settings);
  const masker = maskers.get(key) ?? createMasker(settings);
  maskers.delete(key);
  maskers.set(key, masker);
  const [oldest] = maskers.keys();
  if (maskers.size > maxMaskers && oldest !== undefined) maskers.delete(oldest);
  return masker;
}

export const forgetMasker = (settings: MaskingSettings): boolean => maskers.delete(JSON.stringify(settings));

/** For who reads a conversation unmasked. */
export const unmasked: PartMasker = {
  maskText: (text) => text,
  maskField: (_kind, text) => text,
  maskRow: (cells) => cells.map(({ text }) => text),
};

/** @throws where RE2 does not know the syntax */
export const compilePattern = (pattern: string) => RE2JS.compile(pattern);

function findKinds({ shown }: MaskingSettings): Find {
  return ({ text }) =>
    findValues(text)
      .filter(({ kind }) => !shown.includes(kind))
      .map(({ kind, start, end }) => ({ label: maskLabels[kind], start, end }));
}

function findPattern({ name, pattern }: OwnPattern): Find {
  const compiled = compilePattern(pattern);
  return ({ text }) => {
    const found: Masked[] = [];
    const matcher = compiled.matcher(text);
    while (matcher.find()) {
      if (matcher.end() > matcher.start())
        found.push({ label: `[${name}]`, start: matcher.start(), end: matcher.end() });
    }
    return found;
  };
}

/** Values that overlap become one, by the name of the longest. */
function unite(found: readonly Masked[]): Masked[] {
  const united: Array<Masked & { longest: number }> = [];
  for (const value of found.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const length = value.end - value.start;
    const before = united.at(-1);
    if (before && value.start < before.end) {
      const label = length > before.longest ? value.label : before.label;
      const end = Math.max(before.end, value.end);
      united[united.length - 1] = { start: before.start, end, label, longest: Math.max(before.longest, length) };
    } else {
      united.push({ ...value, longest: length });
    }
  }
  return united;
}

/** The tag that opens or closes an element, without its attributes, which may hold the value again. */
const tag = /<\/?[a-z][a-z0-9]{0,20}(?=[\s/>])/gi;

/** Tags inside a value stay, so that what follows it is read as before. */
function replaceValues(text: string, values: readonly Masked[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, label } of values) {
    const tags = text.slice(start, end).match(tag) ?? [];
    pieces.push(text.slice(at, start), label, ...tags.map((each) => `${each}>`));
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}
