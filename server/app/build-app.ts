import { implement } from '@orpc/server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { contract } from '#contract/router.ts';
import { listWarnings } from './list-warnings.ts';
import type { Config } from '../config/config.ts';
import { findActor, type ActorQuery } from '../access/actors.ts';
import type { Actor } from '../lib/request/actor.ts';
import { createUserSignIns } from '../access/user-sign-ins.ts';
import type { Database } from '../database/open-database.ts';
import { createDeniedRequestAudit } from '../access/audit-denied-requests.ts';
import { upsertSharedCounts } from '../access/shared-by-portals.repository.ts';
import type { ImportDisk } from '../features/intake/imports/import-room.service.ts';
import { buildIntakeRoutes } from './build-intake-routes.ts';
import { createPortalGuard } from './portal-guard.ts';
import { createReadReportFigures } from './report-figures.ts';
import { createRowSources } from './row-sources.ts';
import { analyticsRoutes } from '../features/analytics/analytics.routes.ts';
import { liveRoutes } from '../features/analytics/live/live.routes.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { companiesRoutes, companyDeletionsRoutes } from '../features/companies/companies.routes.ts';
import { companyRoutes } from '../features/company/company.routes.ts';
import { createRowDownloads } from '../features/exports/row-downloads.service.ts';
import type { FindActorNow } from '../features/exports/confirm-reader.ts';
import { createGetRowFile } from '../features/exports/get-row-file.service.ts';
import { exportsRoutes } from '../features/exports/exports.routes.ts';
import { filesRoutes } from '../features/files/files.routes.ts';
import type { KeyReportCounter } from '../features/intake-keys/reports/count-reports.service.ts';
import { assistantIntegrationsRoutes, integrationsRoutes } from '../features/integrations/integrations.routes.ts';
import { invoicesRoutes } from '../features/invoices/invoices.routes.ts';
import { mailReportsRoutes } from '../features/mails/reports/reports.routes.ts';
import { mailsRoutes } from '../features/mails/mails.routes.ts';
import type { UnsubscribeTokens } from '../features/mails/opt-outs/unsubscribe-token.ts';
import { maskingRoutes } from '../features/masking/masking.routes.ts';
import { notificationsRoutes } from '../features/notifications/notifications.routes.ts';
import { operationsRoutes } from '../features/operations/operations.routes.ts';
import { pageViewsRoutes } from '../features/page-views/page-views.routes.ts';
import { privacyRoutes } from '../features/privacy/privacy.routes.ts';
import { rightsRoutes } from '../features/rights/rights.routes.ts';
import { sessionRoutes } from '../features/session/session.routes.ts';
import { findSignOutAddress } from '../features/single-sign-on/sign-ins.service.ts';
import { singleSignOnRoutes } from '../features/single-sign-on/single-sign-on.routes.ts';
import { agreedPricesRoutes, skillsRoutes } from '../features/skills/skills.routes.ts';
import { companySkillsRoutes, skillApprovalsRoutes } from '../features/skills/states/company-skills.routes.ts';
import type { UpdateLimit } from '../features/skills/skills.service.ts';
import { supportRequestsRoutes } from '../features/support/support-requests.routes.ts';
import { updateSkillLimitInTransaction } from '../features/usage/limits.service.ts';
import { ownCostsRoutes, usageRoutes } from '../features/usage/usage.routes.ts';
import { usersRoutes } from '../features/users/users.routes.ts';
import { createAdmission } from '../http/limits/admission.ts';
import { createApiHandler, type Guard, type UndeclaredProblem } from '../http/api-handler.ts';
import type { NodeBindings } from '../http/client-address.ts';
import { createApiDocuments } from '../http/api-documents.ts';
import { createFindActorAgain, findCompanyId, type TokenHolder } from '../http/guard.ts';
import { createPortal } from '../http/portal.ts';
import { createIntakeQuota } from '../http/limits/intake-quota.ts';
import { createMinuteCounts } from '../http/limits/minute-counts.ts';
import { limitPublicCalls } from '../http/limits/rate-limit.ts';
import { isReport, toCallCounts } from './refused-reports.ts';
import { getWatchedUsage } from './watched-usage.ts';
import { createSharedWebFiles } from '../http/shared-web-files.ts';
import type { WebFiles } from '../http/web-files.ts';
import { toPortalFacts } from './portal-facts.ts';
import type { RequestContext } from '../lib/request/request-context.ts';
import type { WorkerPool } from '../lib/concurrency/worker-pool.ts';
import type { SecretBox } from '../lib/crypto/secret-box.ts';
import type { ChangeFeed } from '../database/changes/change-feed.ts';
import type { TestConnection } from '../outside/assistants/assistants.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { jobQueueStates } from '../outside/jobs/job-states.repository.ts';
import type { Identity } from '../outside/identity/identity.ts';
import type { SingleSignOn } from '../outside/identity/single-sign-on/single-sign-on.ts';
import type { NormalisePicture } from '../outside/images/picture-normaliser.ts';
import type { ForwardPageView } from '../outside/page-views/plausible.ts';
import type { PortalMails } from '../outside/mail/portal-mails.ts';
import type { DiskWatch } from '../outside/pressure/disk-watch.ts';
import type { LoopWatch } from '../outside/pressure/loop-watch.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import type { Traces } from '../outside/traces/traces.ts';

export interface AppDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly identity: Identity;
  /** The account of an identity token. @throws Problem `session.required` for an invalid one */
  readonly verifyToken: (token: string) => Promise<TokenHolder>;
  readonly mails: PortalMails;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly files: FileStore;
  /** Encrypts the passwords of integrations. */
  readonly secretBox: SecretBox;
  readonly singleSignOn: SingleSignOn;
  readonly testConnection: TestConnection;
  readonly normaliseLogo: NormalisePicture;
  readonly normalisePicture: NormalisePicture;
  readonly normaliseScreenshot: NormalisePicture;
  /** Undefined without an analytics service. */
  readonly forwardPageView: ForwardPageView | undefined;
  readonly outbox: ((request: Request) => Promise<Response>) | undefined;
  readonly webFiles: WebFiles | undefined;
  readonly workers: WorkerPool;
  readonly importDisk: ImportDisk;
  readonly keyReports: KeyReportCounter;
  readonly changes: ChangeFeed;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly loopWatch: Pick<LoopWatch, 'isOverloaded'>;
  readonly diskWatch: Pick<DiskWatch, 'isFull' | 'reportFull'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Parts of the start that are not done yet; by default none. */
  readonly listUnprepared?: () => string[];
  /** By default logged as a warning; the code is answered in any case. */
  readonly onUndeclaredProblem?: (problem: UndeclaredProblem) => void;
}

/** Builds the portal from its adapters and features, for `main` and for API tests. */
export function buildApp(dependencies: AppDependencies): Hono<{ Bindings: NodeBindings }> {
  const { config, database, log } = dependencies;
  const auditDenied = createDeniedRequestAudit(database, log);
  const warnOfProblem = (problem: UndeclaredProblem) => log.warn(problem, 'undeclared problem code');
  const { onUndeclaredProblem = warnOfProblem } = dependencies;
  const counts = createMinuteCounts({
    clock: dependencies.clock,
    share: (own) => upsertSharedCounts(database.actors, own),
  });
  const noteSignIn = createUserSignIns(database, () => dependencies.clock.now());
  const findPortalActor: FindActor = (query) => findActor({ actors: database.actors, noteSignIn }, query);
  const guard = limitPublicCalls(createPortalGuard({ ...dependencies, findActor: findPortalActor }), {
    perMinute: config.http.rateLimitPerMinute,
    counts,
  });
  const { loopWatch, diskWatch } = dependencies;
  const admit = createAdmission({ ...loopWatch, isDiskFull: diskWatch.isFull, metrics: dependencies.metrics });
  const router = buildRouter(dependencies, guard, { findPortalActor, counts });
  const intakeQuota = createIntakeQuota({ bytesPerMinute: config.http.intakeBytesPerMinute, counts });
  return createPortal({
    handleApi: createApiHandler({ router, admit, guard, intakeQuota, onUndeclaredProblem }),
    onProblem: async ({ actor, intakeCaller, requestId, operationId = 'unknown' }, path, { code, cause }) => {
      if (intakeCaller && isReport(operationId)) dependencies.keyReports.count(intakeCaller, toCallCounts(code));
      // Those with a cause come from the database or the files, the others from what was reported before.
      if (code === 'service.disk-full' && cause !== undefined) await diskWatch.reportFull();
      if (actor) await auditDenied({ actor, requestId, operationId, path, code, now: dependencies.clock.now() });
    },
    findMissing: async () => [
      ...((await database.isReady()) ? [] : ['database']),
      ...(dependencies.listUnprepared?.() ?? []),
    ],
    getApiDocuments: createApiDocuments(dependencies.workers, config.brand.product),
    outbox: dependencies.outbox,
    webFiles: dependencies.webFiles,
    findSharedFile: createSharedWebFiles(database),
    settings: {
      brand: config.brand,
      api: { main: config.web.mainApiUrl, dev: config.web.devApiUrl },
      pageViewsUrl: config.web.pageViewsUrl,
      signUp: config.signUp,
    },
    recordRequest: dependencies.metrics.recordRequest,
    traceRequest: dependencies.traces.traceRequest,
    ...toPortalFacts(config),
    log,
  });
}

type FindActor = (query: ActorQuery) => Promise<Actor | undefined>;
type Shared = { findPortalActor: FindActor; counts: ReturnType<typeof createMinuteCounts> };

function buildRouter(dependencies: AppDependencies, guard: Guard, { findPortalActor, counts }: Shared) {
  const { config, database, identity, mails, files, normaliseLogo, clock, log } = dependencies;
  const { secretBox, testConnection, workers, changes, singleSignOn } = dependencies;
  const signOn = { database, identity, singleSignOn, secretBox, clock, countOfMinute: counts.add };
  const integrations = { database, secretBox, brandProvider: config.brand.provider, testConnection, clock };
  return implement(contract)
    .$context<RequestContext>()
    .router({
      session: sessionRoutes({
        database,
        identity,
        clock,
        signUp: config.signUp,
        findSignOutAddress: (signedOn) => findSignOutAddress(signOn, signedOn),
        findActor: async (token, headers) =>
          findPortalActor({ ...(await dependencies.verifyToken(token)), companyId: findCompanyId(headers) }),
      }),
      singleSignOn: singleSignOnRoutes(signOn),
      users: usersRoutes({ database, identity, workers, mails, queues: jobQueueStates, clock }),
      masking: maskingRoutes({ database, workers, clock }),
      privacy: privacyRoutes({ database, files, jobs: dependencies.jobs, clock }),
      rights: rightsRoutes({ database, clock }),
      company: companyRoutes({ database, files, normaliseLogo, clock, log }),
      notifications: notificationsRoutes({ database, clock }),
      mails: mailsRoutes({ database, mails, unsubscribeTokens: dependencies.unsubscribeTokens, clock }),
      mailReports: mailReportsRoutes({
        database,
        mails,
        unsubscribeTokens: dependencies.unsubscribeTokens,
        readFigures: createReadReportFigures({ database, workers, clock }),
        clock,
      }),
      ...buildProviderRoutes(dependencies),
      ...buildRowRoutes(dependencies, findPortalActor),
      analytics: analyticsRoutes({ database, workers, clock, log }),
      live: buildLiveRoutes(dependencies, guard),
      files: filesRoutes({ database, files, clock }),
      ...buildIntakeRoutes(dependencies),
      integrations: integrationsRoutes(integrations),
      assistantIntegrations: assistantIntegrationsRoutes({ ...integrations, log }),
      ...buildSkillsRoutes(dependencies),
      invoices: invoicesRoutes({ database, files, provider: config.provider, workers, clock, log }),
      usage: usageRoutes({ database, workers, changes, clock }),
      ownCosts: ownCostsRoutes({ database, changes, clock }),
      supportRequests: supportRequestsRoutes({ database, changes, clock }),
    });
}

function buildLiveRoutes({ database, workers, changes, clock, log }: AppDependencies, guard: Guard) {
  return liveRoutes({
    database,
    workers,
    changes,
    findActorAgain: createFindActorAgain(guard),
    getUsage: (actor, period) => getWatchedUsage({ database, clock }, actor, period),
    clock,
    log,
  });
}

/** Routes of downloads and prepared files of rows, and of the audit log, whose entries are rows too. */
function buildRowRoutes(
  { config, database, files, jobs, workers, clock, log }: AppDependencies,
  findPortalActor: FindActor,
) {
  const findActorNow: FindActorNow = ({ accountId, companyId, sessionId }) =>
    findPortalActor({ accountId, companyId, sessionId: sessionId ?? undefined });
  const rowFiles = { database, files, jobs, clock };
  const sources = createRowSources({ database, workers, clock });
  const download = createRowDownloads({
    database,
    findActorNow,
    clock,
    log,
    sources,
    maxStreamedRows: config.maxStreamedRows,
  });
  return {
    audit: auditRoutes({
      database,
      files,
      clock,
      downloadEntries: (context, query) => download(context, 'audit', query),
    }),
    exports: exportsRoutes({ ...rowFiles, download, getFile: createGetRowFile({ ...rowFiles, findActorNow, log }) }),
  };
}

/** Routes that only the provider uses. */
function buildProviderRoutes(dependencies: AppDependencies) {
  const { config, database, files, mails, forwardPageView, loopWatch, diskWatch, clock } = dependencies;
  const { waitingDays } = config.deletion;
  return {
    companies: companiesRoutes({ database, mails, clock, waitingDays }),
    companyDeletions: companyDeletionsRoutes({ database, files, clock, waitingDays }),
    operations: operationsRoutes({
      version: config.version,
      database,
      queues: jobQueueStates,
      dataDir: config.dataDir,
      isEmbedded: config.database.kind === 'embedded',
      getPressure: () => ({ isOverloaded: loopWatch.isOverloaded(), isDiskFull: diskWatch.isFull() }),
      listWarnings: () => listWarnings(config, files),
      backupAt: config.backup.at,
      backupFolder: config.backup.folder,
      clock,
    }),
    pageViews: pageViewsRoutes({ database, forwardPageView, clock }),
  };
}

/** The skills write their limits through the usage feature, in the skill's transaction. */
function buildSkillsRoutes(dependencies: AppDependencies) {
  const { config, database, identity, mails, files, normaliseScreenshot, clock, log } = dependencies;
  const { provider: brandProvider } = config.brand;
  const updateLimit: UpdateLimit = (tx, context, change) =>
    updateSkillLimitInTransaction({ clock }, tx, context, change);
  const parts = { database, identity, mails, files, normaliseScreenshot, brandProvider, updateLimit, clock, log };
  return {
    skills: skillsRoutes(parts),
    agreedPrices: agreedPricesRoutes({ database, clock }),
    companySkills: companySkillsRoutes(parts),
    skillApprovals: skillApprovalsRoutes(parts),
  };
}
