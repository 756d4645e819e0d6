import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Facts that a server writes to `postmaster.pid`; its socket folder may be another if the data were moved. */
export type NotedServer = { pid: number; socket: string; sharedMemoryId: string };

export async function readPidFile(cluster: string): Promise<NotedServer | undefined> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  const [pid, , , , socket = '', , memory = ''] = content.split('\n');
  return { pid: Number(pid), socket, sharedMemoryId: memory.trim().split(/\s+/)[1] ?? '' };
}

/** Only if it still names that process: another start may have replaced it. */
export async function removePidFile(cluster: string, pid: number): Promise<void> {
  if ((await readPidFile(cluster))?.pid === pid) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** State of the process with a server's noted number, which may have been given to another program since. */
export async function describeProcess(pid: number, cluster: string): Promise<'server' | 'zombie' | 'other' | 'gone'> {
  if (!isAlive(pid)) return 'gone';
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => listCommand(pid));
  if (command === '') return 'zombie';
  return command.includes('postgres') && command.includes(cluster) ? 'server' : 'other';
}

/** Whether no process of a killed server is left: each of them keeps its shared memory attached. False where that can not be determined. */
export async function isDeserted({ sharedMemoryId }: NotedServer): Promise<boolean> {
  const listed = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => undefined);
  if (listed === undefined || sharedMemoryId === '') return false;
  const [heading = [], ...lines] = listed.split('\n').map((line) => line.trim().split(/\s+/));
  const attached = heading.indexOf('nattch');
  const memory = lines.find((columns) => columns[heading.indexOf('shmid')] === sharedMemoryId);
  return memory === undefined || memory[attached] === '0';
}

const endPauseMs = 100;
const endTries = 100;

/**
 * Ends the server of a process that was killed, where nothing of its data is to be kept: on a folder that is deleted it would go on for
 * a minute, and then take the socket of the next one away.
 */
export async function endLeftServer(cluster: string): Promise<void> {
  const noted = await readPidFile(cluster);
  if (!noted || (await describeProcess(noted.pid, cluster)) !== 'server') return;
  process.kill(noted.pid, 'SIGQUIT');
  for (let tries = 0; tries < endTries; tries += 1) {
    if ((await describeProcess(noted.pid, cluster)) !== 'server') return;
    await sleep(endPauseMs);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function listCommand(pid: number) {
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  return listed?.stdout ?? '';
}
