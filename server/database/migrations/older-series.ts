import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseRefused } from '../connection/errors.ts';

/** Migrations that were written before the schema was written whole: each table once, as all of them had left it. */
const olderSeries = { first: '0001_tenancy.sql', needed: '0079_user_days.sql', last: '0090_share_session.sql' };

/** The files of the whole schema; migrations that change it are numbered on from here. */
export const schemaFiles = 12;

interface Noted {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Whether these migrations are of the older series, and made the tables that the whole schema has. */
export const isOlderSeries = (noted: readonly Noted[]): boolean => noted.some(({ name }) => name === olderSeries.first);

/**
 * Migrations of the older series that a database lacks, in their order.
 * @throws DatabaseRefused where it lacks some that are not kept
 */
export async function listMissing(noted: readonly Noted[]): Promise<Array<Noted & { readonly script: string }>> {
  const known = new Set(noted.map(({ name }) => name));
  if (!known.has(olderSeries.needed)) throw refuse(noted, olderSeries.needed);
  const text = await readFile(join(import.meta.dirname, 'older', 'from-0080.sql'), 'utf8');
  const [, ...sections] = text.replaceAll('\r\n', '\n').split(/^-- == /m);
  return sections.flatMap((section) => {
    const [name = '', ...lines] = section.split('\n');
    return known.has(name)
      ? []
      : [{ number: Number(name.slice(0, 4)), name, checksum: 'older', script: lines.join('\n') }];
  });
}

/**
 * Migrations to note for a database or a backup: the files of the whole schema, where it has the tables of the older series.
 * @param noted migrations of its own
 * @param known files of this program
 * @throws DatabaseRefused where migrations of the older series are missing
 */
export function carryOver(noted: readonly Noted[], known: readonly Noted[]): readonly Noted[] {
  if (!isOlderSeries(noted)) return noted;
  if (noted.some(({ name }) => name === olderSeries.last)) return known.slice(0, schemaFiles);
  throw refuse(noted, olderSeries.last);
}

const refuse = (noted: readonly Noted[], needed: string) =>
  new DatabaseRefused(
    `The tables are older than this program can take over: they have ${noted.at(-1)?.name}, and ${needed} is needed. Start the last version before 1.0 on them once, then this one.`,
  );
