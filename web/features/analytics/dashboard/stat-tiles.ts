import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { compareCounts, compareShares } from '../../../lib/comparison.ts';
import { formatCompactCount, formatCount, formatPercent } from '../../../lib/numbers.ts';
import type { StatTile } from '../../../ui/figures/stat-tiles.tsx';

/** A higher count does not fit into a tile. */
const highestInFull = 99_999_999;

export const tileLabels = ['API calls', 'Conversations', 'Users', 'Success rate'];

export function listTiles(stats: AnalyticsStats): StatTile[] {
  const { previous, successRate } = stats;
  return [
    toCountTile(stats.apiCalls, previous.apiCalls),
    toCountTile(stats.conversations, previous.conversations),
    toCountTile(stats.users, previous.users),
    {
      value: successRate === null ? '–' : formatPercent(successRate),
      ...(successRate === null && { exact: 'No conversation has finished yet' }),
      comparison: compareShares(successRate, previous.successRate),
      isJudged: true,
    },
  ];
}

function toCountTile(count: number, previous: number): StatTile {
  const isShort = count > highestInFull;
  return {
    value: isShort ? formatCompactCount(count) : formatCount(count),
    ...(isShort && { exact: formatCount(count) }),
    comparison: compareCounts(count, previous),
  };
}
