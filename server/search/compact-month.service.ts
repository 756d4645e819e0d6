import { getMasking } from '../ledger/masking/company-masking.ts';
import { mergeSegmentsTask } from './merge-segments.ts';
import * as repository from './search-index.repository.ts';
import * as pending from './search-pending.repository.ts';
import type { Segment } from './search-index.repository.ts';
import type { IndexDependencies } from './index-dependencies.ts';
import { toSettingsKey } from './search-settings.ts';

/** Segments of similar size are merged when there are so many, up to this many conversations. */
const mergedAtOnce = 8;
const maxConversations = 32_768;

type MonthSegment = Segment & { readonly masking: number };

/** Keeps the segments of a month few: they are merged level by level, so that each conversation is rewritten few times. */
export async function compactMonth(
  { database, workers }: IndexDependencies,
  companyId: string,
  month: string,
): Promise<void> {
  for (;;) {
    const isMerged = await database.withShard(companyId, async (tx) => {
      const { isClaimed } = await pending.claimIndex(tx);
      if (!isClaimed) return false;
      const segments = await repository.listMonthSegments(tx, { month });
      const merged = findMerge(segments, toSettingsKey(await getMasking(tx)));
      if (!merged) return false;
      const [{ masking } = { masking: 0 }] = merged;
      const numbers = merged.map(({ segment }) => segment);
      const facts = await repository.listFacts(tx, { month, segments: numbers });
      const blocks = await repository.listBlocks(tx, { month, segments: numbers });
      const bySegment = Map.groupBy(blocks, ({ segment }) => segment);
      const stored = facts.map((each) => ({ ...each, blocks: bySegment.get(each.segment) ?? [] }));
      const built = await workers.run(mergeSegmentsTask, stored, Infinity);
      await repository.deleteSegments(tx, month, numbers);
      if (built.conversations > 0) await repository.createSegment(tx, { month, masking, ...built });
      return true;
    });
    if (!isMerged) return;
  }
}

/** The segments to be merged: of one level, or a single one of which a half is removed; those of earlier settings are deleted later. */
function findMerge(segments: readonly MonthSegment[], masking: number): readonly MonthSegment[] | undefined {
  const present = segments.filter((segment) => segment.masking === masking);
  const wasted = present.find(({ removed, conversations }) => removed.length * 2 > conversations);
  if (wasted) return [wasted];
  const levels = Map.groupBy(
    present.filter(({ conversations }) => conversations <= maxConversations / 2),
    ({ conversations }) => Math.floor(Math.log2(conversations) / 3),
  );
  for (const level of levels.values()) {
    if (level.length < mergedAtOnce) continue;
    let sum = 0;
    const end = level.findIndex(({ conversations }) => (sum += conversations) > maxConversations);
    return end === -1 ? level : level.slice(0, Math.max(2, end));
  }
  return undefined;
}
