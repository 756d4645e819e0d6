import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of a base of an archive, by the time of its start: one is made after the other. */
export const toBaseName = (startedAt: Date): string => startedAt.toISOString().replaceAll(/[-:.]/g, '');

const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.json$/;

/** When the last complete base of an archive was started, by the name of its record. */
export async function findLastBaseTime(folder: string): Promise<Date | undefined> {
  const names = await readdir(join(folder, 'bases')).catch(() => []);
  const last = names
    .filter((name) => pattern.test(name))
    .toSorted()
    .at(-1);
  return last === undefined ? undefined : new Date(last.replace(pattern, '$1-$2-$3T$4:$5:$6.$7Z'));
}
