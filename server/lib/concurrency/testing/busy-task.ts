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
