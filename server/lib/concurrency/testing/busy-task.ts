import { getThreadMs } from '../processor-time.ts';
import type { Task } from '../worker-pool.ts';

/** Keeps its thread busy for so many milliseconds, and answers them. */
export function keepBusy(ms: number): number {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return ms;
}

/** Takes so many milliseconds of the processor, and answers them. */
export function calculate(ms: number): number {
  const end = getThreadMs() + ms;
  while (getThreadMs() < end);
  return ms;
}

export const keepBusyTask: Task<number, number> = { module: import.meta.url, run: keepBusy };
export const calculateTask: Task<number, number> = { module: import.meta.url, run: calculate };
/** Keeps its thread for so many milliseconds without the processor, as on a machine that others keep busy. */
export function keepWaiting(ms: number): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return ms;
}

export const keepWaitingTask: Task<number, number> = { module: import.meta.url, run: keepWaiting };

export const makeList = (length: number) =>
  Array.from({ length }, (_, place) => ({ place, text: `ä${place}`, none: null }));

/** Answers a list in an object. */
export const answerList = (length: number) => ({ made: makeList(length) });
export const makeListTask: Task<number, { made: object[] }> = { module: import.meta.url, run: answerList };

/** Ends its thread, as a crash of it does, or fails. */
export function endThread(how: 'thread' | 'error'): never {
  if (how === 'thread') process.exit(3);
  throw new TypeError('a fault of the task');
}
export const endTask: Task<'thread' | 'error', never> = { module: import.meta.url, run: endThread };
