import { randomUUID } from 'node:crypto';
import { toTaskQueue, type TaskKind } from '#contract/tasks/task-kinds.ts';
import { listParts } from '#server/lib/file-parts.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './tasks.repository.ts';
import type { StoredTask } from './tasks.repository.ts';

export const toLater = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);

/** The input and the facts of each kind, which its feature declares. */
export interface TaskShapes {}

/** A task of a kind; a kind without a declared shape does not compile. */
export interface Task<Kind extends TaskKind> extends StoredTask {
  /** The request. It may name a person, and is empty where the task is withdrawn. */
  readonly input: TaskShapes[Kind]['input'];
  readonly facts: TaskShapes[Kind]['facts'];
}

/** The tasks of a kind. */
export function tasksOf<Kind extends TaskKind>(kind: Kind) {
  type Own = Task<Kind>;
  /** `covered`: when conversations started whose texts it holds. */
  type Asked = Pick<Own, 'input' | 'facts'> & { readonly now: Date; readonly covered?: Record<'from' | 'until', Date> };
  return {
    /** The tasks that are not over, the latest first. */
    list: async (tx: CompanyTransaction, now: Date) =>
      (await repository.listTasks(tx, { kind, now })) as readonly Own[],

    /** @throws Problem `files.not-found` where there is no file: not ready, over, or of another kind */
    async getReady(tx: CompanyTransaction, id: string, now: Date) {
      const found = (await repository.findTask(tx, { id })) as Own | undefined;
      if (found?.kind !== kind || found.state !== 'ready' || found.expiresAt <= now)
        throw new Problem('files.not-found');
      return { ...found, bytes: found.bytes ?? 0 };
    },

    async create({ jobs }: Uses<'jobs'>, tx: CompanyTransaction, actor: Actor, asked: Asked) {
      const { companyId, accountId } = actor;
      const { input, facts, covered, now } = asked;
      // An attempt that was killed for good must not keep its owner from another one.
      const times = { requestedAt: now, expiresAt: toLater(now, 1) };
      const covers = { coveredFrom: covered?.from ?? null, coveredUntil: covered?.until ?? null };
      const made = { id: randomUUID(), kind, accountId, input, facts, ...covers, ...times };
      await jobs.enqueue(tx, toTaskQueue(kind), { companyId, taskId: made.id });
      return (await repository.createTask(tx, made)) as Own;
    },

    /** Deletes a task of the actor, or cancels it. @throws Problem `record.not-found` */
    async cancel(portal: Uses<'database' | 'files' | 'clock'>, { companyId, accountId }: Actor, id: string) {
      if (!(await cancelTask(portal, companyId, { kind, id, accountId }))) throw new Problem('record.not-found');
      return id;
    },

    /** Deletes those that are ready but for the `kept` latest ones. */
    async deleteSurplus(portal: Uses<'database' | 'files' | 'clock'>, companyId: string, kept: number) {
      const now = portal.clock.now();
      const made = await portal.database.inCompany.read(companyId, (tx) => repository.listTasks(tx, { kind, now }));
      for (const { id } of made.filter(({ state }) => state === 'ready').slice(kept))
        await cancelTask(portal, companyId, { kind, id, accountId: null });
    },
  };
}

/** Cancels a task before its parts go, so that none is left without its parts. @returns whether there is one */
async function cancelTask(
  portal: Uses<'database' | 'files' | 'clock'>,
  companyId: string,
  cancelled: { readonly kind: TaskKind; readonly id: string; readonly accountId: string | null },
): Promise<boolean> {
  const now = portal.clock.now();
  const task = await portal.database.inCompany(companyId, (tx) => repository.cancelTask(tx, { ...cancelled, now }));
  // One that runs is deleted by its job, which would store another part otherwise.
  if (task?.finishedAt) await deleteContent(portal, companyId, task);
  return task !== undefined;
}

/** Deletes what is stored of a task, and then its row, unless its owner is to see why it has no content. */
export async function deleteContent(
  { database, files, clock }: Uses<'database' | 'files' | 'clock'>,
  companyId: string,
  { id, parts, state, expiresAt }: StoredTask,
): Promise<void> {
  for (const address of listParts({ companyId, id }, parts)) await files.delete(address);
  const isShown = state !== 'cancelled' && expiresAt > clock.now();
  const remove = isShown ? repository.forgetTaskParts : repository.deleteTask;
  await database.inCompany(companyId, (tx) => remove(tx, { id }));
}

/** Deletes tasks whose time is over, and the content of those that were withdrawn or failed. Returns how many. */
export async function deleteExpiredTasks(portal: Uses<'database' | 'files' | 'clock'>): Promise<number> {
  const { database, clock } = portal;
  const now = clock.now();
  const unused = await database.inSystem('tasks.expire', (tx) => repository.listUnusedTasks(tx, { now }));
  for (const { companyId, id } of unused) {
    const stored = await database.inCompany.read(companyId, (tx) => repository.findTask(tx, { id }));
    if (stored) await deleteContent(portal, companyId, stored);
  }
  return unused.length;
}
