import { implement } from '@orpc/server';
import { auditContract, type AuditFilter } from '#contract/audit.ts';
import type { Database } from '../../database/open-database.ts';
import { toCallContext, type CallContext } from '../../lib/request/call-context.ts';
import type { RowFormat } from '#contract/exports/row-formats.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import type { Clock } from '../../outside/clock.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { listAuditEntries } from './audit.service.ts';
import { getChain, getCheckpoints, verifyAudit } from './verification.service.ts';

interface AuditRoutesDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly downloadEntries: DownloadEntries;
}

/** Downloads the entries of a filter, as the list shows them. */
type DownloadEntries = (context: CallContext, query: AuditFilter & { readonly format: RowFormat }) => Promise<File>;

export function auditRoutes(dependencies: AuditRoutesDependencies) {
  const os = implement(auditContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context, input }) => listAuditEntries(dependencies, getActor(context), input.query ?? {})),
    export: os.export.handler(({ context, input }) =>
      dependencies.downloadEntries(toCallContext(context), { format: 'csv', ...input.query }),
    ),
    getChain: os.getChain.handler(({ context }) => getChain(dependencies, getActor(context))),
    getCheckpoints: os.getCheckpoints.handler(({ context }) => getCheckpoints(dependencies, getActor(context))),
    verify: os.verify.handler(({ context, input }) =>
      verifyAudit(dependencies, toCallContext(context), input.body.progress),
    ),
  });
}
