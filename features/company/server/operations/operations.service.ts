import type { Uses } from '#server/portal/portal.ts';
import { statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  queueNames,
  type CheckRun,
  type JobQueue,
  type Operations,
  type QueueName,
} from '#features/company/contract/operations.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { isGone } from '#server/lib/gone-files.ts';
import { listOldDrafts } from '#server/lib/old-drafts.ts';
import type { QueueState } from '#server/outside/jobs/jobs.ts';
import { recordAudit } from '#server/records/audit.ts';
import * as repository from './operations.repository.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly installation: Installation;
  }
}

/** Facts of the process and its settings. */
interface Installation {
  readonly version: Pick<Operations, 'version' | 'commit'>;
  /** Its disk is measured. */
  readonly dataDir: string;
  readonly isEmbedded: boolean;
  readonly listWarnings: () => Promise<string[]>;
  /** Runs the checks of the doctor, once a minute at most. */
  readonly runChecks: () => Promise<{ readonly ranAt: Date; readonly lines: readonly CheckRun['lines'][number][] }>;
  readonly getPressure: () => Operations['pressure'];
  /** Time of day in UTC; undefined without scheduled backups. */
  readonly backupAt: string | undefined;
  /** Folder of the scheduled backups. */
  readonly backupFolder: string;
}

const startedAt = new Date(Date.now() - process.uptime() * 1000);

/** The state of the installation. It is read at each call, so that it is what is now. */
export async function getOperations({
  database,
  queues,
  installation,
}: Uses<'database' | 'queues' | 'installation'>): Promise<Operations> {
  const { dataDir, isEmbedded, getPressure, backupAt = null, backupFolder } = installation;
  const [facts, disk, leftFiles, warnings] = await Promise.all([
    database.inSystem('operations.get', async (tx) => ({
      migrations: await repository.listMigrations(tx),
      backups: await repository.listBackups(tx),
      queues: await queues.list(tx),
      leftDatabases: (await repository.countLeftDatabases(tx)).count,
      ...(await repository.getDatabaseFacts(tx)),
    })),
    statfs(dataDir),
    listOldDrafts(backupFolder, (name) => name.startsWith('steward-') && name.endsWith('.part')),
    installation.listWarnings(),
  ]);
  const { postgres, bytes, connections, maxConnections } = facts;
  const backups = await Promise.all(
    facts.backups.map(async ({ startedAt: start, finishedAt, file, ...backup }) => ({
      ...backup,
      startedAt: start.toISOString(),
      finishedAt: finishedAt.toISOString(),
      file: file === null ? null : basename(file),
      isGone: file !== null && (await isGone(file)),
    })),
  );
  return {
    ...installation.version,
    node: process.versions.node,
    postgres,
    startedAt: startedAt.toISOString(),
    database: { isEmbedded, bytes, connections, maxConnections },
    disk: { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
    pressure: getPressure(),
    migrations: facts.migrations.map(({ name, appliedAt }) => ({ name, appliedAt: appliedAt.toISOString() })),
    queues: queueNames.map((name) => toJobQueue(name, facts.queues)),
    backupAt,
    backups,
    leftovers: { databases: facts.leftDatabases, files: leftFiles.length },
    warnings,
  };
}

function toJobQueue(name: QueueName, states: readonly QueueState[]): JobQueue {
  const own = states.filter(({ queue }) => queue === name);
  const count = (state: string) => own.find((each) => each.state === state)?.count ?? 0;
  const oldest = own
    .filter(({ state }) => state !== 'active' && state !== 'failed')
    .map(({ oldestAt }) => oldestAt.toISOString());
  const failing = own.find(({ state }) => state === 'retry');
  return {
    name,
    waiting: count('created'),
    running: count('active'),
    failing: count('retry'),
    givenUp: count('failed'),
    oldestAt: oldest.toSorted()[0] ?? null,
    nextAttemptAt: failing?.nextAt.toISOString() ?? null,
  };
}

/** Runs the checks of the doctor in the portal that answers. */
export async function runChecks({ installation }: Uses<'installation'>): Promise<CheckRun> {
  const { ranAt, lines } = await installation.runChecks();
  return { ranAt: ranAt.toISOString(), lines: [...lines] };
}

/** Lets the failed jobs of a queue be repeated at once, also those that were given up. @returns how many */
export function retryJobs(
  { database, queues, clock }: Uses<'database' | 'queues' | 'clock'>,
  context: CallContext,
  queue: QueueName,
): Promise<{ retried: number }> {
  return database.inSystem('operations.retry-jobs', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const now = clock.now();
    const retried = await queues.retry(tx, queue, now);
    if (retried === 0) return { retried };
    await recordAudit(tx, {
      ...toAuditStamp(context, now, true),
      companyId: context.actor.homeCompanyId,
      action: 'jobs.retry',
      entity: 'jobQueue',
      entityId: queue,
      entityLabel: queue,
      after: { retried },
    });
    return { retried };
  });
}
