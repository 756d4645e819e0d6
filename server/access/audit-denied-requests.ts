import type { Logger } from 'pino';
import type { ProblemCode } from '#contract/problems.ts';
import { createMinuteCounter } from '../lib/concurrency/minute-counter.ts';
import { toAuditStamp } from '../lib/request/call-context.ts';
import type { Actor } from '../lib/request/actor.ts';
import { recordAudit } from '../records/audit.ts';
import type { Database } from '../database/open-database.ts';

/** Codes of denied requests: of calls without permission and of ids that are unknown or belong to another company. */
const deniedCodes: ReadonlySet<ProblemCode> = new Set(['access.refused', 'record.not-found', 'files.not-found']);

export interface DeniedRequest {
  readonly actor: Actor;
  readonly requestId: string;
  readonly operationId: string;
  /** The requested path with its ids, without a hint whether they exist elsewhere. */
  readonly path: string;
  readonly code: ProblemCode;
  readonly now: Date;
}

const maxPathLength = 200;
/** Entries of one actor, operation and minute; the rest is one entry with its number. */
const maxEntries = 10;

/**
 * Writes denied requests into the audit log of the company acted in, for its SuperAdmins; other codes are skipped. Many of
 * one actor in a minute are counted, because the log is never shortened. A failure is logged only.
 */
export function createDeniedRequestAudit(database: Database, log: Logger) {
  const write = async (denied: DeniedRequest, more = 0) => {
    await recordDenied(database, denied, more).catch((error: unknown) => {
      log.warn({ err: error, requestId: denied.requestId }, 'a denied request could not be audited');
    });
  };
  const counter = createMinuteCounter<DeniedRequest>({ maxEntries, recordMore: write });
  return async (denied: DeniedRequest): Promise<void> => {
    if (!deniedCodes.has(denied.code)) return;
    const { actor, operationId, now } = denied;
    const key = `${actor.companyId} ${actor.accountId} ${operationId}`;
    if (await counter.admit(key, denied, now)) await write(denied);
  };
}

async function recordDenied(database: Database, denied: DeniedRequest, more: number): Promise<void> {
  const { actor, requestId, operationId, path, code, now } = denied;
  await database.inCompany(actor.companyId, (tx) =>
    recordAudit(tx, {
      ...toAuditStamp({ actor, requestId }, now),
      action: 'request.refuse',
      entity: 'request',
      entityId: path.slice(0, maxPathLength),
      entityLabel: operationId,
      after: { answer: code, ...(more > 0 ? { moreRequests: more } : {}) },
    }),
  );
}
