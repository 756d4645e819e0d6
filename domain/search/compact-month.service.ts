import { withOwner } from '#server/database/copy/owner-connection.ts';
import { listTables, overwriteTable, waitForOlder } from '#server/database/copy/overwrite-deleted.ts';
import { listDatabaseServers } from '#server/database/distribution/database-servers.ts';
import type { Database } from '#server/database/open-database.ts';
import { getMasking } from '../masking/company-masking.ts';
import { mergeSegmentsTask } from './merge-segments.ts';
import * as repository from './search-index.repository.ts';
import * as pending from './search-pending.repository.ts';
import type { Segment } from './search-index.repository.ts';
import type { Uses } from '#server/portal/portal.ts';
import { toSettingsKey } from './search-settings.ts';

/** Segments of similar size are merged when there are so many, up to this many conversations. */
const mergedAtOnce = 8;
export const maxConversations = 32_768;

type MonthSegment = Segment & { readonly masking: number };

/** The segments to be merged next. */
type ChooseSegments = (present: readonly MonthSegment[]) => readonly MonthSegment[] | undefined;

/** Keeps the segments of a month few: they are merged level by level, so that each conversation is rewritten few times. */
export const compactMonth = (portal: Uses<'database' | 'workers'>, companyId: string, month: string) =>
  mergeMonth(portal, { companyId, month, choose: (present) => findWasted(present) ?? findLevel(present) });

/** Makes the segments of a month that is over as few as their size allows. @returns whether some were merged */
export const settleMonth = (portal: Uses<'database' | 'workers'>, companyId: string, month: string) =>
  mergeMonth(portal, { companyId, month, choose: (present) => findWasted(present) ?? findSmallest(present) });

interface Merging {
  readonly companyId: string;
  readonly month: string;
  readonly choose: ChooseSegments;
}

/** @returns whether some were merged */
async function mergeMonth(
  { database, workers }: Uses<'database' | 'workers'>,
  { companyId, month, choose }: Merging,
): Promise<boolean> {
  for (let merges = 0; ; merges += 1) {
    const isMerged = await database.inCompany.shard(companyId, async (tx) => {
      const { isClaimed } = await pending.claimIndex(tx);
      if (!isClaimed) return false;
      // Those of earlier settings are deleted later.
      const masking = toSettingsKey(await getMasking(tx));
      const segments = await repository.listMonthSegments(tx, { month });
      const merged = choose(segments.filter((segment) => segment.masking === masking));
      if (!merged) return false;
      const numbers = merged.map(({ segment }) => segment);
      const facts = await repository.listFacts(tx, { month, segments: numbers });
      const blocks = await repository.listBlocks(tx, { month, segments: numbers });
      const bySegment = Map.groupBy(blocks, ({ segment }) => segment);
      const stored = facts.map((each) => ({ ...each, blocks: bySegment.get(each.segment) ?? [] }));
      const built = await workers.run(mergeSegmentsTask, stored, { companyId, size: Infinity });
      await repository.deleteSegments(tx, month, numbers);
      if (built.conversations > 0) await repository.createSegment(tx, { month, masking, ...built });
      return true;
    });
    if (!isMerged) return merges > 0;
  }
}

/** A single segment of which a half is removed. */
function findWasted(present: readonly MonthSegment[]): MonthSegment[] | undefined {
  const wasted = present.find(({ removed, conversations }) => removed.length * 2 > conversations);
  return wasted && [wasted];
}

const isSmall = ({ conversations }: MonthSegment) => conversations <= maxConversations / 2;

function findLevel(present: readonly MonthSegment[]): MonthSegment[] | undefined {
  const levels = Map.groupBy(present.filter(isSmall), ({ conversations }) => Math.floor(Math.log2(conversations) / 3));
  const level = [...levels.values()].find(({ length }) => length >= mergedAtOnce);
  return level && takeFitting(level);
}

function findSmallest(present: readonly MonthSegment[]): MonthSegment[] | undefined {
  const small = present.filter(isSmall).toSorted((one, other) => one.conversations - other.conversations);
  return small.length < 2 ? undefined : takeFitting(small);
}

/** The first of them that are one segment together: two at least, because each is a half of one at most. */
function takeFitting(segments: readonly MonthSegment[]): MonthSegment[] {
  let sum = 0;
  const end = segments.findIndex(({ conversations }) => (sum += conversations) > maxConversations);
  return end === -1 ? [...segments] : segments.slice(0, end);
}

/** Searches of these months wait while a table is locked. */
const limits = { olderMs: 5000, waitMs: 500, lockMs: 2000 };

/** `2026-11-01` is the month of `search_words_2026_11`. */
const toTable = (month: string) => `public.search_words_${month.slice(0, 7).replace('-', '_')}`;

/**
 * Returns the pages that merged segments left in the tables of these months: no new ones come to use them. A table that takes
 * longer than two seconds to be written anew stays as it is.
 * @param months their first days
 * @returns those that have to be tried again, because a table or one of its rows is in use
 */
export async function shrinkMonths(
  { ownerUrl }: Pick<Database, 'ownerUrl'>,
  months: readonly string[],
): Promise<string[]> {
  if (months.length === 0) return [];
  const byTable = new Map(months.map((month) => [toTable(month), month]));
  const busy = new Set<string>();
  for (const server of await listDatabaseServers(ownerUrl)) {
    await withOwner(server, async (client) => {
      const isAlone = await waitForOlder(client, limits.olderMs);
      for (const table of await listTables(client)) {
        const month = byTable.get(table.of);
        if (month === undefined) continue;
        const outcome = isAlone ? (await overwriteTable(client, table.name, limits)).outcome : 'busy';
        if (outcome === 'busy') busy.add(month);
      }
    });
  }
  return [...busy];
}
