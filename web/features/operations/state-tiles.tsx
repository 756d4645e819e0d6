import { formatShortDate, formatTime } from '#contract/calendar/formats.ts';
import type { Operations } from '#contract/operations.ts';
import { formatBytes, formatCount } from '../../lib/numbers.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import styles from './operations-page.module.css';

interface StateTilesProps {
  /** Undefined while it is loading. */
  operations: Operations | undefined;
  zone: string;
}

/** The four numbers that an operator looks at first. Each names its parts below it. */
export function StateTiles({ operations, zone }: StateTilesProps) {
  const tiles = operations && toTiles(operations, zone);
  return (
    <dl className={styles.tiles}>
      {['Free disk', 'Database', 'Jobs', 'Last backup'].map((label, index) => {
        const { [index]: tile } = tiles ?? [];
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles.value}>{tile ? tile.value : <SkeletonLine width="55%" />}</dd>
            <dd className={styles.parts}>{tile ? tile.parts : <SkeletonLine width="75%" />}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function toTiles({ disk, database, queues, backups, backupAt }: Operations, zone: string) {
  const sum = (of: 'waiting' | 'running' | 'failing') => queues.reduce((total, queue) => total + queue[of], 0);
  const plan = backupAt === null ? 'not scheduled' : `every day at ${backupAt} UTC`;
  const last = backups.find(({ file }) => file !== null);
  return [
    { value: formatBytes(disk.freeBytes), parts: `of ${formatBytes(disk.totalBytes)}` },
    {
      value: formatBytes(database.bytes),
      parts: `${formatCount(database.connections)} of ${formatCount(database.maxConnections)} connections in use`,
    },
    {
      value: formatCount(sum('waiting') + sum('running') + sum('failing')),
      parts: `${formatCount(sum('waiting'))} waiting, ${formatCount(sum('running'))} running, ${formatCount(sum('failing'))} failed`,
    },
    {
      value: last ? formatShortDate(last.startedAt, zone) : 'None',
      parts: [...(last ? [`at ${formatTime(last.startedAt, zone)}`] : []), plan].join(' · '),
    },
  ];
}
