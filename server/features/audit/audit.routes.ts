import { implement } from '@orpc/server';
import { auditContract } from '#contract/audit.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { listAuditEntries } from './audit.service.ts';
import type { AuditDependencies } from './audit.service.ts';

export function auditRoutes(dependencies: AuditDependencies) {
  const os = implement(auditContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context, input }) => listAuditEntries(dependencies, getActor(context), input.query ?? {})),
  });
}
