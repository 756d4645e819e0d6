import { formatDateTime } from '#contract/calendar/formats.ts';
import type { JobQueue, Operations } from '#features/company/contract/operations.ts';
import { formatBytes, formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { queueWords } from './queue-words.ts';

export interface Concern {
  readonly key: string;
  readonly tone: 'red' | 'amber';
  readonly text: string;
  /** The page that shows more of it. */
  readonly address: { readonly path: string };
}

type Found = Omit<Concern, 'address'>;

const onHealth = { path: paths.operations() };
const onJobs = { path: paths.jobs() };

const lowShare = 0.1;
const fullShare = 0.03;
/** A backup may take its time; a missed day shows. */
const lateMs = 26 * 60 * 60_000;
/** A job that waits longer is not being done. */
const stuckMs = 15 * 60_000;

/** Lists the concerns of the operator, the most urgent first; empty where there are none. */
export function listConcerns(operations: Operations, now: Date, zone: string): Concern[] {
  const ofHealth = [
    describeLoad(operations),
    describeDisk(operations),
    describeConnections(operations),
    ...operations.warnings.map((text): Found => ({ key: text, tone: 'amber', text })),
  ];
  const ofJobs = [
    describeBackup(operations, now, zone),
    describeLeftovers(operations),
    ...operations.queues.map((queue) => describeQueue(queue, now, zone)),
  ];
  const concerns = [...toConcerns(ofHealth, onHealth), ...toConcerns(ofJobs, onJobs)];
  return concerns.toSorted((one, other) => Number(other.tone === 'red') - Number(one.tone === 'red'));
}

const toConcerns = (found: readonly (Found | undefined)[], address: Concern['address']): Concern[] =>
  found.flatMap((each) => (each ? [{ ...each, address }] : []));

/** Each of several portals has its own load. */
function describeLoad({ pressure: { isOverloaded } }: Operations): Found | undefined {
  if (!isOverloaded) return undefined;
  const text = 'The portal that answered is overloaded: it denies reports of assistants and uploads for now.';
  return { key: 'load', tone: 'red', text };
}

function describeDisk({ disk, database, pressure }: Operations): Found | undefined {
  const { freeBytes, totalBytes } = disk;
  if (pressure.isDiskFull) {
    const subject = database.isEmbedded
      ? 'The disk is full, and the portal uses its reserve'
      : 'The disk of the portal or of its database is full';
    return {
      key: 'disk',
      tone: 'red',
      text: `${subject}: it denies reports of assistants and uploads until you free space.`,
    };
  }
  if (freeBytes >= totalBytes * lowShare) return undefined;
  const text = `The disk is almost full: ${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} are free.`;
  return { key: 'disk', tone: freeBytes < totalBytes * fullShare ? 'red' : 'amber', text };
}

function describeConnections({ database: { connections, maxConnections } }: Operations): Found | undefined {
  if (connections < maxConnections * (1 - lowShare)) return undefined;
  const text = `${formatCount(connections)} of ${formatCount(maxConnections)} database connections are in use.`;
  return { key: 'connections', tone: 'amber', text };
}

function describeBackup({ backups, backupAt }: Operations, now: Date, zone: string): Found | undefined {
  const [last] = backups;
  if (last?.error) {
    const outcome = last.file === null ? 'failed' : 'could not be verified';
    return { key: 'backup', tone: 'red', text: `The last backup ${outcome}: ${last.error}` };
  }
  if (!last) return { key: 'backup', tone: 'amber', text: 'There is no backup yet.' };
  const present = backups.find(({ file, isGone }) => file !== null && !isGone);
  if (!present) return { key: 'backup', tone: 'red', text: 'The file of every known backup was deleted.' };
  if (now.getTime() - Date.parse(present.startedAt) < lateMs) return undefined;
  const when = formatDateTime(present.startedAt, zone);
  const plan = backupAt === null ? ' No time is set for backups (BACKUP_AT).' : '';
  return { key: 'backup', tone: backupAt === null ? 'amber' : 'red', text: `The last backup is of ${when}.${plan}` };
}

/** A copy of all rows is outside of erasure and retention. */
function describeLeftovers({ leftovers: { databases, files } }: Operations): Found | undefined {
  if (databases + files === 0) return undefined;
  const copies = databases === 1 ? '1 copy of the database' : `${formatCount(databases)} copies of the database`;
  const halves = files === 1 ? '1 incomplete file' : `${formatCount(files)} incomplete files`;
  const found = [...(databases > 0 ? [copies] : []), ...(files > 0 ? [halves] : [])].join(' and ');
  const text = `Interrupted backups left ${found}. The next backup deletes them, and a portal looks for them every hour.`;
  return { key: 'leftovers', tone: databases > 0 ? 'red' : 'amber', text };
}

function describeQueue(queue: JobQueue, now: Date, zone: string): Found | undefined {
  const { name, failing, givenUp, nextAttemptAt, oldestAt, running } = queue;
  if (givenUp > 0) {
    const subject = givenUp === 1 ? '1 job has' : `${formatCount(givenUp)} jobs have`;
    return { key: name, tone: 'red', text: `${queueWords[name]}: ${subject} failed at the last attempt.` };
  }
  if (failing > 0) {
    const next = nextAttemptAt === null ? '' : ` Next attempt: ${formatDateTime(nextAttemptAt, zone)}.`;
    const subject = failing === 1 ? '1 job has' : `${formatCount(failing)} jobs have`;
    return { key: name, tone: 'amber', text: `${queueWords[name]}: ${subject} failed.${next}` };
  }
  if (oldestAt === null || running > 0 || now.getTime() - Date.parse(oldestAt) < stuckMs) return undefined;
  return {
    key: name,
    tone: 'red',
    text: `${queueWords[name]}: a job has waited since ${formatDateTime(oldestAt, zone)}.`,
  };
}
