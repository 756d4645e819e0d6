import type { Sql } from '../../sql/sql.ts';
import type { JobPayloads, ScheduleName } from './job-queues.ts';

export type JobName = keyof JobPayloads;

/** `id` is the same in all attempts; `attempt` counts from 1. */
export interface Job<Name extends JobName> {
  id: string;
  payload: JobPayloads[Name];
  attempt: number;
}

/**
 * Resolves when the job is done and throws when it should be repeated later. The message of the error is logged, so it
 * must not quote the payload.
 */
export type JobHandler<Name extends JobName> = (job: Job<Name>) => Promise<void>;

/**
 * Work that outlives its request. A job is written in the caller's transaction, so it exists exactly when that
 * transaction is committed, and it is done at least once, also where a process is killed.
 */
export interface Jobs {
  /** Writes the job in the transaction; workers start it at commit. */
  enqueue<Name extends JobName>(
    tx: Sql,
    name: Name,
    payload: JobPayloads[Name],
    options?: { startAfter?: Date },
  ): Promise<string>;
  /** Handles the queue's jobs in this process; once per queue, after `start`. */
  work<Name extends JobName>(name: Name, handler: JobHandler<Name>): Promise<void>;
  /**
   * Runs `handler` now and at the times of `cron` (UTC), in one of the portals of the database; after `start`. Where the
   * job before still runs, a time is skipped. After a failure it can be called again.
   */
  schedule(name: ScheduleName, cron: string, handler: () => Promise<void>): Promise<void>;
  /** Starts no further job while it is paused; those that run end. It may be called before `start`. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Connects; called before every other function. After a failure it can be called again. */
  start(): Promise<void>;
  /** Waits up to `stopSeconds` for running jobs and disconnects; the next process repeats unfinished jobs. */
  stop(): Promise<void>;
}

/** The jobs of a queue in one state: `created`, `active`, `retry` after a failed attempt, `failed` after the last. */
export interface QueueState {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
  readonly oldestAt: Date;
  readonly nextAt: Date;
}

/** The waiting jobs of the queues, without payloads; as the system role. */
export interface JobQueues {
  list(sql: Sql): Promise<QueueState[]>;
  /** Lets failed jobs be repeated at once, also those that were given up. @returns how many */
  retry(sql: Sql, queue: string, now: Date): Promise<number>;
  /** Deletes mails that are not being sent. @returns how many */
  deleteMails(sql: Sql, mails: DeletedMails): Promise<number>;
}

/** Addresses are in small letters. */
export interface DeletedMails {
  readonly companyId: string;
  /** To whom the company's mails go that are deleted. */
  readonly addresses: readonly string[];
  /** The same for mails of accounts, which belong to no company. */
  readonly addressesOfAccounts: readonly string[];
}

/** The log without payloads. */
export interface JobLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
