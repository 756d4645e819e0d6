import { getMasking } from '../masking/company-masking.ts';
import type { Range } from '#server/lib/calendar/ranges.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { findInSegments } from './find-in-segments.ts';
import { batchSize, listNewest, type FoundConversation } from './list-newest.ts';
import { keepInRange, keepMatching, type FactsFilter } from './narrow-found.ts';
import { listSegments, type Segment } from './search-index.repository.ts';
import { toMonth, toSettingsKey } from './search-settings.ts';
import type { PreparedSearch } from './search-terms.service.ts';

export type { FoundConversation } from './list-newest.ts';
export type { FactsFilter } from './narrow-found.ts';

interface FindOptions {
  readonly range: Range;
  /** Missing where the index knows nothing that is filtered. */
  readonly matches: FactsFilter | undefined;
}

/** Segments that are read together have at most so many, except those of one month, which bounds the memory. */
const segmentsAtOnce = 400;

/**
 * The conversations of a range in which all terms stand, newest first, in batches. Read up to where the caller stops. They may
 * have changed since, so the caller reads them.
 */
export async function* findConversations(
  tx: CompanyTransaction,
  { terms }: Pick<PreparedSearch, 'terms'>,
  { range, matches }: FindOptions,
): AsyncGenerator<FoundConversation[]> {
  const masking = toSettingsKey(await getMasking(tx));
  const bounds = { first: toMonth(range.from), last: toMonth(range.until - 1) };
  const segments = await listSegments(tx, { ...bounds, masking });
  const months = [...Map.groupBy(segments, ({ month }) => month).values()];
  const seen = new Set<string>();
  for (let read = 0, size = 1; read < months.length;) {
    const taken = takeMonths(months.slice(read, read + size));
    const within = await findInSegments(tx, taken.flat(), terms);
    const inRange = await keepInRange(tx, within, range);
    const found = matches ? await keepMatching(tx, inRange, matches) : inRange;
    for await (const batch of listNewest(tx, found, range)) {
      // One that was reported again in between may be in two segments.
      yield batch.filter(({ id }) => !seen.has(id) && seen.add(id));
    }
    read += taken.length;
    size = countNext(read, seen.size);
  }
}

/** Number of months that will fill a batch, if the older ones have as many found as those that were read. */
function countNext(read: number, found: number): number {
  return found === 0 ? Infinity : Math.max(1, Math.ceil((read * batchSize) / found) - read);
}

function takeMonths(months: ReadonlyArray<readonly Segment[]>): ReadonlyArray<readonly Segment[]> {
  let count = 0;
  const end = months.findIndex((segments, place) => {
    count += segments.length;
    return place > 0 && count > segmentsAtOnce;
  });
  return end === -1 ? months : months.slice(0, end);
}
