import { implement } from '@orpc/server';
import { auditContract } from '#contract/audit.ts';
import type { Database } from '../../database/open-database.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import type { Clock } from '../../outside/clock.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { listAuditEntries } from './audit.service.ts';
import { exportAuditEntries } from './export.service.ts';
import { getChain, getCheckpoints, verifyAudit } from './verification.service.ts';

interface AuditRoutesDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: Clock;
}

export function auditRoutes(dependencies: AuditRoutesDependencies) {
  const os = implement(auditContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context, input }) => listAuditEntries(dependencies, getActor(context), input.query ?? {})),
    export: os.export.handler(({ context, input }) =>
      exportAuditEntries(dependencies, toCallContext(context), input.query ?? {}),
    ),
    getChain: os.getChain.handler(({ context }) => getChain(dependencies, getActor(context))),
    getCheckpoints: os.getCheckpoints.handler(({ context }) => getCheckpoints(dependencies, getActor(context))),
    verify: os.verify.handler(({ context, input }) =>
      verifyAudit(dependencies, toCallContext(context), input.body.progress),
    ),
  });
}
