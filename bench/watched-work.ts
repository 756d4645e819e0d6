import { readFileSync } from 'node:fs';
import { measureStop } from './longest-stop.ts';
import type { Portal } from '../harness/portal.ts';

const pollMs = 100;

export interface Watched<T> {
  readonly result: T;
  /** The highest resident memory of the server meanwhile. */
  readonly megabytes: number;
  readonly seconds: number;
}

/** Runs `work` and answers the highest memory of the server meanwhile (Linux). */
export async function watchMemory<T>(portal: Portal, work: () => Promise<T>): Promise<Watched<T>> {
  const startedAt = performance.now();
  let megabytes = 0;
  const look = () => (megabytes = Math.max(megabytes, readResidentMegabytes(portal)));
  const looking = setInterval(look, pollMs);
  try {
    const result = await work();
    look();
    return { result, megabytes, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    clearInterval(looking);
  }
}

/** Also the longest answer of `/api/health`; being asked for it slows the server. */
export async function watch(portal: Portal, work: () => Promise<unknown>) {
  return watchMemory(portal, () => measureStop(portal.url, work)).then(({ result: stopMs, ...watched }) => ({
    ...watched,
    stopMs,
  }));
}

/** Reads the memory of the server process alone, in megabytes. */
function readResidentMegabytes({ pid }: Portal): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}
