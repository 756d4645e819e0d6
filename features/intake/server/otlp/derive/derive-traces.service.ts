import type { Uses } from '#server/portal/portal.ts';
import { DatabaseUnavailable } from '#server/database/connection/errors.ts';
import { listSharedScopes } from '#domain/ledger/reported-skills.ts';
import { getAttributeRules } from '#domain/ledger/attribute-values.ts';
import type { IntakeCaller } from '#server/lib/request/intake-caller.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { ReportedConversation } from '#domain/conversations/batches/normalize-batch.ts';
import { deriveBatchTask } from './derive-batch.ts';
import type { StoredFacts } from '../map/span-facts.ts';
import { listConversationStarts, listDueTraces, listFacts, postponeTrace, updateDerived } from '../spans.repository.ts';

const maxLeftovers = 20;
const postponeMs = 60 * 60 * 1000;

export interface DerivedTraces {
  /** Whether some of the traces wait for a parent. */
  readonly isWaiting: boolean;
  /** Spans and events whose conversation the company has deleted, by `toFactKey`. */
  readonly ofDeleted: ReadonlySet<string>;
}

export const toFactKey = ({ traceId, spanId }: Pick<StoredFacts, 'traceId' | 'spanId'>): string =>
  `${traceId} ${spanId}`;

/**
 * Derives the conversations of these traces and enqueues them. The facts count as derived only afterwards, so that a
 * failure is repeated.
 * @throws what `IntakeQueue.add` and `WorkerPool.run` throw
 */
export async function deriveTraces(
  { database, workers, clock, intakeQueue }: Uses<'database' | 'workers' | 'intakeQueue' | 'clock'>,
  caller: IntakeCaller,
  traceIds: readonly string[],
): Promise<DerivedTraces> {
  const { companyId } = caller;
  const now = clock.now();
  const [loaded, scopes] = await Promise.all([
    database.inCompany.read(companyId, (tx) => listFacts(tx, traceIds)),
    database.inCompany.read(companyId, (tx) => listSharedScopes(tx)),
  ]);
  const size = loaded.reduce((sum, { facts }) => sum + facts.length, 0);
  const rules = await getAttributeRules(database, companyId, now);
  const { batch, counted } = await workers.run(
    deriveBatchTask,
    { loaded, traceIds, now, rules, scopes },
    { companyId, size },
  );
  let deleted: ReadonlySet<string> = new Set();
  if (batch.conversations.length > 0) {
    const ids = batch.conversations.map(({ externalId }) => externalId);
    const starts = await database.inCompany.read(companyId, (tx) => listConversationStarts(tx, ids));
    const conversations = batch.conversations.map((conversation) => keepStart(conversation, starts));
    const deletedIds = await intakeQueue.add(caller, { ...batch, conversations });
    deleted = new Set(conversations.flatMap(({ id, externalId }) => (deletedIds.has(id) ? externalId : [])));
  }
  const rows = counted.map(({ dueMs, ...row }) => ({ ...row, dueAt: dueMs === null ? null : new Date(dueMs) }));
  await database.inCompany.shard(companyId, (tx) => updateDerived(tx, rows));
  return {
    isWaiting: rows.some(({ dueAt }) => dueAt !== null),
    ofDeleted: new Set(rows.flatMap((row) => (deleted.has(row.countedAs ?? '') ? toFactKey(row) : []))),
  };
}

function keepStart(conversation: ReportedConversation, starts: ReadonlyMap<string, Date>): ReportedConversation {
  const known = starts.get(conversation.externalId)?.getTime() ?? Infinity;
  return known < conversation.startedAt ? { ...conversation, startedAt: known } : conversation;
}

/**
 * Derives the traces that earlier exports left: those that failed, and those that have waited for a parent long enough.
 * One trace at a time, so that a failing trace does not stop the others. Never throws.
 */
export async function deriveLeftovers(
  portal: Uses<'database' | 'workers' | 'intakeQueue' | 'clock' | 'log'>,
  caller: IntakeCaller,
): Promise<void> {
  const { database, clock, log } = portal;
  const { companyId } = caller;
  try {
    const now = clock.now();
    const traceIds = await database.inCompany.read(companyId, (tx) => listDueTraces(tx, now, maxLeftovers));
    for (const traceId of traceIds) {
      await deriveTraces(portal, caller, [traceId]).catch(async (error: unknown) => {
        if (isTransient(error)) throw error;
        log.error({ err: error, companyId, traceId }, 'trace not derived');
        const until = new Date(now.getTime() + postponeMs);
        await database.inCompany.shard(companyId, (tx) => postponeTrace(tx, { traceId, until }));
      });
    }
  } catch (error) {
    log.warn({ err: error, companyId }, 'leftover traces not derived');
  }
}

/** Whether a repetition by the sender may succeed: not for what is wrong with the facts themselves. */
export function isTransient(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof Problem && error.code !== 'request.too-complex');
}
