import { formatShortDate, formatTime } from '#contract/calendar/formats.ts';
import type { JobQueue, Operations } from '#features/company/contract/operations.ts';
import { formatBytes, formatCount } from '#web/lib/numbers.ts';
import { StatTiles } from '#web/ui/figures/stat-tiles.tsx';

interface StateTilesProps {
  /** Undefined while it is loading. */
  operations: Operations | undefined;
  zone: string;
}

/** The four numbers that an operator looks at first. Each names its parts below it. */
export function StateTiles({ operations, zone }: StateTilesProps) {
  const labels = ['Free disk', 'Database', 'Jobs', 'Last backup'];
  return <StatTiles labels={labels} tiles={operations && toTiles(operations, zone)} />;
}

function toTiles({ disk, database, queues, backups, backupAt }: Operations, zone: string) {
  const sum = (count: (queue: JobQueue) => number) => queues.reduce((total, queue) => total + count(queue), 0);
  const waiting = sum((queue) => queue.waiting);
  const running = sum((queue) => queue.running);
  const failed = sum(({ failing, givenUp }) => failing + givenUp);
  const plan = backupAt === null ? 'not scheduled' : `every day at ${backupAt} UTC`;
  const last = backups.find(({ file, isGone }) => file !== null && !isGone);
  return [
    { value: formatBytes(disk.freeBytes), note: `of ${formatBytes(disk.totalBytes)}` },
    {
      value: formatBytes(database.bytes),
      note: `${formatCount(database.connections)} of ${formatCount(database.maxConnections)} connections in use`,
    },
    {
      value: formatCount(waiting + running + failed),
      note: `${formatCount(waiting)} waiting, ${formatCount(running)} running, ${formatCount(failed)} failed`,
    },
    {
      value: last ? formatShortDate(last.startedAt, zone) : 'None',
      note: [...(last ? [describeAge(last.startedAt), `at ${formatTime(last.startedAt, zone)}`] : []), plan].join(
        ' · ',
      ),
    },
  ];
}

const hourMs = 3_600_000;

function describeAge(startedAt: string): string {
  const hours = Math.floor((Date.now() - Date.parse(startedAt)) / hourMs);
  if (hours < 1) return 'less than an hour ago';
  if (hours < 48) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
