import type { Adapters } from './adapters.ts';
import { openAttentionSources } from './sources/attention-sources.ts';
import { firstStepSources } from './sources/first-step-sources.ts';
import { toDoctorDatabase, type CheckRun } from './doctor/portal-doctor.ts';
import { listWarnings } from './doctor/run-checks.ts';
import type { Config } from '../config/config.ts';
import { shareConnections } from '../database/share-connections.ts';
import { createRowDownloads } from '#features/protection/server/exports/row-downloads.service.ts';
import { createErasure } from '#features/protection/server/erasure/erasures.service.ts';
import { createIntakeQueue } from '#domain/conversations/batches/intake-queue.service.ts';
import { createExportReceiver } from '#features/intake/server/otlp/receive-export.service.ts';
import { findFirstSteps } from '#features/company/server/first-steps/first-steps.service.ts';
import { findSignOutAddress } from '#features/sign-in/server/single-sign-on/sign-ins.service.ts';
import { updateSkillLimitInTransaction } from '#features/money/server/usage/limits.service.ts';
import { deleteUsers } from '#features/people/server/users/users.service.ts';
import type { Guard } from '../http/api-handler.ts';
import { createFindActorAgain, findCompanyId, type TokenHolder } from '../http/guard.ts';
import type { MinuteCounts } from '../http/limits/minute-counts.ts';
import type { Actor } from '../lib/request/actor.ts';
import type { ActorQuery } from '../access/actors.ts';
import { jobQueueStates } from '../outside/jobs/job-states.repository.ts';
import type { DiskWatch } from '../outside/pressure/disk-watch.ts';
import type { LoopWatch } from '../outside/pressure/loop-watch.ts';
import type { Portal } from '../portal/portal.ts';
import type { MailCheck } from '../outside/mail/mail.ts';
import { createReadReportFigures } from './sources/report-figures.ts';
import { createRowSources } from './sources/row-sources.ts';
import { getWatchedUsage } from './watched-usage.ts';

/** Parts of the portal that adapters are, under their own names. */
export type AdaptedParts = Pick<Portal, Extract<keyof Portal, keyof Adapters | 'database' | 'clock' | 'log'>>;

interface PortalOptions extends AdaptedParts {
  /** Tries the mail server; undefined without one. */
  readonly checkMail: (() => Promise<MailCheck>) | undefined;
  /** Runs all checks of the doctor. */
  readonly runChecks: () => Promise<CheckRun>;
  readonly config: Config;
  readonly guard: Guard;
  readonly counts: MinuteCounts;
  readonly findActor: (query: ActorQuery) => Promise<Actor | undefined>;
  /** The account of an identity token. @throws Problem `session.required` for an invalid one */
  readonly verifyToken: (token: string) => Promise<TokenHolder>;
  readonly loopWatch: Pick<LoopWatch, 'isOverloaded'>;
  readonly diskWatch: Pick<DiskWatch, 'isFull'>;
}

/** Connections of the intake, of the 20 for company transactions; decisions of `/authorize` use up to 8. */
const intakeConnections = 6;

/** The parts that operations use; where one feature needs another, the function that it is given. */
export function openPortal(options: PortalOptions): Portal {
  const { config, guard, counts, findActor, verifyToken, ...adapted } = options;
  const { database, identity, workers, clock } = adapted;
  const countOfMinute = counts.add;
  const queues = jobQueueStates;
  const findActorNow: Portal['findActorNow'] = ({ accountId, companyId, sessionId }) =>
    findActor({ accountId, companyId, sessionId: sessionId ?? undefined });
  // The intake waits for its own few connections, fairly by company, so that it never holds those of other calls.
  const intake = { ...adapted, database: shareConnections(database, intakeConnections) };
  const intakeQueue = createIntakeQueue(intake);
  return {
    ...adapted,
    queues,
    brandProvider: config.brand.provider,
    provider: config.provider,
    signUp: config.signUp,
    waitingDays: config.deletion.waitingDays,
    countOfMinute,
    findActor: async (token, headers) =>
      findActor({ ...(await verifyToken(token)), companyId: findCompanyId(headers) }),
    findActorNow,
    findActorAgain: createFindActorAgain(guard),
    findSignOutAddress: (signedOn) => findSignOutAddress(adapted, signedOn),
    createErasure: (tx, context, request) => createErasure(adapted, tx, context, request),
    // An erased person can have an account, which the feature of users deletes.
    deleteUser: (context, id) => deleteUsers({ database, identity, queues, clock }, context, [id]),
    // The skills write their limits through the usage feature, in the skill's transaction.
    updateLimit: (tx, context, change) => updateSkillLimitInTransaction({ clock }, tx, context, change),
    readFigures: createReadReportFigures({ database, workers, clock, provider: config.provider }),
    attentionSources: openAttentionSources(config.provider),
    // Their sources are in several features.
    findFirstSteps: (actor) => findFirstSteps({ database }, firstStepSources, actor),
    getWatchedUsage: (actor, period) => getWatchedUsage({ database, clock, provider: config.provider }, actor, period),
    downloadRows: createRowDownloads({
      ...adapted,
      findActorNow,
      sources: createRowSources({ ...adapted, brandProvider: config.brand.provider, provider: config.provider }),
      maxStreamedRows: config.maxStreamedRows,
    }),
    intakeDatabase: intake.database,
    intakeQueue,
    receiveExport: createExportReceiver({ ...intake, intakeQueue }),
    installation: toInstallation(options),
  };
}

function toInstallation(options: PortalOptions): Portal['installation'] {
  const { config, loopWatch, diskWatch, files, checkMail, runChecks, database, clock } = options;
  return {
    version: config.version,
    dataDir: config.dataDir,
    isEmbedded: config.database.kind === 'embedded',
    getPressure: () => ({ isOverloaded: loopWatch.isOverloaded(), isDiskFull: diskWatch.isFull() }),
    listWarnings: () => listWarnings({ config, files, checkMail, clock, database: toDoctorDatabase(database) }),
    runChecks,
    backupAt: config.backup.at,
    backupFolder: config.backup.folder,
  };
}
