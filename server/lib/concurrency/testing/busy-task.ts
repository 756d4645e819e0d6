import type { Task } from '../worker-pool.ts';

/** Keeps its thread busy for so many milliseconds, and answers them. */
export function keepBusy(ms: number): number {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return ms;
}

export const keepBusyTask: Task<number, number> = { module: import.meta.url, run: keepBusy };
