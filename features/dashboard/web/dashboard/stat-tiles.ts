import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { compareCounts, compareShares } from '#features/dashboard/contract/comparison.ts';
import { paths } from '#web/paths.ts';
import { formatCompactCount, formatCount, formatPercent } from '#web/lib/numbers.ts';
import type { StatTile } from '#web/ui/figures/stat-tiles.tsx';

/** A higher count does not fit into a tile. */
const highestInFull = 99_999_999;

const apiCallsLabel = 'API calls';
const usersLabel = 'Active users';

export const tileLabels = [apiCallsLabel, 'Conversations', usersLabel, 'Success rate'];

/** Answers a tile's link: to the conversations or users that it counts; for the success rate to the finished ones. */
export function getTileTarget(label: string): { to: string; filter?: object; explanation?: string } {
  if (label === usersLabel) {
    const explanation = 'People with a conversation in this period, including those who are not in the user list.';
    return { to: paths.topUsers(), explanation };
  }
  if (label === 'Success rate') {
    const explanation = 'Of the conversations that have finished, to which this leads.';
    return { to: paths.logs(), filter: { status: finishedStatuses.join(',') }, explanation };
  }
  if (label === apiCallsLabel)
    return { to: paths.logs(), explanation: 'Leads to the conversations in which the calls were made.' };
  return { to: paths.logs() };
}

const finishedStatuses = conversationStatuses.filter((status) => status !== 'Processing');

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
