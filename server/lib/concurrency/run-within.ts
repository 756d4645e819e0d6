import { createContext, Script } from 'node:vm';
import { getThreadMs } from './processor-time.ts';

const context = createContext({ work: () => undefined });
const script = new Script('work()');

/** How many times as long as alone a thread may take for its work where others keep the processors busy. */
const busyFactor = 5;

/**
 * Runs work that does not wait and is stopped wherever it is, also inside a regular expression, after so many milliseconds. For a
 * worker thread: it takes a tenth of a millisecond more than the work.
 * @returns undefined where it was stopped; what it was changing may be half changed
 */
export function runWithin<Result>(ms: number, work: () => Result): { result: Result } | undefined {
  context['work'] = work;
  try {
    return { result: script.runInContext(context, { timeout: Math.max(1, Math.ceil(ms)) }) as Result };
  } catch (error) {
    // An error of the other context, so no instance of this one's.
    if ((error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}

/**
 * Runs work as `runWithin` does, and where the thread got less than a half of the time, because the machine is busy, once more
 * from its beginning with more time.
 */
export function runPatiently<Result>(ms: number, work: () => Result): { result: Result } | undefined {
  const startMs = getThreadMs();
  const done = runWithin(ms, work);
  return done || getThreadMs() - startMs > ms / 2 ? done : runWithin(ms * busyFactor, work);
}
