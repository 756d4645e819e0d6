import type { auditContract } from '#features/protection/contract/audit.ts';
import { listAuditEntries } from './audit.service.ts';
import { getChain, getCheckpoints, verifyAudit } from './verification.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const auditOperations: Operations<typeof auditContract> = {
  list: (portal, { actor }, { query }) => listAuditEntries(portal, actor, query ?? {}),
  export: (portal, call, { query }) => portal.downloadRows(call, 'audit', { format: 'csv', ...query }),
  getChain: (portal, { actor }) => getChain(portal, actor),
  getCheckpoints: (portal, { actor }) => getCheckpoints(portal, actor),
  verify: (portal, call, { body }) => verifyAudit(portal, call, body.progress),
};
