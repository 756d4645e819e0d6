import { toTaskQueue } from '#contract/tasks/task-kinds.ts';
import type { JobHandler } from '#server/outside/jobs/jobs.ts';
import type { Uses } from '#server/portal/portal.ts';
import * as repository from './older-tables.repository.ts';

const sources = [
  {
    kind: 'rowFile',
    lock: repository.lockOlderFiles,
    move: repository.moveOlderFiles,
    remove: repository.deleteOlderFiles,
  },
  {
    kind: 'companyExport',
    lock: repository.lockOlderExports,
    move: repository.moveOlderExports,
    remove: repository.deleteOlderExports,
  },
] as const;

/**
 * Moves what portals of before have made: what has ended, and those of `waitingIds`, which are run from here on. Others that wait
 * are moved with their jobs, or once they have ended.
 */
export function moveOlderTasksOf(
  { database, jobs, clock }: Uses<'database' | 'jobs' | 'clock'>,
  companyId: string,
  waitingIds: readonly string[] = [],
): Promise<void> {
  return database.inCompany(companyId, async (tx) => {
    for (const { kind, lock, move, remove } of sources) {
      const ids = (await lock(tx, { now: clock.now(), ids: waitingIds })).map(({ id }) => id);
      if (ids.length === 0) continue;
      for (const { id: taskId, state } of await move(tx, { ids })) {
        if (state === 'waiting' && waitingIds.includes(taskId))
          await jobs.enqueue(tx, toTaskQueue(kind), { companyId, taskId });
      }
      await remove(tx, { ids });
    }
  });
}

/** The same in all companies: at start and every hour. */
export async function moveOlderTasks(portal: Uses<'database' | 'jobs' | 'clock'>): Promise<void> {
  const found = await portal.database.inSystem('tasks.expire', (tx) => repository.listOlderCompanies(tx));
  for (const { companyId } of found) await moveOlderTasksOf(portal, companyId);
}

/** Jobs of portals of before. */
export function createOlderTaskHandlers(portal: Uses<'database' | 'jobs' | 'clock'>): {
  readonly 'company.export': JobHandler<'company.export'>;
  readonly 'rows.write': JobHandler<'rows.write'>;
} {
  return {
    'company.export': ({ payload }) => moveOlderTasksOf(portal, payload.companyId, [payload.exportId]),
    'rows.write': ({ payload }) => moveOlderTasksOf(portal, payload.companyId, [payload.fileId]),
  };
}
