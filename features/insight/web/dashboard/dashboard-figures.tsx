import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { AnalyticsStats } from '#features/insight/contract/analytics.ts';
import { formatShortRange } from '#contract/calendar/formats.ts';
import { compareCounts } from '#features/insight/contract/comparison.ts';
import { paths } from '#web/paths.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { StatTiles } from '#web/ui/figures/stat-tiles.tsx';
import { NotListed } from '#web/ui/records/not-listed.tsx';
import { TopList } from '#web/ui/figures/top-list.tsx';
import type { ShownComparison, useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { LogLink } from '#web/records/range/log-link.tsx';
import { Block, Columns, Row, look } from '#web/ui/layout/layout.tsx';
import styles from './dashboard.module.css';
import { toFullName } from '../logs/filters/log-users.ts';
import { DaysPanel } from './dashboard-days-panel.tsx';
import { HoursPanel } from './dashboard-hours-panel.tsx';
import { OutcomesPanel } from './dashboard-outcomes-panel.tsx';
import { SkillsPanel } from './dashboard-skills-panel.tsx';
import { getTileTarget, listTiles, tileLabels } from './stat-tiles.ts';

// Last on the page, and not fetched before the figures above it.
const AnswersPanel = lazy(async () => {
  const { AnswersPanel: Panel } = await import('./dashboard-answers-panel.tsx');
  return { default: Panel };
});

type AnalyticsScope = ReturnType<typeof useAnalyticsScope>;

interface DashboardFiguresProps {
  /** Undefined while they are loading; everything then has its place and size already. */
  stats?: AnalyticsStats;
  scope: AnalyticsScope;
  /** The figures are of an earlier range or failed to reload. */
  isStale: boolean;
}

/** Every figure of the dashboard. */
export function DashboardFigures({ stats, scope, isStale }: DashboardFiguresProps) {
  const { search } = scope;
  return (
    <Block aria-busy={!stats || isStale} stale={isStale}>
      {!stats && (
        <span className="visually-hidden" role="status">
          Loading the figures
        </span>
      )}
      <section aria-label="Totals">
        <StatTiles
          labels={tileLabels}
          tiles={stats && listTiles(stats)}
          renderLabel={(label) => <TileLink label={label} search={search} />}
        />
      </section>
      <Row above={2} below={8} size="sm" tone="faint" className={styles.compared}>
        <ComparedDays stats={stats} scope={scope} />
      </Row>
      <DaysPanel stats={stats} search={search} />
      <Columns of={2} gap="wide" collapse="phone" above={12} below={12}>
        <TopList
          title="Top 5 Skills"
          unit="conversations"
          emptyText="No skills used in this period."
          entries={stats?.topSkills.map(({ _id, name, total, previous }) => ({
            key: _id,
            name,
            label: <LogLink search={{ ...search, skills: _id }}>{name}</LogLink>,
            total,
            comparison: compareCounts(total, previous),
          }))}
          action={<MoreLink to={paths.topSkills()} search={search} of="skills" />}
        />
        <TopList
          title="Top 5 Unique Users"
          unit="messages"
          emptyText="No activity in this period."
          entries={stats?.topUsers.map(({ _id, firstName, lastName, isMapped, total, previous }) => ({
            key: _id,
            name: toFullName({ firstName, lastName }),
            label: (
              <>
                <LogLink search={{ ...search, users: _id }}>
                  <span translate="no">{toFullName({ firstName, lastName })}</span>
                </LogLink>
                <NotListed isMapped={isMapped} />
              </>
            ),
            total,
            comparison: compareCounts(total, previous),
          }))}
          action={<MoreLink to={paths.topUsers()} search={search} of="users" />}
        />
      </Columns>
      <Columns of={[9, 11]} gap={12} collapse="tablet" above={12} below={12}>
        <OutcomesPanel stats={stats} search={search} />
        <HoursPanel stats={stats} search={search} />
      </Columns>
      <SkillsPanel stats={stats} search={search} query={scope.query} />
      {stats && (
        <Suspense>
          <AnswersPanel search={search} query={{ ...scope.query, compare: scope.compare }} />
        </Suspense>
      )}
    </Block>
  );
}

const comparisonLabels: Readonly<Record<ShownComparison, string>> = {
  weeks: 'Compared with the same weekdays before',
  months: 'Compared with the same days of earlier months',
};

/** The previous period, or the progress of the demo while its months are being sent. */
function ComparedDays({ stats, scope }: { stats: AnalyticsStats | undefined; scope: AnalyticsScope }) {
  if (!stats) return <SkeletonLine width="26rem" />;
  if (stats.demo) return <DemoProgress {...stats.demo} />;
  const { previous, timeZone } = stats;
  return (
    <Row gap={3} rowGap={1} wrap>
      <NativeSelect
        aria-label="Compared with"
        size="xs"
        data={Object.entries(comparisonLabels).map(([value, label]) => ({ value, label }))}
        value={scope.compare}
        onChange={(event) => scope.setCompare(event.currentTarget.value as ShownComparison)}
      />
      <p>{`${formatShortRange(stats, timeZone)} against ${formatShortRange(previous, timeZone)}`}</p>
    </Row>
  );
}

function TileLink({ label, search }: { label: string; search: object }) {
  const { to, filter, explanation } = getTileTarget(label);
  return (
    <Link to={to} search={{ ...search, ...filter }} title={explanation}>
      {label}
    </Link>
  );
}

function MoreLink({ to, search, of }: { to: string; search: object; of: string }) {
  return (
    <Link to={to} search={search} {...look({ size: 'sm', breaks: 'never' })} data-unprinted>
      See more<span className="visually-hidden">{` ${of}`}</span>
    </Link>
  );
}

function DemoProgress({ done, total }: { done: number; total: number }) {
  return (
    <Row
      pad={[0, 4]}
      gap={6}
      justify="between"
      card="accent"
      size="sm"
      tone="ink"
      number
      full
      className={styles.progress}
    >
      <p id="demo-progress">{`Demo conversations are loading: ${done} of ${total} months`}</p>
      <progress aria-labelledby="demo-progress" max={Math.max(total, 1)} value={done} />
    </Row>
  );
}
