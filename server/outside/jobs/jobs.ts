import type { Executor } from '../../lib/executor.ts';
import type { JobPayloads } from './job-queues.ts';

export type JobName = keyof JobPayloads;

/** One job as its handler sees it. `id` is the same over all attempts; `attempt` counts from 1. */
export type Job<N extends JobName> = { id: string; payload: JobPayloads[N]; attempt: number };

/**
 * Resolves when the job is done for good, throws when it should be tried again later. The message of what it throws
 * is logged, so it must quote nothing of the payload.
 */
export type JobHandler<N extends JobName> = (job: Job<N>) => Promise<void>;

export type EnqueueOptions = {
  /** Not before this moment. */
  startAfter?: Date;
};

/**
 * Work that outlives the request that asked for it. A job is written in the caller's transaction: it exists exactly
 * when what it belongs to was committed, and it is done at least once, also when the process is killed in between.
 */
export type Jobs = {
  /** Writes the job within the executor's transaction and returns its id. Workers learn of it at commit. */
  enqueue<N extends JobName>(
    executor: Executor,
    name: N,
    payload: JobPayloads[N],
    options?: EnqueueOptions,
  ): Promise<string>;
  /** Starts handling a queue's jobs in this process; once per queue, after `start`. */
  work<N extends JobName>(name: N, handler: JobHandler<N>): Promise<void>;
  /** Connects; needed before anything else. */
  start(): Promise<void>;
  /** Lets running jobs end, at most `stopSeconds`, and disconnects; what did not end is done by the next process. */
  stop(): Promise<void>;
};

/** The part of the product's log the queue needs; payloads are never given to it. */
export type JobLog = { warn(fields: object, message: string): void; error(fields: object, message: string): void };
