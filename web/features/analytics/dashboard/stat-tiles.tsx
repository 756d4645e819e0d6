import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { compareCounts, compareShares } from '../../../lib/comparison.ts';
import type { Comparison } from '../../../lib/comparison.ts';
import { formatCompactCount, formatCount, formatPercent } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChangeMark } from '../../../ui/records/change-mark.tsx';
import styles from './stat-tiles.module.css';

interface Tile {
  label: string;
  value: string;
  /** Every digit, where the value leaves some out. */
  exact?: string;
  comparison: Comparison;
  /** A rise is good and a fall bad. */
  isJudged?: boolean;
}

/** A count beyond this one does not fit into a tile. */
const highestInFull = 99_999_999;

function countTile(label: string, count: number, previous: number): Tile {
  const isShort = count > highestInFull;
  return {
    label,
    value: isShort ? formatCompactCount(count) : formatCount(count),
    ...(isShort && { exact: formatCount(count) }),
    comparison: compareCounts(count, previous),
  };
}

function listTiles(stats: AnalyticsStats): Tile[] {
  const { previous, successRate } = stats;
  return [
    countTile('API calls', stats.apiCalls, previous.apiCalls),
    countTile('Conversations', stats.conversations, previous.conversations),
    countTile('Users', stats.users, previous.users),
    {
      label: 'Success rate',
      value: successRate === null ? '–' : formatPercent(successRate),
      ...(successRate === null && { exact: 'No conversation is finished yet' }),
      comparison: compareShares(successRate, previous.successRate),
      isJudged: true,
    },
  ];
}

const labels = ['API calls', 'Conversations', 'Users', 'Success rate'];

/** The four figures that say most, each against the previous period. */
export function StatTiles({ stats }: { stats: AnalyticsStats | undefined }) {
  const tiles = stats && listTiles(stats);
  return (
    <section aria-label="Totals">
      <dl className={styles.tiles}>
        {labels.map((label, index) => (
          <div key={label} className={styles.tile}>
            <dt>{label}</dt>
            <dd>
              <TileValue tile={tiles?.[index]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TileValue({ tile }: { tile: Tile | undefined }) {
  if (!tile) {
    return (
      <>
        <span className={styles.value}>
          <SkeletonLine width="55%" />
        </span>
        <span className={styles.change}>
          <SkeletonLine width="35%" />
        </span>
      </>
    );
  }
  const { value, exact, comparison, isJudged = false } = tile;
  return (
    <>
      <span className={styles.value} title={exact}>
        {exact ? (
          <>
            <span aria-hidden="true">{value}</span>
            <span className="visually-hidden">{exact}</span>
          </>
        ) : (
          value
        )}
      </span>
      <span className={styles.change}>
        <ChangeMark comparison={comparison} isJudged={isJudged} />
      </span>
    </>
  );
}
