import { readFileSync } from 'node:fs';
import { getDatabaseUrls } from '../harness/database.ts';
import type { Portal } from '../harness/portal.ts';
import { listFamily } from './resident-memory.ts';

/** Milliseconds of processor time, user and system, also of what has ended. */
export interface ProcessorTime {
  readonly portal: number;
  readonly database: number;
}

/** Reads what a portal with its threads, and all processes of its database, have used so far (Linux, in ticks of 10 ms). */
export async function readProcessorTime(portal: Portal): Promise<ProcessorTime> {
  const { pidFile } = await getDatabaseUrls(portal);
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const database = listFamily(postmaster);
  const others = listFamily(portal.pid).filter((pid) => !database.includes(pid));
  return { portal: sum(others.map(readProcess)), database: sum(database.map(readProcess)) };
}

/** The processor time of `work`. */
export async function timeProcessor(portal: Portal, work: () => Promise<unknown>): Promise<ProcessorTime> {
  const before = await readProcessorTime(portal);
  await work();
  const after = await readProcessorTime(portal);
  return { portal: after.portal - before.portal, database: after.database - before.database };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** A process with its children that have ended; 0 for one that has ended meanwhile, whose time is then its parent's. */
function readProcess(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum([11, 12, 13, 14].map((place) => Number(fields[place]) * 10));
  } catch {
    return 0;
  }
}
