import type { Hono } from 'hono';
import { toRouter } from '../portal/operations.ts';
import { openPortal, type AdaptedParts } from './open-portal.ts';
import { operations } from './operations.ts';
import { contract } from '#contract/router.ts';
import type { Config } from '../config/config.ts';
import { createFindActor } from '../access/actors.ts';
import { createUserSignIns } from '../access/user-sign-ins.ts';
import { createDeniedRequestAudit } from '../access/audit-denied-requests.ts';
import { upsertSharedCounts } from '../access/shared-by-portals.repository.ts';
import { createPortalGuard } from './portal-guard.ts';
import { createAdmission } from '../http/limits/admission.ts';
import { createApiHandler, type UndeclaredProblem } from '../http/api-handler.ts';
import type { NodeBindings } from '../http/client-address.ts';
import { createApiDocuments } from '../http/api-documents.ts';
import type { TokenHolder } from '../http/guard.ts';
import { createHttpApp } from '../http/http-app.ts';
import type { DoctorAnswers } from '../http/doctor-answer.ts';
import { createIntakeQuota } from '../http/limits/intake-quota.ts';
import { createMinuteCounts } from '../http/limits/minute-counts.ts';
import { limitPublicCalls } from '../http/limits/rate-limit.ts';
import { countProblem } from './refused-reports.ts';
import { createSharedWebFiles } from '../http/pages/shared-web-files.ts';
import type { WebFiles } from '../http/pages/web-files.ts';
import { toPortalFacts } from './portal-facts.ts';
import type { CheckRun } from './doctor/portal-doctor.ts';
import type { MailCheck } from '../outside/mail/mail.ts';
import type { MaintenanceWatch } from '#features/company/server/maintenance/maintenance-watch.service.ts';
import type { DiskWatch } from '../outside/pressure/disk-watch.ts';
import type { LoopWatch } from '../outside/pressure/loop-watch.ts';
import type { Traces } from '../outside/traces/traces.ts';

interface AppParts extends AdaptedParts {
  readonly config: Config;
  /** The account of an identity token. @throws Problem `session.required` for an invalid one */
  readonly verifyToken: (token: string) => Promise<TokenHolder>;
  /** Tries the mail server; undefined without one. */
  readonly checkMail: (() => Promise<MailCheck>) | undefined;
  /** Runs all checks of the doctor. */
  readonly runChecks: () => Promise<CheckRun>;
  readonly doctor: DoctorAnswers;
  readonly outbox: ((request: Request) => Promise<Response>) | undefined;
  readonly webFiles: WebFiles | undefined;
  readonly traces: Traces;
  readonly loopWatch: Pick<LoopWatch, 'isOverloaded'>;
  readonly maintenance: MaintenanceWatch;
  readonly diskWatch: Pick<DiskWatch, 'isFull' | 'isShort' | 'reportFull'>;
  /** Parts of the start that are not done yet; by default none. */
  readonly listUnprepared?: () => string[];
  /** By default logged as a warning; the code is answered in any case. */
  readonly onUndeclaredProblem?: (problem: UndeclaredProblem) => void;
}

/** Builds the portal from its adapters and features, for `main` and for API tests. */
export function buildApp(parts: AppParts): Hono<{ Bindings: NodeBindings }> {
  const { config, database, log } = parts;
  const auditDenied = createDeniedRequestAudit(database, log);
  const warnOfProblem = (problem: UndeclaredProblem) => log.warn(problem, 'undeclared problem code');
  const { onUndeclaredProblem = warnOfProblem } = parts;
  const counts = createMinuteCounts({
    clock: parts.clock,
    share: (own) => upsertSharedCounts(database.actors, own),
  });
  const findPortalActor = createFindActor({ database, noteSignIn: createUserSignIns(database, parts.clock.now) });
  const guard = limitPublicCalls(createPortalGuard({ ...parts, findActor: findPortalActor }), {
    perMinute: config.http.rateLimitPerMinute,
    counts,
  });
  const { loopWatch, diskWatch, activity } = parts;
  const admit = createAdmission({
    ...parts,
    ...loopWatch,
    isDiskFull: diskWatch.isFull,
    isDiskShort: diskWatch.isShort,
  });
  const router = toRouter(contract, operations, openPortal({ ...parts, guard, counts, findActor: findPortalActor }));
  const intakeQuota = createIntakeQuota({ bytesPerMinute: config.http.intakeBytesPerMinute, counts });
  return createHttpApp({
    handleApi: createApiHandler({ router, admit, guard, intakeQuota, activity, onUndeclaredProblem }),
    onProblem: async ({ actor, intakeCaller, requestId, operationId = 'unknown' }, path, { code, cause }) => {
      countProblem(parts, { intakeCaller, operationId, code });
      // Those with a cause come from the database or the files, the others from what was reported before.
      if (code === 'service.disk-full' && cause !== undefined) await diskWatch.reportFull();
      if (actor) await auditDenied({ actor, requestId, operationId, path, code, now: parts.clock.now() });
    },
    findMissing: async () => [...((await database.isReady()) ? [] : ['database']), ...(parts.listUnprepared?.() ?? [])],
    getApiDocuments: createApiDocuments(parts.workers, config.brand.product),
    outbox: parts.outbox,
    webFiles: parts.webFiles,
    findSharedFile: createSharedWebFiles(database),
    findMaintenance: () => parts.maintenance.find()?.changedAt,
    settings: {
      brand: config.brand,
      api: { main: config.web.mainApiUrl, dev: config.web.devApiUrl },
      pageViewsUrl: config.web.pageViewsUrl,
      signUp: config.signUp,
    },
    recordRequest: parts.metrics.recordRequest,
    traceRequest: parts.traces.traceRequest,
    ...toPortalFacts(config),
    ...parts.doctor,
    now: parts.clock.now,
    log,
  });
}
