import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/open-database.ts';
import { findLogo } from '#features/company/server/logo.service.ts';
import { createErasureHandler } from '#features/protection/server/erasure/run-erasure.service.ts';
import { createTaskHandlers, type TaskRunners } from '#domain/tasks/run-task.service.ts';
import { createOlderTaskHandlers } from '#domain/tasks/older-tables.service.ts';
import { createRowFileContent } from '#features/protection/server/exports/write-row-file.service.ts';
import { createArchive } from '#features/protection/server/privacy/make-export.service.ts';
import { createImportHandler } from '#features/imports/server/run-import.service.ts';
import type { Activity } from '../lib/concurrency/activity.ts';
import type { WorkerPool } from '../lib/concurrency/worker-pool.ts';
import { createVatCheckHandler } from '#features/billing/server/vat/run-vat-check.service.ts';
import type { ChangeFeed } from '../database/changes/change-feed.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';
import type { createIdentity } from '../outside/identity/create-identity.ts';
import type { JobHandler, JobName, Jobs } from '../outside/jobs/jobs.ts';
import type { FileDisk } from '../lib/disk-room.ts';
import type { PortalMails } from '../outside/mail/portal-mails.ts';
import { createSendMailHandler } from '../outside/mail/mail.ts';
import { getMailedFiles } from '#features/billing/server/invoices/papers/mailed-files.service.ts';
import { recordDelivery } from '#features/mail/server/deliveries.service.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import type { openMail } from './open-mail.ts';
import { toPlainHost } from '../lib/network/outbound-targets.ts';
import { resolveHost } from '../outside/assistants/resolve-host.ts';
import { createVies, type AskVies } from '../outside/vies/vies.ts';
import { createRowSources } from './sources/row-sources.ts';

interface WorkerParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly identity: ReturnType<typeof createIdentity>;
  readonly workers: WorkerPool;
  readonly activity: Activity;
  readonly files: FileStore;
  readonly mails: PortalMails;
  readonly changes: ChangeFeed;
  readonly sender: ReturnType<typeof openMail>['sender'];
  readonly metrics: Metrics;
  readonly fileDisk: FileDisk;
}

/** How the tasks of each kind of `contract/tasks/task-kinds.ts` are run. */
function listRunners(parts: Omit<WorkerParts, 'sender' | 'metrics'>): TaskRunners {
  const sources = createRowSources({
    ...parts,
    brandProvider: parts.config.brand.provider,
    provider: parts.config.provider,
  });
  return {
    rowFile: (task) => createRowFileContent({ ...parts, sources, maxRows: parts.config.maxFileRows }, task),
    companyExport: (task) => createArchive(parts, task),
  };
}

function openVies({ http, outbound, provider }: Config): AskVies {
  const ownHost = toPlainHost(new URL(http.publicUrl));
  return createVies({ ...outbound, ownHost, resolveHost, requester: provider.vatNumber });
}

/** Starts a worker for each queue; a queue without a handler does not compile. */
export async function startWorkers(jobs: Jobs, { sender, metrics, ...parts }: WorkerParts): Promise<void> {
  await jobs.start();
  const handlers: { readonly [Name in JobName]: JobHandler<Name> } = {
    'mail.send': createSendMailHandler(sender, {
      log: parts.log,
      findLogo: (companyId) => findLogo(parts, companyId),
      getInvoiceFiles: (companyId, invoiceId) =>
        getMailedFiles({ ...parts, provider: parts.config.provider }, companyId, invoiceId),
      recordDelivery: (companyId, historyId, delivery) => recordDelivery(parts, { companyId, historyId }, delivery),
      ...metrics,
    }),
    'company.erasure': createErasureHandler(parts),
    'vat.check': createVatCheckHandler(parts, openVies(parts.config)),
    'company.import': createImportHandler({ ...parts, jobs }),
    ...createTaskHandlers({ ...parts, runners: listRunners(parts) }),
    ...createOlderTaskHandlers({ ...parts, jobs }),
  };
  const startWorker = <Name extends JobName>(name: Name) => jobs.work(name, handlers[name]);
  try {
    for (const name of Object.keys(handlers)) await startWorker(name as JobName);
  } catch (error) {
    // A queue that has a worker already would get a second one with the next start.
    await jobs.stop();
    throw error;
  }
}
