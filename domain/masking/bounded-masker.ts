import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { runWithin } from '#server/lib/concurrency/run-within.ts';
import {
  forgetMasker,
  notShown,
  toMasker,
  unmasked,
  withField,
  type PartMasker,
  type SteppedMasker,
} from './mask-text.ts';

/** Milliseconds that the texts of one task may take together, and that one of them may beside what its length asks for. */
const limits = { ofAll: 12_000, most: 1000, least: 50 };
/** A text may take this part of the time that is left, so that many slow ones leave some for those behind them. */
const partOfRest = 12;
/** Milliseconds that a character may take: ten times as long as in an honest text. */
const msOfCharacter = 0.001;
/** Steps of a text below which its time is not measured: some milliseconds. */
const smallSteps = 200_000;

/**
 * The masker of one task in a worker thread. A text that takes too long, because of the company's patterns or of what it holds, is
 * not shown; all others are.
 * @param masking undefined for who reads texts unmasked
 * @param ofAllMs milliseconds that all texts may take together
 */
export function createBoundedMasker(masking: MaskingSettings | undefined, ofAllMs = limits.ofAll): PartMasker {
  if (!masking) return unmasked;
  let masker: SteppedMasker | undefined = toMasker(masking);
  const { stepsOfCharacter } = masker;
  let restMs = ofAllMs;
  /** @returns undefined where there was no time */
  const run = <Result>(length: number, work: (present: PartMasker) => Result): Result | undefined => {
    const isSmall = length * stepsOfCharacter <= smallSteps;
    if (!isSmall && restMs <= 0) return undefined;
    const startMs = performance.now();
    const present = (masker ??= toMasker(masking));
    if (isSmall) return work(present);
    const ms = Math.min(Math.max(restMs / partOfRest, limits.least), limits.most);
    const done = runWithin(ms + length * msOfCharacter, () => work(present));
    if (!done) {
      // What was stopped may have left a pattern half changed.
      forgetMasker(masking);
      masker = undefined;
    }
    restMs -= performance.now() - startMs;
    return done?.result;
  };
  const maskText = (text: string) => run(text.length, (present) => present.maskText(text)) ?? notShown;
  return {
    ...withField(masking, maskText),
    maskRow: (cells) =>
      run(
        cells.reduce((sum, { text }) => sum + text.length, 0),
        (present) => present.maskRow(cells),
      ) ?? cells.map(() => notShown),
  };
}
