import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { taskKindNames, toTaskQueue } from '#contract/tasks/task-kinds.ts';

/** All queues of the portal's work, in the order in which they are shown. */
export const queueNames = [
  'mail.send',
  ...taskKindNames.map(toTaskQueue),
  'company.export',
  'company.erasure',
  'company.import',
  'rows.write',
  'vat.check',
  'notifications',
  'intakeKeyAlerts',
  'integrationTests',
  'housekeeping',
  'auditChain',
  'retention',
  'backup',
] as const;
export type QueueName = (typeof queueNames)[number];

const count = z.int().min(0);
const bytes = z.number().min(0);
const time = z.iso.datetime();

/** The jobs of one queue. A job that fails is repeated at growing intervals. */
export const JobQueue = z.object({
  name: z.enum(queueNames),
  waiting: count,
  running: count,
  /** Failed at least once, and waiting for their next attempt. */
  failing: count,
  /** Failed at their last attempt. Those of mails are kept for a week. */
  givenUp: count,
  /** When the longest waiting of all was made, without those given up; null where none waits. */
  oldestAt: time.nullable(),
  /** The next attempt of one that failed; null where none did. */
  nextAttemptAt: time.nullable(),
});
export type JobQueue = z.infer<typeof JobQueue>;

export const MadeBackup = z.object({
  id: z.uuid(),
  startedAt: time,
  finishedAt: time,
  /** The name of the file without its folder; null where none was made. */
  file: z.string().nullable(),
  /** Whether the file was deleted since, as far as the portal that answers sees its folder. */
  isGone: z.boolean(),
  bytes: bytes.nullable(),
  isVerified: z.boolean(),
  /** Why there is no file, or why it could not be verified. */
  error: z.string().nullable(),
});
export type MadeBackup = z.infer<typeof MadeBackup>;

/** The state of the installation, for the provider. No value names a person or a customer. */
export const Operations = z.object({
  /** Version of the program, as in its changelog. */
  version: z.string(),
  /** Git's hash of the commit, forty digits; null where it is not known. */
  commit: z.string().nullable(),
  node: z.string(),
  postgres: z.string(),
  startedAt: time,
  database: z.object({ isEmbedded: z.boolean(), bytes, connections: count, maxConnections: count }),
  /** The disk of the data folder of the portal that answers. */
  disk: z.object({ freeBytes: bytes, totalBytes: bytes }),
  /** Whether the portal that answers denies reports and uploads, for its event loop or for a full disk. */
  pressure: z.object({ isOverloaded: z.boolean(), isDiskFull: z.boolean() }),
  /** The latest first. */
  migrations: z.array(z.object({ name: z.string(), appliedAt: time })),
  queues: z.array(JobQueue),
  /** Time of day in UTC; null without scheduled backups. */
  backupAt: z.string().nullable(),
  /** The last twenty, the latest first. */
  backups: z.array(MadeBackup),
  /** Leftovers of killed backups: database copies and half files. The next backup, and each hour, deletes them. */
  leftovers: z.object({ databases: count, files: count }),
  /** Faults of the installation, a sentence each. */
  warnings: z.array(z.string()),
});
export type Operations = z.infer<typeof Operations>;

/** Outcomes of a check; `left`: it could not look. */
export const checkLevels = ['ok', 'warning', 'fault', 'left'] as const;

/** The outcome of all checks of the installation. No value names a person or a customer. */
export const CheckRun = z.object({
  ranAt: time,
  lines: z.array(
    z.object({
      check: z.string(),
      level: z.enum(checkLevels),
      /** A sentence that says what to do. */
      text: z.string(),
    }),
  ),
});
export type CheckRun = z.infer<typeof CheckRun>;

const endpoint = defineEndpoints('Operations');

export const operationsContract = {
  get: endpoint({
    method: 'GET',
    path: '/operations',
    summary: 'Get versions, migrations, jobs, backups and the disk of the installation',
    access: 'companies.manage',
  }).output(Operations),

  runChecks: endpoint({
    method: 'POST',
    path: '/operations/checks',
    goesOn: true,
    summary: 'Run the checks of the installation, once a minute at most',
    access: 'companies.manage',
  }).output(CheckRun),

  retryJobs: endpoint({
    method: 'POST',
    path: '/operations/queues/{queue}/retry',
    summary: 'Repeat the failed jobs of a queue now instead of at their next attempt',
    access: 'companies.manage',
  })
    .input(z.object({ params: z.object({ queue: z.enum(queueNames) }) }))
    .output(z.object({ retried: count })),
};
