/** A fault or a race that is brought about on a running portal, and judged by what is stored afterwards. */
export interface Check {
  /** The row's first cell. */
  readonly title: string;
  readonly expected: string;
  /** `isQuick`: a tenth of the rounds, to try the check itself. */
  run(options: { isQuick: boolean }): Promise<Outcome>;
}

export interface Outcome {
  readonly rounds: number;
  /** Counts by name; the names of numbers that must be 0 are in `faults`. */
  readonly counts: Readonly<Record<string, number | string>>;
  /** Sentences on what did not hold; empty where all of it held. */
  readonly faults: readonly string[];
}

/** This machine cannot bring the fault about. */
export class NotRun extends Error {}

/** Collects what did not hold, each sentence once with its number of times. */
export function createVerdict() {
  const seen = new Map<string, number>();
  const fail = (sentence: string) => void seen.set(sentence, (seen.get(sentence) ?? 0) + 1);
  return {
    fail,
    /** Fails with `sentence` where the condition is false. */
    expect: (isTrue: boolean, sentence: string) => {
      if (!isTrue) fail(sentence);
    },
    faults: () => [...seen].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`)),
  };
}
export type Verdict = ReturnType<typeof createVerdict>;
