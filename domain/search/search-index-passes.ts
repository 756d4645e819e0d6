import type { Database } from '#server/database/open-database.ts';
import * as pending from './search-pending.repository.ts';
import { continueBackfill } from './backfill.service.ts';
import { maxConversations, settleMonth } from './compact-month.service.ts';
import { listUnsettled } from './search-index.repository.ts';
import { indexPending } from './search-index.service.ts';
import type { Uses } from '#server/portal/portal.ts';
import { toIndexedVersion, toMonth } from './search-settings.ts';

const listWaiting = (database: Database) =>
  database.inSystem('search.index', async (tx) =>
    (await pending.listWaitingCompanies(tx)).map(({ companyId }) => companyId),
  );

/**
 * Indexes the next conversations of every company that has some waiting: one transaction for each, so that none waits for
 * another's. Each company of which the search finds something else now is announced where there is a feed.
 * @returns how many conversations
 */
export async function indexWaiting(
  portal: Uses<'database' | 'workers'> & Partial<Uses<'changes'>>,
  onError: (companyId: string, error: unknown) => void,
): Promise<number> {
  let count = 0;
  for (const companyId of await listWaiting(portal.database)) {
    try {
      const indexed = (await indexPending(portal, companyId)) ?? 0;
      if (indexed > 0) portal.changes?.announce(companyId, 'search');
      count += indexed;
    } catch (error) {
      onError(companyId, error);
    }
  }
  return count;
}

/** The companies whose older conversations are not all indexed by their present settings, and have none waiting. */
async function listUnfinished(database: Database): Promise<string[]> {
  return database.inSystem('search.index', async (tx) => {
    const states = new Map((await pending.listStates(tx)).map((state) => [state.companyId, state]));
    const versions = new Map((await pending.listMaskingVersions(tx)).map((each) => [each.companyId, each.version]));
    const waiting = new Set((await pending.listWaitingCompanies(tx)).map(({ companyId }) => companyId));
    return (await pending.listCompanies(tx))
      .map(({ id }) => id)
      .filter((id) => {
        const state = states.get(id);
        const isDone = state?.isDone && state.maskingVersion === toIndexedVersion(versions.get(id) ?? 0);
        return !isDone && !waiting.has(id);
      });
  });
}

/**
 * Lets the next older conversations of every company wait for the index.
 * @param now where a company begins that has none of them indexed
 * @returns whether there were any
 */
export async function continueBackfills(
  portal: Uses<'database' | 'workers'>,
  now: Date,
  onError: (companyId: string, error: unknown) => void,
): Promise<boolean> {
  let isMore = false;
  // Reported starts may be ahead of the clock.
  const from = new Date(now.getTime() + 366 * 86_400_000);
  for (const companyId of await listUnfinished(portal.database)) {
    try {
      if (await continueBackfill(portal, companyId, from)) isMore = true;
    } catch (error) {
      onError(companyId, error);
    }
  }
  return isMore;
}

/**
 * Makes the segments of the months before the present one few, in every company.
 * @returns the months in which segments were merged
 */
export async function settleMonths(
  portal: Uses<'database' | 'workers'>,
  now: Date,
  onError: (companyId: string, error: unknown) => void,
): Promise<Set<string>> {
  const { database } = portal;
  const [before, most] = [toMonth(now.getTime()), maxConversations / 2];
  const companies = await database.inSystem('search.index', (tx) => pending.listCompanies(tx));
  const merged = new Set<string>();
  const settle = async (id: string) => {
    const unsettled = await database.inCompany.read(id, (tx) => listUnsettled(tx, { before, most }));
    for (const { month } of unsettled) if (await settleMonth(portal, id, month)) merged.add(month);
  };
  for (const { id } of companies) {
    try {
      await settle(id);
    } catch (error) {
      onError(id, error);
    }
  }
  return merged;
}

/** Indexes everything that waits, the older conversations too; for tests and the bench. */
export async function indexAll(portal: Uses<'database' | 'workers'>, now: Date): Promise<void> {
  const onError = (_: string, error: unknown) => {
    throw error;
  };
  do while ((await indexWaiting(portal, onError)) > 0);
  while (await continueBackfills(portal, now, onError));
}
