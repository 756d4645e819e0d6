import { compareCounts } from '../../../lib/comparison.ts';
import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { formatLongDate } from '#contract/calendar/formats.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import styles from './dashboard-figures.module.css';
import { DemoProgress } from './demo-progress.tsx';
import { DaysPanel } from './dashboard-days-panel.tsx';
import { HoursPanel } from './dashboard-hours-panel.tsx';
import { OutcomesPanel } from './dashboard-outcomes-panel.tsx';
import { SkillsPanel } from './dashboard-skills-panel.tsx';
import { TopListPanel } from './dashboard-top-list.tsx';
import { paths } from '../../../paths.ts';
import { StatTiles } from './stat-tiles.tsx';

interface DashboardFiguresProps {
  /** Undefined while they are on their way: everything then has its place and size already. */
  stats?: AnalyticsStats;
  /** What links carry, so that the next page looks at the same days. */
  search: object;
  /** The figures are those of an earlier look. */
  isStale: boolean;
}

/** Every figure of the dashboard. */
export function DashboardFigures({ stats, search, isStale }: DashboardFiguresProps) {
  return (
    <div className={styles.figures} aria-busy={!stats || isStale} data-stale={isStale || undefined}>
      {!stats && (
        <span className="visually-hidden" role="status">
          Loading the figures
        </span>
      )}
      <StatTiles stats={stats} />
      <div className={styles.compared}>
        <ComparedDays stats={stats} />
      </div>
      <DaysPanel stats={stats} />
      <div className={styles.halves}>
        <TopListPanel
          title="Top 5 Skills"
          unit="Conversations"
          emptyText="No skill was used in these days."
          entries={stats?.topSkills.map(({ _id, name, total, previous }) => ({
            key: _id,
            name,
            total,
            comparison: compareCounts(total, previous),
          }))}
          more={{ to: paths.logs(), search, of: 'skills in the logs' }}
        />
        <TopListPanel
          title="Top 5 Unique Users"
          unit="Messages"
          emptyText="Nobody wrote in these days."
          entries={stats?.topUsers.map(({ _id, firstName, lastName, total, previous }) => ({
            key: _id,
            name: `${firstName} ${lastName}`.trim(),
            total,
            comparison: compareCounts(total, previous),
          }))}
          more={{ to: paths.topUsers(), search, of: 'users' }}
        />
      </div>
      <div className={styles.unequal}>
        <OutcomesPanel stats={stats} />
        <HoursPanel stats={stats} />
      </div>
      <SkillsPanel stats={stats} />
    </div>
  );
}

/** Which days the changes are against. While the demo's months come in there is nothing to compare, but progress. */
function ComparedDays({ stats }: { stats: AnalyticsStats | undefined }) {
  if (!stats) return <SkeletonLine width="26rem" />;
  if (stats.demo) return <DemoProgress {...stats.demo} />;
  const { previous, timeZone } = stats;
  return (
    <p>
      Compared with the days right before: {formatLongDate(previous.from, timeZone)} –{' '}
      {formatLongDate(previous.to, timeZone)}
    </p>
  );
}
