import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../../../../database/connection/errors.ts';
import type { Database } from '../../../../database/open-database.ts';
import type { IntakeCaller } from '../../../../lib/request/intake-caller.ts';
import { Problem } from '../../../../lib/request/problem.ts';
import type { Clock } from '../../../../outside/clock.ts';
import { enqueueBatch } from '../../ingest/enqueue-batch.service.ts';
import type { QueueDependencies } from '../../ingest/enqueue-batch.service.ts';
import { deriveConversations } from './derive-conversations.ts';
import type { Derived } from './derive-conversations.ts';
import { listConversationStarts, listDueTraces, listFacts, postponeTrace, updateDerived } from '../spans.repository.ts';

export interface OtlpDependencies extends QueueDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

const maxLeftovers = 20;
const postponeMs = 60 * 60 * 1000;

/**
 * Derives the conversations of these traces and enqueues them. The facts count as derived only afterwards, so that a
 * failure is repeated.
 * @returns whether some of the traces wait for a parent
 * @throws what `enqueueBatch` throws
 */
export async function deriveTraces(
  { database, clock, queue }: OtlpDependencies,
  caller: IntakeCaller,
  traceIds: readonly string[],
): Promise<boolean> {
  const { companyId } = caller;
  const now = clock.now();
  const loaded = await database.readCompany(companyId, (tx) => listFacts(tx, traceIds));
  const derived = deriveConversations(loaded, traceIds, now);
  if (derived.conversations.length > 0) {
    const ids = derived.conversations.map(({ id }) => id);
    const starts = await database.readCompany(companyId, (tx) => listConversationStarts(tx, ids));
    await enqueueBatch({ queue }, caller, toItems(derived, starts));
  }
  const rows = derived.counted.map(({ fact, conversation, dueMs }) => ({
    traceId: fact.traceId,
    spanId: fact.spanId,
    countedAs: conversation ?? fact.countedAs,
    dueAt: dueMs === null ? null : new Date(dueMs),
  }));
  await database.withCompany(companyId, (tx) => updateDerived(tx, rows));
  return rows.some(({ dueAt }) => dueAt !== null);
}

function toItems({ conversations, obsolete }: Derived, starts: ReadonlyMap<string, Date>) {
  return {
    conversations: conversations.map((conversation) => {
      const known = starts.get(conversation.id)?.toISOString();
      return known !== undefined && known < conversation.date ? { ...conversation, date: known } : conversation;
    }),
    messages: [],
    statuses: [],
    removals: [...obsolete.keys()],
    moves: [...obsolete].map(([from, to]) => ({ from, to })),
  };
}

/**
 * Derives the traces that earlier exports left: those that failed, and those that have waited for a parent long enough.
 * One trace at a time, so that a failing trace does not stop the others. Never throws.
 */
export async function deriveLeftovers(dependencies: OtlpDependencies, caller: IntakeCaller): Promise<void> {
  const { database, clock, log } = dependencies;
  const { companyId } = caller;
  try {
    const now = clock.now();
    const traceIds = await database.readCompany(companyId, (tx) => listDueTraces(tx, now, maxLeftovers));
    for (const traceId of traceIds) {
      await deriveTraces(dependencies, caller, [traceId]).catch(async (error: unknown) => {
        if (isTransient(error)) throw error;
        log.error({ err: error, companyId, traceId }, 'trace not derived');
        const until = new Date(now.getTime() + postponeMs);
        await database.withCompany(companyId, (tx) => postponeTrace(tx, { traceId, until }));
      });
    }
  } catch (error) {
    log.warn({ err: error, companyId }, 'leftover traces not derived');
  }
}

/** Whether a repetition may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof Problem;
}
