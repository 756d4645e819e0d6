import { Link } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { compareCounts } from '#features/dashboard/contract/comparison.ts';
import { paths } from '#web/paths.ts';
import { StatTiles } from '#web/ui/figures/stat-tiles.tsx';
import { NotListed } from '#web/ui/records/not-listed.tsx';
import { TopList } from '#web/ui/figures/top-list.tsx';
import type { useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { LogLink } from '#web/records/range/log-link.tsx';
import { Block, Columns, look } from '#web/ui/layout/layout.tsx';
import { toFullName } from '#web/records/conversations/full-name.ts';
import { DaysPanel } from './dashboard-days-panel.tsx';
import { HoursPanel } from './dashboard-hours-panel.tsx';
import { OutcomesPanel } from './dashboard-outcomes-panel.tsx';
import { getTileTarget, listTiles, tileLabels } from './stat-tiles.ts';

type AnalyticsScope = ReturnType<typeof useAnalyticsScope>;

interface DashboardFiguresProps {
  /** Undefined while they are loading; everything then has its place and size already. */
  stats?: AnalyticsStats;
  scope: AnalyticsScope;
  /** The figures are of an earlier range or failed to reload. */
  isStale: boolean;
}

/** The figures of the overview. */
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
      <Columns of={[3, 2]} gap={10} collapse="tablet" above={5}>
        <DaysPanel stats={stats} search={search} />
        <HoursPanel stats={stats} search={search} />
      </Columns>
      <Columns of={[6, 6, 7]} gap={8} collapse="tablet" above={5}>
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
                <ConversationsOf user={{ _id, firstName, lastName }} scope={scope} />
                <NotListed isMapped={isMapped} />
              </>
            ),
            total,
            comparison: compareCounts(total, previous),
          }))}
          action={<MoreLink to={paths.topUsers()} search={search} of="users" />}
        />
        <OutcomesPanel stats={stats} search={search} />
      </Columns>
    </Block>
  );
}

/** The name of a user, as a link where the reader may read the conversations. */
function ConversationsOf({
  user,
  scope,
}: {
  user: { _id: string; firstName: string; lastName: string };
  scope: AnalyticsScope;
}) {
  const name = <span translate="no">{toFullName(user)}</span>;
  if (user._id !== scope.user.id && !can(scope.user, 'transcripts.read-all')) return name;
  return <LogLink search={{ ...scope.search, users: user._id }}>{name}</LogLink>;
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
