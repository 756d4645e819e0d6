import type { Logger } from 'pino';
import { identityAudience } from '#contract/constants.ts';
import type { Config } from '../config/config.ts';
import { recordAccountChange } from '../access/account-changes.ts';
import { getAccountReach } from '../access/account-reach.ts';
import {
  isAccountAdmitted,
  isAccountUndecided,
  isPasswordClosed,
  listBreakGlassWatchers,
  openIdentityPool,
  toIdentityDatabase,
} from '../access/identity-database.ts';
import type { IdentityDatabase } from '../outside/identity/context.ts';
import { toOwnDatabaseError } from '../database/connection/errors.ts';
import type { Database } from '../database/open-database.ts';
import { createMaintenanceWatch } from '#features/company/server/maintenance/maintenance-watch.service.ts';
import { createUnsubscribeTokens } from '#features/mail/server/opt-outs/unsubscribe-token.ts';
import { createKeyReportCounter } from '#features/intake/server/intake-keys/reports/count-reports.service.ts';
import { linkPoolAgreements } from '#features/sign-in/server/session/agreements.repository.ts';
import { toPlainHost } from '../lib/network/outbound-targets.ts';
import { nameJobConnections } from '../database/running-portals.ts';
import { createActivity } from '../lib/concurrency/activity.ts';
import { createWorkerPool, type WorkerPool } from '../lib/concurrency/worker-pool.ts';
import { createDoctorProof } from '../lib/crypto/doctor-proof.ts';
import { createSecretBox, type SecretBox } from '../lib/crypto/secret-box.ts';
import { createOutbound } from '../outside/assistants/guarded-request.ts';
import { resolveHost } from '../outside/assistants/resolve-host.ts';
import { createTestConnection } from '../outside/assistants/test-connection.ts';
import { createChangeFeed } from '../database/changes/change-feed.ts';
import type { Clock } from '../outside/clock.ts';
import { countFiles } from '../outside/files/files.ts';
import { createSingleSignOn } from '../outside/identity/single-sign-on/create-single-sign-on.ts';
import type { SingleSignOn } from '../outside/identity/single-sign-on/single-sign-on.ts';
import { createIdentity } from '../outside/identity/create-identity.ts';
import { createPoolClient } from '../outside/identity/user-pool/pool-client.ts';
import { createUserPools, type UserPools } from '../outside/identity/user-pool/user-pools.ts';
import { normaliseLogo, normalisePicture, normaliseScreenshot } from '../outside/images/normalisers.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { createPgBossJobs } from '../outside/jobs/pg-boss-jobs.ts';
import { createPortalMails, type PortalMails } from '../outside/mail/portal-mails.ts';
import { createDiskWatch } from '../outside/pressure/disk-watch.ts';
import { openDiskSpace, type DiskSpace } from '../outside/pressure/disk-space.ts';
import { createLoopWatch, type LoopMeasure } from '../outside/pressure/loop-watch.ts';
import { createPlausible } from '../outside/page-views/plausible.ts';
import { noMetrics, type Metrics } from '../outside/metrics/metrics.ts';
import { noTraces, type Traces } from '../outside/traces/traces.ts';
import type { Secrets } from '../config/secrets.ts';
import { openFiles } from '../outside/files/open-files.ts';
import type { DoctorParts } from './doctor/check.ts';
import { createPortalDoctor, toDoctorDatabase } from './doctor/portal-doctor.ts';
import { runPortalChecks } from './doctor/run-checks.ts';
import { openMail } from './open-mail.ts';
import { startWorkers } from './start-workers.ts';
import { createTokenCheck } from './verify-token.ts';
import * as signIns from '#features/sign-in/server/single-sign-on/sign-ins.service.ts';

/** Minutes for which a mailed code can be used. */
const codeMinutes = 10;

interface AdapterOptions {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly traces?: Traces;
  /** TXT records; by default from DNS. */
  readonly findTexts?: SingleSignOn['findTexts'];
  /** Whether this process starts recurring jobs at their times. */
  readonly hasSchedules?: boolean;
  /** By default that of this process. */
  readonly openMeasure?: () => LoopMeasure;
  /** By default that of the data folder. */
  readonly diskSpace?: DiskSpace;
}

export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/** The adapters by configuration: identity, mail, jobs, files and pictures. `start` begins the background work. */
export async function openAdapters(options: AdapterOptions) {
  const { config, database, clock, log, metrics = noMetrics, traces = noTraces } = options;
  const jobs = openJobs(options);
  const mails = createPortalMails({ jobs, brand: { ...config.brand, baseUrl: config.http.publicUrl }, codeMinutes });
  const identityPool = openIdentityPool(database, log);
  const identityDatabase = toIdentityDatabase(identityPool, database.auditChain);
  const secretBox = createSecretBox(options.secrets.key, options.secrets.olderKeys);
  const activity = createActivity();
  const workers = createWorkerPool({ activity });
  const { singleSignOn, userPools } = openSingleSignOn(options, secretBox, workers);
  const identity = openIdentity(options, { database: identityDatabase, mail: mails, userPools });
  const { sender, ...mailParts } = openMail(config, clock);
  const files = countFiles(await openFiles(config), metrics.count);
  const keyReports = createKeyReportCounter({ database, clock, log });
  const changes = createChangeFeed({ database, log });
  const diskSpace = options.diskSpace ?? openOwnDisk(config);
  const fileDisk = toFileDisk(config, diskSpace);
  const doctorProof = createDoctorProof(options.secrets.key);
  const running = { identity, files, mails, changes, workers, activity, sender, metrics, fileDisk };
  return {
    ...running,
    keyReports,
    jobs,
    traces,
    diskWatch: createDiskWatch({ ...options, diskSpace, metrics }),
    maintenance: createMaintenanceWatch({ database, jobs, metrics, log }),
    loopWatch: createLoopWatch({ ...options, limitMs: config.maxLoopDelayMs, metrics }),
    verifyToken: createTokenCheck({ config, database, identity, clock }),
    unsubscribeTokens: createUnsubscribeTokens(options.secrets.key),
    secretBox,
    singleSignOn,
    testConnection: openTestConnection(options),
    normaliseLogo,
    normalisePicture,
    normaliseScreenshot,
    forwardPageView:
      config.plausible && createPlausible({ ...config.plausible, publicUrl: config.http.publicUrl, log }),
    /** `checkMail` tries the mail server; undefined without one. */
    ...mailParts,
    ...openDoctor(options, { ...mailParts, doctorProof, files, readFree: diskSpace.readFree }),
    /** Starts the workers; after the database is ready. */
    start: () => startWorkers(jobs, { ...options, ...running }),
    async stop(): Promise<void> {
      await changes.close();
      await keyReports.flush();
      await workers.close();
      await jobs.stop();
      await identityPool.end();
    },
  };
}

function openDoctor(
  options: AdapterOptions,
  parts: Pick<DoctorParts, 'doctorProof' | 'files' | 'checkMail' | 'readFree'>,
) {
  const proof = createDoctorProof(options.secrets.key, 'checks');
  const all = { ...options, ...parts, database: toDoctorDatabase(options.database), isPortal: true };
  const doctor = { doctorProof: parts.doctorProof, doctorChecks: { proof, run: () => runPortalChecks(all) } };
  return { runChecks: createPortalDoctor(all), doctor };
}

function openTestConnection({ config, clock }: AdapterOptions) {
  const ownHost = toPlainHost(new URL(config.http.publicUrl));
  return createTestConnection({ ...config.outbound, ownHost, resolveHost, now: clock.now });
}

export function openOwnDisk({ dataDir, database, diskReserveBytes }: Config): DiskSpace {
  return openDiskSpace({ dataDir, isEmbedded: database.kind === 'embedded', reserveBytes: diskReserveBytes });
}

const toFileDisk = ({ files }: Config, { readFree, reserveBytes }: DiskSpace) => ({
  readFree: async () => (files.kind === 's3' ? Infinity : readFree()),
  reserveBytes,
});

function openJobs({ database, secrets, log, hasSchedules = false, ...options }: AdapterOptions): Jobs {
  const connectionName = nameJobConnections(secrets.key);
  const settings = { url: database.systemUrl, log, connectionName, stopSeconds: 3, hasSchedules };
  const { connections } = database;
  const { recordJob } = options.metrics ?? noMetrics;
  const { traceJob } = options.traces ?? noTraces;
  return createPgBossJobs({ ...settings, recordJob, traceJob, connections, toError: toOwnDatabaseError });
}

interface IdentityParts {
  readonly database: IdentityDatabase;
  readonly mail: PortalMails;
  readonly userPools: UserPools;
}

function openIdentity({ config, secrets, clock, log }: AdapterOptions, parts: IdentityParts) {
  const { database } = parts;
  return createIdentity({
    ...parts,
    authSecret: secrets.auth,
    secretsKey: secrets.key,
    olderKeys: secrets.olderKeys,
    publicUrl: config.http.publicUrl,
    audience: identityAudience,
    product: config.brand.product,
    clock,
    recordChange: recordAccountChange,
    log,
    isAccountAdmitted: (accountId, sessionId) => isAccountAdmitted(database.sql, accountId, sessionId),
    isAccountUndecided: (accountId, sessionId) => isAccountUndecided(database.sql, accountId, sessionId),
    isPasswordClosed: (accountId) => isPasswordClosed(database.sql, accountId),
    isOfOneCompany: async (accountId, sessionId) =>
      (await getAccountReach(database.sql, { accountId, sessionId: sessionId ?? null })).isOfOneCompany,
    listBreakGlassWatchers: (accountId) => listBreakGlassWatchers(database.sql, { accountId }),
  });
}

function openSingleSignOn(
  { config, database, clock, findTexts }: AdapterOptions,
  secretBox: SecretBox,
  workers: WorkerPool,
) {
  const { publicUrl } = config.http;
  const outbound = createOutbound({ ...config.outbound, ownHost: toPlainHost(new URL(publicUrl)), resolveHost });
  const pools = createPoolClient({ outbound, clock, endpoint: config.cognitoEndpoint });
  const userPools = createUserPools({
    client: pools,
    secretBox,
    publicUrl,
    clock,
    findByEmail: (email) => signIns.findPoolByEmail({ database, secretBox }, email),
    findByCompany: (companyId) => signIns.findPoolOfCompany({ database, secretBox }, companyId),
    async findAccount(pool, claims, requestId) {
      const accountId = await signIns.findAccount({ database, clock }, pool, claims, requestId);
      await linkPoolAgreements(database, { companyId: pool.companyId, subject: claims.subject, accountId });
      return accountId;
    },
  });
  const singleSignOn = createSingleSignOn({
    outbound,
    pools,
    secretBox,
    publicUrl,
    portalIssuer: config.signInIssuer && { ...config.signInIssuer, companyId: null },
    clock,
    workers,
    ...(findTexts && { findTexts }),
  });
  return { singleSignOn, userPools };
}
