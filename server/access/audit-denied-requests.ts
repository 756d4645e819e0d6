import type { ProblemCode } from '#contract/problems.ts';
import { toAuditStamp } from '../lib/request/call-context.ts';
import type { Actor } from '../lib/request/actor.ts';
import { recordAudit } from '../records/audit.ts';
import type { Database } from '../database/open-database.ts';

/** Refusals that somebody who looks around where they do not belong would cause. */
const telling: ReadonlySet<ProblemCode> = new Set(['access.refused', 'record.not-found', 'files.not-found']);

export function isTellingRefusal(code: ProblemCode): boolean {
  return telling.has(code);
}

interface Refusal {
  readonly actor: Actor;
  readonly requestId: string;
  readonly operationId: string;
  /** The path asked for, with its id: unknown and foreign ones look alike, here too. */
  readonly path: string;
  readonly code: ProblemCode;
  readonly now: Date;
}

const maxPathLength = 200;

/** Notes a refusal in the log of the company whose person asked, so that its SuperAdmin sees who tries doors. */
export async function recordRefusal(
  database: Database,
  { actor, requestId, operationId, path, code, now }: Refusal,
): Promise<void> {
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
