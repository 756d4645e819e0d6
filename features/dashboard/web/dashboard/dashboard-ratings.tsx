import { ratingLabels, ratingValues } from '#contract/conversations/rating-values.ts';
import type { AnswerStats, AnswerTotals } from '#features/dashboard/contract/answers.ts';
import { compareCounts } from '#features/dashboard/contract/comparison.ts';
import { BarTable } from '#web/ui/charts/bar-table.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { LogLink } from '#web/records/range/log-link.tsx';

export const countRated = ({ ratings }: AnswerTotals): number => ratings.positive + ratings.neutral + ratings.negative;

const tones = { positive: 'accent', neutral: 'grey', negative: 'red' } as const;

interface RatingsPanelProps {
  stats: AnswerStats;
  /** The range, for links to the log. */
  search: object;
}

/** Conversations by the rating of users. */
export function RatingsPanel({ stats: { ratings, previous }, search }: RatingsPanelProps) {
  return (
    <ChartPanel title="Ratings by users" note="Rated conversations. One negative rating counts as negative.">
      <BarTable
        caption="Ratings by users"
        nameHead="Rating"
        valueHead="Conversations"
        rows={ratingValues.map((value) => ({
          key: value,
          name: ratingLabels[value],
          label: <LogLink search={{ ...search, ratings: value }}>{ratingLabels[value]}</LogLink>,
          value: ratings[value],
          comparison: compareCounts(ratings[value], previous.ratings[value]),
          tone: tones[value],
        }))}
      />
    </ChartPanel>
  );
}
