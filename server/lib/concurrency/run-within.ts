import { createContext, Script } from 'node:vm';
import { getThreadMs } from './processor-time.ts';

const context = createContext({ work: () => undefined });
const script = new Script('work()');

/** How many times as long as alone a thread may take for its work where others keep the processors busy. */
const busyFactor = 5;

/**
 * Runs work that does not wait and is stopped wherever it is, also inside a regular expression, after so many milliseconds. Where
 * the thread got less than a half of them, because the machine is busy, the work is begun anew once, with more time. For a worker
 * thread: it takes a tenth of a millisecond more than the work.
 * @param reset called before the second time; what the work was changing may be half changed
 * @returns undefined where it was stopped
 */
export function runWithin<Result>(
  ms: number,
  work: () => Result,
  reset: () => void = () => undefined,
): { result: Result } | undefined {
  const startMs = getThreadMs();
  const done = runUntil(ms, work);
  if (done || getThreadMs() - startMs > ms / 2) return done;
  reset();
  return runUntil(ms * busyFactor, work);
}

function runUntil<Result>(ms: number, work: () => Result): { result: Result } | undefined {
  context['work'] = work;
  try {
    return { result: script.runInContext(context, { timeout: Math.max(1, Math.ceil(ms)) }) as Result };
  } catch (error) {
    // An error of the other context, so no instance of this one's.
    if ((error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
