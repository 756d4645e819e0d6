import type { Range } from '#server/lib/calendar/ranges.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { listFilters, listMarks } from './find-in-index.repository.ts';
import { toId, toSegmentParams, type FoundInSegment } from './find-in-segments.ts';
import { toMonth, toMonthStart } from './search-settings.ts';
import { factBytes, openFilters, readStart, type FilteredFacts } from './segment-facts.ts';

/** Decides by what the index knows of a conversation; the caller decides again when it reads it. */
export type FactsFilter = (facts: FilteredFacts) => boolean;

/**
 * Share of a segment's conversations that is found, above which the segment's filters are read: else the conversations
 * are.
 */
const filteredShare = 1 / 400;
/** Segments whose filters are in memory together. */
const filteredAtOnce = 16;

/** Leaves out what does not match the filter, as far as the index knows. */
export async function keepMatching(
  tx: CompanyTransaction,
  found: readonly FoundInSegment[],
  matches: FactsFilter,
): Promise<FoundInSegment[]> {
  const isRead = ({ segment, numbers }: FoundInSegment) => numbers.length > segment.conversations * filteredShare;
  const filtered = found.filter(isRead).map(({ segment }) => segment);
  const kept = new Map<string, FoundInSegment>(found.map((each) => [toId(each.segment), each]));
  for (let at = 0; at < filtered.length; at += filteredAtOnce) {
    const rows = await listFilters(tx, toSegmentParams(filtered.slice(at, at + filteredAtOnce)));
    for (const { filters, ...key } of rows) {
      const { segment, numbers } = kept.get(toId(key)) ?? {};
      if (!segment || !numbers) continue;
      const read = openFilters(filters, segment.conversations);
      const matching = numbers.filter((number) => matches(read(number)));
      kept.set(toId(key), { segment, numbers: matching });
    }
  }
  return [...kept.values()].filter(({ numbers }) => numbers.length > 0);
}

/** Conversations between two whose starts are read. */
const markStep = 256;

/** Leaves out most of what started outside the range, in months of which it is a part. */
export async function keepInRange(
  tx: CompanyTransaction,
  found: readonly FoundInSegment[],
  range: Range,
): Promise<FoundInSegment[]> {
  const edges = new Set([toMonth(range.from), toMonth(range.until - 1)].filter((month) => !isWithin(month, range)));
  const cut = found.filter(({ segment, numbers }) => edges.has(segment.month) && numbers.length > markStep);
  if (cut.length === 0) return [...found];
  const rows = await listMarks(tx, { ...toSegmentParams(cut.map(({ segment }) => segment)), step: markStep });
  const marks = new Map(rows.map((row) => [toId(row), row.facts]));
  return found.flatMap(({ segment, numbers }) => {
    const facts = marks.get(toId(segment));
    if (!facts) return [{ segment, numbers }];
    const start = toMonthStart(segment.month);
    const starts = Array.from({ length: facts.length / factBytes }, (_, place) => start + readStart(facts, place));
    const first =
      Math.max(
        0,
        starts.findLastIndex((each) => each < range.from),
      ) * markStep;
    const behind = starts.findIndex((each) => each >= range.until);
    const last = behind === -1 ? Infinity : behind * markStep;
    const kept = numbers.filter((number) => number >= first && number < last);
    return kept.length > 0 ? [{ segment, numbers: kept }] : [];
  });
}

function isWithin(month: string, { from, until }: Range): boolean {
  const start = toMonthStart(month);
  const next = new Date(start);
  return from <= start && until >= next.setUTCMonth(next.getUTCMonth() + 1);
}
