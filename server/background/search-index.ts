import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../outside/clock.ts';
import { continueBackfills, indexWaiting } from '../search/search-index-passes.ts';
import type { IndexDependencies } from '../search/index-dependencies.ts';

interface SearchIndexing extends IndexDependencies {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly stop: AbortSignal;
}

/** Between two looks where nothing waits. */
const idleMs = 1000;
const backfillEveryMs = 10_000;
const failedMs = 30_000;
/** After a pass it rests as long as the pass took, and longer, so that it takes a third of one core from the intake at most. */
const restPerWork = 2;

/**
 * Follows the intake with the index of the search, in every portal, until the stop: a company is indexed by one of them at a
 * time. Never rejects.
 */
export async function followIntake(parts: SearchIndexing): Promise<void> {
  const { log, stop } = parts;
  const indexNext = createPass(parts);
  while (!stop.aborted) {
    const startedAt = performance.now();
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
    const restMs = isMore ? Math.min(idleMs, (performance.now() - startedAt) * restPerWork) : idleMs;
    await sleep(hasFailed ? failedMs : restMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** What arrived, and where nothing did, at times what is older. Answers whether there was any. */
function createPass(parts: SearchIndexing) {
  let backfilledAt = -backfillEveryMs;
  return async (onError: (companyId: string, error: unknown) => void): Promise<boolean> => {
    if ((await indexWaiting(parts, onError)) > 0) return true;
    if (performance.now() - backfilledAt < backfillEveryMs) return false;
    const isMore = await continueBackfills(parts, parts.clock.now(), onError);
    if (!isMore) backfilledAt = performance.now();
    return isMore;
  };
}
