import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../../../../database/connection/errors.ts';
import { toExecutor } from '../../../../database/connection/executor.ts';
import type { Database } from '../../../../database/open-database.ts';
import type { IntakeCaller } from '../../../../lib/request/intake-caller.ts';
import { Problem } from '../../../../lib/request/problem.ts';
import type { Clock } from '../../../../outside/clock.ts';
import { takeBatch } from '../../ingest/enqueue-batch.service.ts';
import type { IntakeDependencies } from '../../ingest/enqueue-batch.service.ts';
import { deriveConversations } from './derive-conversations.ts';
import type { Derived } from './derive-conversations.ts';
import { findDueTraces, findStarts, loadFacts, markDerived, postponeTrace } from '../spans.repository.ts';

export interface OtlpDependencies extends IntakeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

const leftoversAtOnce = 20;
const postponeMs = 60 * 60 * 1000;

/**
 * Makes conversations of all the facts of these traces and hands them to the intake. Only then the facts count as
 * derived: what fails here is done again.
 * @returns whether some of them wait for a parent
 * @throws whatever `takeBatch` throws
 */
export async function deriveTraces(
  { database, clock, queue }: OtlpDependencies,
  caller: IntakeCaller,
  traceIds: readonly string[],
): Promise<boolean> {
  const { companyId } = caller;
  const now = clock.now();
  const loaded = await database.readCompany(companyId, (tx) => loadFacts(toExecutor(tx), traceIds));
  const derived = deriveConversations(loaded, traceIds, now);
  if (derived.conversations.length > 0) {
    const ids = derived.conversations.map(({ id }) => id);
    const starts = await database.readCompany(companyId, (tx) => findStarts(toExecutor(tx), ids));
    await takeBatch({ queue }, caller, toItems(derived, starts));
  }
  const rows = derived.counted.map(({ fact, conversation, dueMs }) => ({
    traceId: fact.traceId,
    spanId: fact.spanId,
    countedAs: conversation ?? fact.countedAs,
    dueAt: dueMs === null ? null : new Date(dueMs),
  }));
  await database.withCompany(companyId, (tx) => markDerived(toExecutor(tx), rows));
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
 * Derives what an earlier export left behind: what could not be taken then, and what has waited for a parent long
 * enough. One trace at a time, so that one that fails stops no other. Never throws.
 */
export async function deriveLeftovers(dependencies: OtlpDependencies, caller: IntakeCaller): Promise<void> {
  const { database, clock, log } = dependencies;
  const { companyId } = caller;
  try {
    const now = clock.now();
    const traceIds = await database.readCompany(companyId, (tx) => findDueTraces(toExecutor(tx), now, leftoversAtOnce));
    for (const traceId of traceIds) {
      await deriveTraces(dependencies, caller, [traceId]).catch(async (error: unknown) => {
        if (isPassing(error)) throw error;
        log.error({ err: error, companyId, traceId }, 'a trace could not be made a conversation');
        const until = new Date(now.getTime() + postponeMs);
        await database.withCompany(companyId, (tx) => postponeTrace(toExecutor(tx), traceId, until));
      });
    }
  } catch (error) {
    log.warn({ err: error, companyId }, 'traces that were left behind');
  }
}

/** Whether it would have gone well at another time. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof Problem;
}
