import type { RE2JS } from 're2js';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { getThreadMs } from '#server/lib/concurrency/processor-time.ts';
import { runPatiently } from '#server/lib/concurrency/run-within.ts';
import { createBoundedMasker } from './bounded-masker.ts';
import { compilePattern } from './mask-text.ts';

export interface Trial {
  readonly settings: MaskingSettings;
  readonly text: string;
  /** Path of the patterns in the body of the request. */
  readonly path: string;
}

/** Words, numbers and repetitions. */
const sample = `${'Mari wrote on 2026-11-23: order AB-12345, '.repeat(40)}${'a'.repeat(1500)}${'0'.repeat(1500)}`;
/** Milliseconds of the processor that all patterns together may take to be compiled and, after that, with their samples. */
const limitMs = 1500;
/** Instructions of all compiled patterns; each may be tried at each character. */
const maxProgramSize = 2000;
const tooSlow = 'This pattern takes too long. Use fewer repetitions.';
const tooSlowTogether = 'Your patterns take too long together. Use fewer repetitions.';
const unknownSyntax = 'This is not a regular expression of RE2. Look-around and back references are not supported.';

/**
 * Masks a text by settings, whose patterns are checked first. Takes some seconds at most, in a worker thread.
 * @throws Problem `request.invalid` with the fields of patterns that are none, or that take too long
 */
export function tryMasking({ settings, text, path }: Trial): string {
  const fields = findFaults(settings.patterns.map(({ pattern }) => pattern)).map(({ place, message }) => ({
    path: `${path}.${place}.pattern`,
    message,
  }));
  if (fields.length > 0) throw new Problem('request.invalid', { fields });
  return createBoundedMasker(settings).maskText(text);
}

interface Fault {
  readonly place: number;
  readonly message: string;
}

function findFaults(patterns: readonly string[]): Fault[] {
  const compiled: RE2JS[] = [];
  const compile = (pattern: string) => {
    try {
      compiled.push(compilePattern(pattern));
      return undefined;
    } catch {
      return unknownSyntax;
    }
  };
  const faults = tryEach(patterns, compile);
  if (faults.length > 0) return faults;
  const tooLarge = findTooLarge(compiled.map((each) => each.programSize()));
  return tooLarge.length > 0 ? tooLarge : tryEach(compiled, search);
}

/** @returns the faults that `find` names, and the one after which there was no time left */
function tryEach<Item>(items: readonly Item[], find: (item: Item) => string | undefined): Fault[] {
  const faults: Fault[] = [];
  let restMs = limitMs;
  for (const [place, item] of items.entries()) {
    const startMs = getThreadMs();
    const tried = runPatiently(restMs, () => find(item));
    restMs -= getThreadMs() - startMs;
    if (tried?.result !== undefined) faults.push({ place, message: tried.result });
    if (!tried || restMs <= 0) return [...faults, { place, message: tooSlow }];
  }
  return faults;
}

function findTooLarge(sizes: readonly number[]): Fault[] {
  const alone = sizes.flatMap((size, place) => (size > maxProgramSize ? [{ place, message: tooSlow }] : []));
  if (alone.length > 0 || sizes.reduce((sum, size) => sum + size, 0) <= maxProgramSize) return alone;
  return [{ place: sizes.indexOf(Math.max(...sizes)), message: tooSlowTogether }];
}

function search(compiled: RE2JS): undefined {
  const matcher = compiled.matcher(sample + toOwnSample(listCharacters(compiled)));
  while (matcher.find());
}

const maxCharacters = 20;
const lastCharacter = 0x10_ff_ff;

/** Some of the characters that a pattern asks for: the first and last one of each of its ranges. */
function listCharacters(compiled: RE2JS): string[] {
  const instructions = compiled.re2().prog.inst as ReadonlyArray<{ readonly runes: Iterable<number> }>;
  const ends = instructions.flatMap(({ runes }) => [...runes].slice(0, maxCharacters));
  const points = [...new Set(ends)].filter((point) => point >= 0 && point <= lastCharacter);
  return points.slice(0, maxCharacters).map((point) => String.fromCodePoint(point));
}

const runLength = 100;
const mixedLength = 2000;

/** Each character repeated, and all of them mixed: a pattern takes longest with what it nearly finds. */
function toOwnSample(characters: readonly string[]): string {
  const mixed = Array.from({ length: mixedLength }, (_, place) => characters[(place * place) % characters.length]);
  return [...characters.map((each) => each.repeat(runLength)), ...mixed].join('');
}

/** For the pool of workers, because a pattern is not known to be quick yet. */
export const tryMaskingTask: Task<Trial, string> = { module: import.meta.url, run: tryMasking };
