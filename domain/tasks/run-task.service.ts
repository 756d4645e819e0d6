import type { Logger } from 'pino';
import {
  ofTaskQueues,
  taskAttempts,
  taskKinds,
  type TaskFailure,
  type TaskKind,
  type TaskQueue,
} from '#contract/tasks/task-kinds.ts';
import { createFairLimiter } from '#server/lib/concurrency/fair-limiter.ts';
import { isDiskFullError } from '#server/database/connection/errors.ts';
import { hasRoom, type FileDisk } from '#server/lib/disk-room.ts';
import { writeParts } from '#server/lib/file-parts.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { JobHandler } from '#server/outside/jobs/jobs.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './tasks.repository.ts';
import type { StoredTask } from './tasks.repository.ts';
import { toLater, deleteContent, type Task } from './tasks.service.ts';

export interface RunningTask<Kind extends TaskKind> extends Task<Kind> {
  readonly companyId: string;
  /**
   * Stores the file in parts, one in memory at a time, and the facts with each.
   * @param confirm throws where the person may have it no longer; called before a part, at most every five seconds
   */
  store(pieces: AsyncIterable<Uint8Array>, contentType: string, confirm: () => Promise<unknown>): Promise<void>;
}

type Finish = (tx: CompanyTransaction) => Promise<unknown>;

/** Makes the file of a task. @returns what is done in the transaction that ends it, such as the e-mail to its person */
export type TaskRunners = { readonly [Kind in TaskKind]: (task: RunningTask<Kind>) => Promise<Finish> };

interface Running extends Uses<'database' | 'files' | 'clock'> {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly runners: TaskRunners;
  /** A task fails rather than take what the disk keeps for what cannot wait. */
  readonly fileDisk: FileDisk;
}

/** Running tasks of a kind, and of one company: each takes hours at most, and holds one of the 20 connections for companies. */
const maxRunning = [2, 1] as const;
/** How old the answer may be that the person still has the rights. */
const confirmedMs = 5000;

/** No further attempt can finish the task. */
export class TaskGivenUp extends Error {
  readonly failure: TaskFailure;
  constructor(failure: TaskFailure, options?: ErrorOptions) {
    super(`the file is not made: ${failure}`, options);
    this.failure = failure;
  }
}

/** The task waits no longer: it is cancelled or withdrawn. */
class TaskEnded extends Error {}

/** Runs tasks, which fail for good after the last attempt. One that follows a kill begins anew, over the parts of the one before. */
export const createTaskHandlers = (portal: Running) =>
  ofTaskQueues((): JobHandler<TaskQueue> => {
    const limiter = createFairLimiter(...maxRunning);
    return ({ payload: { companyId, taskId: id }, attempt }) =>
      limiter.run(companyId, async () => {
        const find = () => portal.database.inCompany.read(companyId, (tx) => repository.findTask(tx, { id }));
        const stored = await find();
        try {
          if (stored?.state === 'waiting') await runAttempt(portal, companyId, stored, attempt);
        } finally {
          const ended = await find();
          const isEnded = ended && ended.state !== 'ready' && ended.state !== 'waiting';
          if (isEnded) await deleteContent(portal, companyId, ended);
        }
      });
  });

/** @throws the error where another attempt may succeed, and after the last one */
async function runAttempt(portal: Running, companyId: string, stored: StoredTask, attempt: number): Promise<void> {
  const { id, kind, requestedAt } = stored;
  let bytes = 0;
  const store = async (...file: File) => void (bytes = await storeFile(portal, companyId, stored, file));
  try {
    const finish = await portal.runners[kind]({ ...stored, companyId, store } as never);
    await end(portal, companyId, { ...stored, state: 'ready', bytes }, finish);
    const ms = portal.clock.now().getTime() - requestedAt.getTime();
    portal.log.info({ taskId: id, kind, bytes, ms }, 'task done');
  } catch (error) {
    if (error instanceof TaskEnded) return;
    const final = toFinalFailure(error);
    const failure = final ?? (attempt >= taskAttempts ? 'error' : undefined);
    if (failure !== undefined) {
      portal.log.warn({ err: error, taskId: id, kind, companyId, failure }, 'task failed');
      await end(portal, companyId, { ...stored, state: 'failed', failure });
    }
    if (final === undefined) throw error;
  }
}

/** Undefined where another attempt may succeed. */
function toFinalFailure(error: unknown): TaskFailure | undefined {
  if (error instanceof TaskGivenUp) return error.failure;
  if (isDiskFullError(error)) return 'disk';
  if (!(error instanceof Problem) || error.status >= 500) return undefined;
  return error.code === 'access.refused' ? 'right' : 'error';
}

/** @throws TaskEnded where it waits no longer and `finish` is not done */
async function end(portal: Running, companyId: string, task: StoredTask, finish?: Finish): Promise<void> {
  const finishedAt = portal.clock.now();
  const expiresAt = toLater(finishedAt, taskKinds[task.kind].keptDays);
  await portal.database.inCompany(companyId, async (tx) => {
    if (await repository.endTask(tx, { ...task, finishedAt, expiresAt })) await finish?.(tx);
    else if (finish) throw new TaskEnded();
  });
}

type File = Parameters<RunningTask<TaskKind>['store']>;

function storeFile(
  portal: Running,
  companyId: string,
  { id, facts }: StoredTask,
  [pieces, contentType, confirm]: File,
) {
  const { database, files, clock, fileDisk } = portal;
  let confirmedAt = clock.now().getTime();
  return writeParts(files, { companyId, id, contentType }, pieces, async (parts, length) => {
    if (!(await hasRoom(fileDisk, length))) throw new TaskGivenUp('disk');
    if (clock.now().getTime() - confirmedAt >= confirmedMs) {
      await confirm();
      confirmedAt = clock.now().getTime();
    }
    const noted = await database.inCompany(companyId, (tx) => repository.noteTaskPart(tx, { id, parts, facts }));
    if (!noted) throw new TaskEnded();
  });
}
