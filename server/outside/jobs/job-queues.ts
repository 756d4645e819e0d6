import type { QueueOptions } from 'pg-boss';
import type { QueueName } from '#features/company/contract/operations.ts';
import { ofTaskQueues, taskAttempts, type TaskQueue } from '#contract/tasks/task-kinds.ts';
import type { Mail } from '../mail/mail.ts';

/** Payloads by queue, kept in the database as JSON until the job is done. */
export interface JobPayloads extends Record<TaskQueue, { companyId: string; taskId: string }> {
  'mail.send': Mail;
  /** Jobs of portals of before, as `rows.write`. */
  'company.export': { companyId: string; exportId: string };
  'company.erasure': { companyId: string; erasureId: string };
  'company.import': { companyId: string; importId: string };
  'rows.write': { companyId: string; fileId: string };
  'vat.check': { companyId: string; checkId: string };
}

/** Queues of recurring jobs, which carry no payload. */
export type ScheduleName = Exclude<QueueName, keyof JobPayloads>;

export interface JobQueue extends QueueOptions {
  /** Wakes workers at commit instead of at their next poll. */
  notify: boolean;
  /** `exclusive`: one job of the queue waits or runs, in all portals together. */
  policy?: 'exclusive';
}

/**
 * Runs in one portal at a time. Where that portal is killed, another one repeats the job after the heartbeat has
 * expired.
 */
const recurring = {
  notify: true,
  policy: 'exclusive',
  retryLimit: 3,
  heartbeatSeconds: 10,
  expireInSeconds: 3_600,
  retentionSeconds: 3_600,
} as const;

const task = {
  notify: true,
  retryLimit: taskAttempts - 1,
  retryDelay: 10,
  heartbeatSeconds: 10,
  expireInSeconds: 6 * 3_600,
};

/**
 * The queues with their time limits in seconds. `heartbeatSeconds` decides after which time a killed process's job is
 * repeated. Finished jobs are deleted at once. A job that is given up is deleted too, except in a queue with
 * `deleteAfterSeconds`, which keeps it for the operator to repeat.
 *
 * Mail: attempts after about 5, 10, 20 … seconds, later hourly, for a day and a half; then kept for a week. By then the codes
 * and passwords in it have expired.
 */
export const jobQueues: Record<QueueName, JobQueue> = {
  'mail.send': {
    notify: true,
    retryLimit: 40,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    retentionSeconds: 3 * 24 * 3_600,
    deleteAfterSeconds: 7 * 24 * 3_600,
  },
  ...ofTaskQueues(() => task),
  'company.export': task,
  'rows.write': task,
  // Kept when it is given up, because what was to be deleted is still there.
  'company.erasure': {
    notify: true,
    retryLimit: 10,
    retryDelay: 30,
    retryBackoff: true,
    heartbeatSeconds: 10,
    expireInSeconds: 6 * 3_600,
    deleteAfterSeconds: 30 * 24 * 3_600,
  },
  // A member state may not answer for a day: attempts after one, two, four … minutes, later every six hours, for three days.
  'vat.check': {
    notify: true,
    retryLimit: 20,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 6 * 3_600,
    heartbeatSeconds: 10,
    expireInSeconds: 60,
  },
  // A job reads for half a minute and queues the next, so that a long import leaves others their turn.
  'company.import': {
    notify: true,
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    heartbeatSeconds: 10,
    expireInSeconds: 900,
  },
  housekeeping: recurring,
  notifications: recurring,
  integrationTests: recurring,
  intakeKeyAlerts: recurring,
  auditChain: recurring,
  // The first run after a change can have millions to delete.
  retention: { ...recurring, expireInSeconds: 6 * 3_600 },
  // After 5, 10 and 20 minutes; the next start or day makes another. A large database takes hours.
  backup: { ...recurring, retryDelay: 300, retryBackoff: true, expireInSeconds: 86_400 },
};

/** Whether jobs of the queue stay after their last attempt. */
export const keepsGivenUp = (queue: string): boolean =>
  Object.entries(jobQueues).some(
    ([name, { deleteAfterSeconds }]) => name === queue && deleteAfterSeconds !== undefined,
  );

/** The schema of pg-boss's tables. */
export const jobSchema = 'pgboss';
