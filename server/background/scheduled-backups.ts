import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { findLastBackup } from '../backup/whole/backups.repository.ts';
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../outside/clock.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { getLastTime } from './daily-times.ts';

const command = fileURLToPath(new URL('../commands/backup/backup.ts', import.meta.url));

/** Backups in a process of their own, so that reading and compressing never hold the portal's event loop. */
export interface BackupProcess {
  /** @throws Error with what the command said, where it fails */
  run(): Promise<void>;
  /** Ends a running one, which deletes what it has written, and waits for it. */
  stop(): Promise<void>;
}

/** @param program by default the command `npm run backup` */
export function createBackupProcess(program: readonly string[] = [command, '--prune']): BackupProcess {
  let running: { readonly ended: Promise<unknown>; end(): void } | undefined;
  let isStopped = false;
  return {
    async run() {
      if (isStopped) throw new Error('The portal is stopping.');
      const work = promisify(execFile)(process.execPath, [...program]);
      running = { ended: work.catch(() => undefined), end: () => void work.child.kill('SIGTERM') };
      try {
        await work;
      } catch (error) {
        const { stderr = '' } = error as { stderr?: string };
        throw new Error(stderr.trim() || String(error), { cause: error });
      } finally {
        running = undefined;
      }
    },
    async stop() {
      isStopped = true;
      running?.end();
      await running?.ended;
    },
  };
}

interface ScheduledBackups {
  readonly database: Database;
  /** Time of day in UTC, like `02:30`. */
  readonly at: string;
  readonly backups: Pick<BackupProcess, 'run'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Makes a backup every day, in one of the portals, and at start where the last one was missed. One that fails is a failed job,
 * so that it is counted and tried again.
 */
export function scheduleBackups(jobs: Pick<Jobs, 'schedule'>, parts: ScheduledBackups): Promise<void> {
  const { database, at, backups, clock, log } = parts;
  const [hour, minute] = at.split(':').map(Number);
  return jobs.schedule('backup', `${minute} ${hour} * * *`, async () => {
    const last = await database.inSystem('backups.record', findLastBackup);
    if (!isBackupDue(at, last?.startedAt, clock.now())) return;
    await backups.run().catch((error: Error) => {
      log.error({ reason: error.message }, 'the backup failed');
      throw error;
    });
  });
}

/** Whether there is no backup since the last time that the clock showed `at` (UTC). */
export const isBackupDue = (at: string, last: Date | undefined, now: Date): boolean =>
  last === undefined || last < getLastTime(at, now);
