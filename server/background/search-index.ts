import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { shrinkMonths } from '#domain/search/compact-month.service.ts';
import { continueBackfills, indexWaiting, settleMonths } from '#domain/search/search-index-passes.ts';
import type { Uses } from '../portal/portal.ts';

interface SearchIndexing extends Uses<'database' | 'workers' | 'changes' | 'clock'> {
  readonly log: Pick<Logger, 'warn'>;
  readonly stop: AbortSignal;
}

/** Between two looks where nothing waits. */
const idleMs = 1000;
/** So that an answer says soon what has arrived, however busy the portal is. */
const maxRestMs = 10_000;
const backfillEveryMs = 10_000;
const settleEveryMs = 24 * 60 * 60_000;
const failedMs = 30_000;
/**
 * After a pass it rests as long as the pass took, and longer the busier the portal is: it takes a seventh of one core from an
 * intake that uses all of it, and half of one afterwards.
 */
const restPerWork = (utilization: number) => 1 + 5 * utilization;

/**
 * Follows the intake with the index of the search, in every portal, until the stop: a company is indexed by one of them at a
 * time. Never rejects.
 */
export async function followIntake(parts: SearchIndexing): Promise<void> {
  const { log, stop } = parts;
  const indexNext = createPass(parts);
  while (!stop.aborted) {
    const startedAt = performance.now();
    const before = performance.eventLoopUtilization();
    let isMore = false;
    let hasFailed = false;
    const onError = (companyId: string | undefined, error: unknown) => {
      hasFailed = true;
      if (!stop.aborted) log.warn({ err: error, companyId }, 'conversations not indexed for the search');
    };
    try {
      isMore = await indexNext(onError);
    } catch (error) {
      onError(undefined, error);
    }
    const { utilization } = performance.eventLoopUtilization(before);
    const restMs = isMore ? Math.min(maxRestMs, (performance.now() - startedAt) * restPerWork(utilization)) : idleMs;
    await sleep(hasFailed ? failedMs : restMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/**
 * Indexes new conversations; where there are none, continues the backfill of older ones at intervals. Answers whether
 * more may wait. Once a day it settles past months and shrinks their tables.
 */
function createPass(parts: SearchIndexing) {
  let backfilledAt = -backfillEveryMs;
  let settledAt = -settleEveryMs;
  let merged: string[] = [];
  return async (onError: (companyId: string, error: unknown) => void): Promise<boolean> => {
    if ((await indexWaiting(parts, onError)) > 0) return true;
    if (performance.now() - backfilledAt < backfillEveryMs) return false;
    const isMore = await continueBackfills(parts, parts.clock.now(), onError);
    if (isMore) return true;
    backfilledAt = performance.now();
    if (backfilledAt - settledAt < settleEveryMs) return false;
    settledAt = backfilledAt;
    const settled = await settleMonths(parts, parts.clock.now(), onError);
    merged = [...new Set([...settled, ...merged])];
    try {
      merged = await shrinkMonths(parts.database, merged);
    } catch (error) {
      parts.log.warn({ err: error }, 'tables of the search not written anew');
    }
    return false;
  };
}
