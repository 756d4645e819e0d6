import { formatDuration } from '#contract/calendar/durations.ts';
import { useQuery } from '@tanstack/react-query';
import type { AnswerStats, AnswerTotals } from '#features/dashboard/contract/answers.ts';
import type { ComparedQuery } from '#features/dashboard/contract/analytics.ts';
import { groupDays } from '#contract/calendar/day-steps.ts';
import { compareCounts, compareShares } from '#features/dashboard/contract/comparison.ts';
import { formatCompactCount, formatCount, formatPercent, toShare } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { BarTable } from '#web/ui/charts/bar-table.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { SeriesChart } from '#web/ui/charts/series-chart.tsx';
import { StatTiles, type StatTile } from '#web/ui/figures/stat-tiles.tsx';
import { getAnswersQuery } from '#web/records/conversations/answers.queries.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { LogLink } from '#web/records/range/log-link.tsx';
import { Columns, Stack, Text } from '#web/ui/layout/layout.tsx';
import { RatingsPanel, countRated } from './dashboard-ratings.tsx';
import { ModelsPanel, ToolsPanel } from './dashboard-answer-tables.tsx';

interface AnswersPanelProps {
  query: ComparedQuery;
  /** The range, for links to the log. */
  search: object;
}

/** Figures of answers as the assistants report them. */
export function AnswersPanel({ query, search }: AnswersPanelProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(getAnswersQuery(query));
  if (error) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fieldCount={6} label="Loading the figures of the answers" />;
  if (hasNothing(data) && hasNothing(data.previous)) {
    return (
      <EmptyState drawing="plug" text="No figures of answers in this period.">
        Response times, failures, models, tools and ratings appear here when your assistants report them.
      </EmptyState>
    );
  }
  return (
    <Stack gap={12} stale={isPlaceholderData}>
      <ChartPanel title="Answers" note="Reported by your assistants">
        <StatTiles
          labels={tileLabels}
          tiles={listTiles(data)}
          renderLabel={(label) => (
            <LogLink search={{ ...search, ...getTileFilter(label, data) }} explanation={explanations[label]}>
              {label}
            </LogLink>
          )}
        />
      </ChartPanel>
      <Columns of={2} gap="wide" collapse="tablet">
        <FailuresPanel stats={data} search={search} />
        {data.models.length > 0 && <ModelsPanel stats={data} search={search} />}
        {data.tools.length > 0 && <ToolsPanel stats={data} search={search} />}
        {countRated(data) > 0 && <RatingsPanel stats={data} search={search} />}
        {data.days.length > 1 && (
          <ChartPanel title="Response time" note="Median and 95th percentile, in seconds">
            <SeriesChart title="Response time" data={toSeries(data)} />
          </ChartPanel>
        )}
      </Columns>
    </Stack>
  );
}

const hasNothing = (totals: AnswerTotals) =>
  totals.answers === 0 && totals.unanswered === 0 && countRated(totals) === 0;

const medianLabel = 'Median time';
const slowLabel = '95% within';
const failedLabel = 'Ended with a failure';
const unansweredLabel = 'Unanswered';
const tokensLabel = 'Tokens';
const ratedLabel = 'Rated positive';
const tileLabels = [medianLabel, slowLabel, failedLabel, unansweredLabel, ratedLabel, tokensLabel];

/** Explanations of the tiles: the figure, and the target of the link. */
const explanations: Readonly<Record<string, string>> = {
  [medianLabel]: 'Half of the answers took no longer. Leads to the conversations with a longer one.',
  [slowLabel]: '95% of the answers took no longer. Leads to the conversations with a longer one.',
  [failedLabel]: 'Conversations whose last answer failed.',
  [unansweredLabel]: 'Conversations whose last message waits for an answer.',
  [ratedLabel]:
    'Of the conversations that users rated, those without a negative rating and with a positive one. Leads to these.',
  [tokensLabel]: 'Leads to the conversations of this period.',
};

/** The conversations behind a tile: those with an answer above the time, or whose last answer failed. */
function getTileFilter(label: string, { median, p95 }: AnswerStats): object {
  if (label === medianLabel && median !== null) return { slowerThan: median };
  if (label === slowLabel && p95 !== null) return { slowerThan: p95 };
  if (label === failedLabel) return { failed: true };
  if (label === unansweredLabel) return { unanswered: true };
  if (label === ratedLabel) return { ratings: 'positive' };
  return {};
}

function listTiles(stats: AnswerStats): StatTile[] {
  const { previous } = stats;
  const toTokens = ({ inputTokens, outputTokens }: Pick<AnswerStats, 'inputTokens' | 'outputTokens'>) =>
    inputTokens + outputTokens;
  return [
    toTimeTile(stats.median, previous.median),
    toTimeTile(stats.p95, previous.p95),
    {
      value: formatCount(stats.failedConversations),
      comparison: compareCounts(stats.failedConversations, previous.failedConversations),
    },
    {
      value: formatCount(stats.unanswered),
      comparison: compareCounts(stats.unanswered, previous.unanswered),
    },
    toRatedTile(stats, previous),
    {
      value: formatCompactCount(toTokens(stats)),
      exact: `${formatCount(stats.inputTokens)} of input, ${formatCount(stats.outputTokens)} of output`,
      comparison: compareCounts(toTokens(stats), toTokens(previous)),
    },
  ];
}

/** The share of those that users rated; the link opens the conversations themselves. */
function toRatedTile(stats: AnswerTotals, previous: AnswerTotals): StatTile {
  const rated = countRated(stats);
  if (rated === 0) return { value: '–', exact: 'No conversation is rated' };
  const before = countRated(previous);
  const share = toShare(stats.ratings.positive, rated);
  return {
    value: formatPercent(share),
    exact: `${formatPercent(share)}: ${formatCount(stats.ratings.positive)} of ${formatCount(rated)} rated conversations`,
    comparison: compareShares(share, before === 0 ? null : toShare(previous.ratings.positive, before)),
    isJudged: true,
  };
}

const toTimeTile = (ms: number | null, previous: number | null): StatTile =>
  ms === null
    ? { value: '–', exact: 'No answer says how long it took' }
    : { value: formatDuration(ms), ...(previous !== null && { comparison: compareCounts(ms, previous) }) };

const toSeconds = (ms: number | null) => Math.round((ms ?? 0) / 100) / 10;

const toSeries = ({ days }: AnswerStats) => ({
  kind: 'line' as const,
  labels: groupDays(days, 'day').map(({ label }) => label),
  series: [
    { key: 'median', name: 'Median', values: days.map(({ median }) => toSeconds(median)) },
    { key: 'p95', name: '95%', values: days.map(({ p95 }) => toSeconds(p95)) },
  ],
});

function FailuresPanel({ stats, search }: { stats: AnswerStats; search: object }) {
  return (
    <ChartPanel title="Failure reasons" note="Conversations whose last answer failed">
      {stats.failures.length === 0 && (
        <Text pad={[8, 0]} tone="faint">
          No last answer failed in this period.
        </Text>
      )}
      {stats.failures.length > 0 && (
        <BarTable
          caption="Failure reasons"
          nameHead="Reason"
          valueHead="Conversations"
          rows={stats.failures.map(({ failure, total, previous }) => ({
            key: failure,
            name: failure,
            label: <LogLink search={{ ...search, failures: [failure] }}>{failure}</LogLink>,
            value: total,
            comparison: compareCounts(total, previous),
            tone: 'red',
          }))}
        />
      )}
    </ChartPanel>
  );
}
