import type { QueueOptions } from 'pg-boss';
import type { Mail } from '../mail/mail.ts';

/** What each queue's jobs carry. A payload lives in the database as JSON until its job is done. */
export type JobPayloads = {
  'mail.send': Mail;
};

export type JobQueue = QueueOptions & {
  /** Wakes workers at commit instead of at their next poll. */
  notify: boolean;
};

/**
 * Every queue and its patience, in seconds. `heartbeatSeconds` decides how soon a killed process's job is taken up
 * again; it is refreshed while a handler runs. Failed jobs are kept no longer than an hour, because payloads may
 * hold codes and passwords; done jobs are removed at once.
 *
 * Mail: attempts after about 5, 10, 20 … seconds, later hourly, for a day and a half; then it is given up.
 */
export const jobQueues: Record<keyof JobPayloads, JobQueue> = {
  'mail.send': {
    notify: true,
    retryLimit: 40,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    retentionSeconds: 3 * 24 * 3_600,
    deleteAfterSeconds: 3_600,
  },
};

/** The schema pg-boss keeps its tables in. */
export const jobSchema = 'pgboss';
