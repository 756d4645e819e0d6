import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady, type Portal, serverAlone, startPortal } from './portal.ts';
import { getDatabaseUrls } from './database.ts';

/** Processes that SIGKILL ends. A portal starts its database again if that died alone. */
export type KillTarget = 'portal' | 'database' | 'both';

/** The portal's own program, which is killed and started again on the same data. */
export interface KillablePortal {
  /** The portal that runs, or the start that is under way. */
  current(): Promise<Portal>;
  kills(): number;
  /** From each start of the program to its first good answer, in milliseconds; the first start is the first value. */
  startMs(): readonly number[];
  /** Kills, and starts the program again where it was killed. Without a target: every second time the database too. */
  kill(target?: KillTarget): Promise<void>;
}

const pollMs = 50;

const readPid = (pidFile: string) => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);

function isAlive({ pid }: Portal): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function openKillablePortal(dataDir: string, settings: NodeJS.ProcessEnv = {}): KillablePortal {
  const env = { ...process.env, LOG_LEVEL: 'warn', ...settings };
  const startMs: number[] = [];
  const start = async () => {
    const portal = await startPortal({ args: serverAlone, dataDir, env });
    startMs.push(portal.startMs);
    return portal;
  };
  let running = start();
  let kills = 0;
  return {
    current: () => running,
    kills: () => kills,
    startMs: () => startMs,
    async kill(target = kills % 2 === 1 ? 'both' : 'portal') {
      const portal = await running;
      const { pidFile } = await getDatabaseUrls(portal);
      const databasePid = readPid(pidFile);
      kills += 1;
      if (target !== 'database') process.kill(portal.pid, 'SIGKILL');
      if (target !== 'portal') process.kill(databasePid, 'SIGKILL');
      if (target === 'database') {
        while (!existsSync(pidFile) || readPid(pidFile) === databasePid || !(await isReady(portal.url))) {
          if (!isAlive(portal)) break;
          await sleep(pollMs);
        }
        // A portal that has not started its jobs yet ends without its database, and its supervisor starts it again.
        if (!isAlive(portal)) running = start();
      } else {
        running = start();
      }
      await running;
    },
  };
}
