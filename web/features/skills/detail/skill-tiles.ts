import { formatEuroTotal } from '#contract/billing/euros.ts';
import type { SkillFigures } from '#contract/skills/skill-figures.ts';
import { compareCounts, compareShares } from '../../../lib/comparison.ts';
import { formatCount, formatPercent } from '../../../lib/numbers.ts';
import type { StatTile } from '../../../ui/figures/stat-tiles.tsx';

export const tileLabels = ['Requests', 'Cost', 'Success rate', 'Conversations'];

export function listTiles({ requests, cost, successRate, conversations, previous }: SkillFigures): StatTile[] {
  return [
    { value: formatCount(requests), comparison: compareCounts(requests, previous.requests) },
    { value: formatEuroTotal(cost), comparison: compareCounts(cost, previous.cost) },
    {
      value: successRate === null ? '–' : formatPercent(successRate),
      ...(successRate === null && { exact: 'No conversation is finished yet' }),
      comparison: compareShares(successRate, previous.successRate),
      isJudged: true,
    },
    { value: formatCount(conversations), comparison: compareCounts(conversations, previous.conversations) },
  ];
}
