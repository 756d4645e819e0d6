import { describeRun } from '../harness/machine.ts';
import { NotRun, type Check, type Outcome } from './check.ts';

export type Result = Pick<Check, 'title' | 'expected'> &
  Partial<Outcome> & {
    readonly seconds: number;
    readonly notRun?: string;
    readonly run: ReturnType<typeof describeRun>;
  };

/** Limit of one check, including the end of its processes. */
const longestMs = 3 * 3_600_000;

/**
 * Runs one check to its row of the table. One that ends by an error, or does not end within `limitMs`, has not held, and the
 * next one is run.
 */
export async function runCheck(
  check: Check,
  { isQuick, limitMs = longestMs }: { readonly isQuick: boolean; readonly limitMs?: number },
): Promise<Result> {
  const { title, expected } = check;
  const run = describeRun();
  const startedAt = performance.now();
  const toSeconds = () => Math.round((performance.now() - startedAt) / 1000);
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`it did not end within ${limitMs / 1000} s`)), limitMs);
  try {
    const outcome = await Promise.race([check.run({ isQuick }), limit.promise]);
    return { title, expected, ...outcome, seconds: toSeconds(), run };
  } catch (error) {
    if (error instanceof NotRun) return { title, expected, notRun: error.message, seconds: toSeconds(), run };
    console.error(error);
    const sentence = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    const faults = [`The check ended: ${sentence}`];
    return { title, expected, rounds: 0, counts: {}, faults, seconds: toSeconds(), run };
  } finally {
    clearTimeout(timer);
  }
}
