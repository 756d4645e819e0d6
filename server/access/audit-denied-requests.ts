import type { ProblemCode } from '#contract/problems.ts';
import { toAuditStamp } from '../lib/request/call-context.ts';
import type { Actor } from '../lib/request/actor.ts';
import { recordAudit } from '../records/audit.ts';
import type { Database } from '../database/open-database.ts';

/** Codes of denied requests: of calls without permission and of ids that are unknown or belong to another company. */
const deniedCodes: ReadonlySet<ProblemCode> = new Set(['access.refused', 'record.not-found', 'files.not-found']);

interface DeniedRequest {
  readonly actor: Actor;
  readonly requestId: string;
  readonly operationId: string;
  /** The requested path with its ids, without a hint whether they exist elsewhere. */
  readonly path: string;
  readonly code: ProblemCode;
  readonly now: Date;
}

const maxPathLength = 200;

/** Writes a denied request into the audit log of the company acted in, for its SuperAdmins; other codes are skipped. */
export async function auditDeniedRequest(
  database: Database,
  { actor, requestId, operationId, path, code, now }: DeniedRequest,
): Promise<void> {
  if (!deniedCodes.has(code)) return;
  await database.withCompany(actor.companyId, (tx) =>
    recordAudit(tx, {
      ...toAuditStamp({ actor, requestId }, now),
      action: 'request.refuse',
      entity: 'request',
      entityId: path.slice(0, maxPathLength),
      entityLabel: operationId,
      after: { answer: code },
    }),
  );
}
