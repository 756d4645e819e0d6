import type { SkillFigures } from '#contract/skills/skill-figures.ts';
import { compareCounts, compareShares } from '../../../lib/comparison.ts';
import type { Comparison } from '../../../lib/comparison.ts';
import { formatLongDate } from '#contract/calendar/formats.ts';
import { formatCount, formatPercent } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChangeMark } from '../../../ui/records/change-mark.tsx';
import styles from './skill-figures.module.css';
import { showTotal } from '../skill-money.ts';

interface Tile {
  value: string;
  /** In words, where the value alone says too little. */
  words?: string;
  comparison: Comparison;
  /** A rise is good and a fall bad. */
  isJudged?: boolean;
}

const labels = ['Requests', 'Cost', 'Success rate', 'Conversations'];

function listTiles({ requests, cost, successRate, conversations, previous }: SkillFigures): Tile[] {
  return [
    { value: formatCount(requests), comparison: compareCounts(requests, previous.requests) },
    { value: showTotal(cost), comparison: compareCounts(cost, previous.cost) },
    {
      value: successRate === null ? '–' : formatPercent(successRate),
      ...(successRate === null && { words: 'No conversation is finished yet' }),
      comparison: compareShares(successRate, previous.successRate),
      isJudged: true,
    },
    { value: formatCount(conversations), comparison: compareCounts(conversations, previous.conversations) },
  ];
}

/** The four figures of a skill, each against the same number of days before. */
export function SkillTiles({ figures }: { figures: SkillFigures | undefined }) {
  const tiles = figures && listTiles(figures);
  return (
    <>
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
      <div className={styles.compared}>
        {figures ? <ComparedDays figures={figures} /> : <SkeletonLine width="26rem" />}
      </div>
    </>
  );
}

function ComparedDays({ figures: { previous, timeZone } }: { figures: SkillFigures }) {
  return (
    <p>
      Compared with the days right before: {formatLongDate(previous.from, timeZone)} –{' '}
      {formatLongDate(previous.to, timeZone)}
    </p>
  );
}

function TileValue({ tile }: { tile: Tile | undefined }) {
  return (
    <>
      <span className={styles.value} title={tile?.words}>
        {tile ? <Value {...tile} /> : <SkeletonLine width="55%" />}
      </span>
      <span className={styles.change}>
        {tile ? (
          <ChangeMark comparison={tile.comparison} isJudged={tile.isJudged ?? false} />
        ) : (
          <SkeletonLine width="35%" />
        )}
      </span>
    </>
  );
}

function Value({ value, words }: Tile) {
  if (words === undefined) return value;
  return (
    <>
      <span aria-hidden="true">{value}</span>
      <span className="visually-hidden">{words}</span>
    </>
  );
}
