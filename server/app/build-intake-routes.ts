import { shareConnections } from '../database/share-connections.ts';
import { authorizeRoutes } from '../features/authorize/authorize.routes.ts';
import { dryRunsRoutes } from '../features/intake/dry-run/dry-run.routes.ts';
import { createIntakeQueue } from '../features/intake/ingest/intake-queue.service.ts';
import { logImportsRoutes } from '../features/intake/imports/log-imports.routes.ts';
import { intakeRoutes } from '../features/intake/intake.routes.ts';
import { otlpRoutes } from '../features/intake/otlp/otlp.routes.ts';
import { intakeKeysRoutes } from '../features/intake-keys/intake-keys.routes.ts';
import { reportedNamesRoutes } from '../features/reported-names/reported-names.routes.ts';
import type { Adapters } from './adapters.ts';
import type { Database } from '../database/open-database.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import type { Clock } from '../outside/clock.ts';
import type { Logger } from 'pino';
import { erasuresRoutes } from '../features/intake/erasure/erasures.routes.ts';
import { retentionRoutes } from '../features/intake/retention/retention.routes.ts';
import { deleteUsers } from '../features/users/users.service.ts';
import { jobQueueStates } from '../outside/jobs/job-states.repository.ts';

/** Connections of the intake, of the 20 for company transactions; decisions of `/authorize` use up to 8. */
const intakeConnections = 6;

interface Parts extends Pick<
  Adapters,
  'workers' | 'importDisk' | 'changes' | 'metrics' | 'keyReports' | 'files' | 'normalisePicture' | 'identity' | 'mails'
> {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Routes by which assistants report and companies manage their reports. */
export function buildIntakeRoutes(parts: Parts) {
  const { database, workers, metrics, keyReports, changes, files, normalisePicture, clock, log } = parts;
  // The intake waits for its own few connections, fairly by company, so that it never holds those of other calls.
  const intake = shareConnections(database, intakeConnections);
  const queue = createIntakeQueue({ database: intake, clock, changes });
  const receiving = { database: intake, queue, workers, metrics, countReports: keyReports.count, clock, log };
  return {
    intake: intakeRoutes({ ...receiving, files, normalisePicture }),
    otlp: otlpRoutes(receiving),
    authorizations: authorizeRoutes({ database, metrics, changes, clock }),
    intakeKeys: intakeKeysRoutes({ database, keyReports, clock }),
    reportedNames: reportedNamesRoutes({ database, clock }),
    dryRuns: dryRunsRoutes({ database, workers, clock }),
    logImports: logImportsRoutes(parts),
    erasures: erasuresRoutes({
      ...parts,
      queues: jobQueueStates,
      // An erased person can have an account, which the feature of users deletes.
      deleteUser: (context, id) => deleteUsers({ ...parts, queues: jobQueueStates }, context, [id]),
    }),
    retention: retentionRoutes(parts),
  };
}
