import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { findLastBackup } from '../backup/backups.repository.ts';
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../outside/clock.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { getLastTime } from './daily-times.ts';

const command = fileURLToPath(new URL('../commands/backup.ts', import.meta.url));

interface ScheduledBackups {
  readonly database: Database;
  /** Time of day in UTC, like `02:30`. */
  readonly at: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Makes a backup every day, in one of the portals, and at start where the last one was missed. The command runs in a
 * process of its own, so that reading and compressing never hold the portal's event loop.
 */
export function scheduleBackups(jobs: Pick<Jobs, 'schedule'>, parts: ScheduledBackups): Promise<void> {
  const [hour, minute] = parts.at.split(':').map(Number);
  return jobs.schedule('backup', `${minute} ${hour} * * *`, async () => {
    const last = await parts.database.withSystem('backups.record', findLastBackup);
    if (!isBackupDue(parts.at, last?.startedAt, parts.clock.now())) return;
    try {
      await promisify(execFile)(process.execPath, [command, '--prune']);
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      parts.log.error({ reason: stderr.trim() || String(error) }, 'the backup failed');
    }
  });
}

/** Whether there is no backup since the last time that the clock showed `at` (UTC). */
export const isBackupDue = (at: string, last: Date | undefined, now: Date): boolean =>
  last === undefined || last < getLastTime(at, now);
