import { parseSearch } from '#contract/analytics/search-words.ts';
import { getMasking } from '../ledger/masking/company-masking.ts';
import { Problem } from '../lib/request/problem.ts';
import type { Range } from '../lib/calendar/ranges.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { readFilteredFacts, readId } from './conversation-facts.ts';
import type { FilteredFacts } from './conversation-facts.ts';
import { keep, unite } from './number-lists.ts';
import type { Numbers } from './number-lists.ts';
import * as repository from './search-index.repository.ts';
import type { Segment } from './search-index.repository.ts';
import { toMonth, toMonthStart, toSettingsKey } from './search-settings.ts';
import { findWord, positionsOfConversation, readConversations, readPlaces } from './segment-codec.ts';
import type { WordPlaces } from './segment-codec.ts';
import { getWordForms } from './stems.repository.ts';

/** A term as the index knows it. */
interface IndexedTerm {
  /** For each of its words the keys that it may have: one for each language. */
  readonly words: ReadonlyArray<readonly number[]>;
  readonly isExcluded: boolean;
}

export interface PreparedSearch {
  readonly terms: readonly IndexedTerm[];
  /** Common words, which are left out. */
  readonly ignored: readonly string[];
}

/**
 * What a search asks of the index. A word that is common in one of the languages says nothing, except in quotes.
 * @throws Problem `search.too-common` where nothing else is left
 */
export async function prepareSearch(tx: CompanyTransaction, search: string): Promise<PreparedSearch> {
  const parsed = parseSearch(search);
  const forms = await getWordForms(
    tx,
    parsed.flatMap(({ words }) => words),
  );
  const ignored: string[] = [];
  const terms = parsed.flatMap(({ words, isExcluded }): IndexedTerm[] => {
    const [first = ''] = words;
    if (words.length === 1 && (forms.get(first)?.common ?? 0) > 0) {
      ignored.push(first);
      return [];
    }
    const keys = words.map((word) => {
      const found = forms.get(word);
      return found ? [...new Set([found.plain, ...found.stems])] : [];
    });
    return [{ words: keys, isExcluded }];
  });
  if (!terms.some(({ isExcluded }) => !isExcluded)) throw new Problem('search.too-common');
  return { terms, ignored };
}

/** Decides by what the index knows of a conversation; the caller decides again when it reads it. */
export type FactsFilter = (facts: FilteredFacts) => boolean;

interface FindOptions {
  readonly range: Range;
  readonly matches: FactsFilter;
}

export interface FoundConversation {
  readonly id: string;
  readonly startedAt: number;
}

/** Months that are read together grow by this, the newest one alone: most searches end there. */
const growth = 3;
/** Conversations that are handed on together. */
const batchSize = 1200;

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
  const segments = await repository.listSegments(tx, { ...bounds, masking });
  const months = [...Map.groupBy(segments, ({ month }) => month).values()];
  const seen = new Set<string>();
  for (let at = 0, size = 1; at < months.length; at += size, size *= growth) {
    const group = months.slice(at, at + size);
    const found = await findInSegments(tx, group.flat(), terms);
    const single = await listSingleFacts(tx, group.flat(), found);
    for (const ofMonth of group) {
      const held = [
        ...ofMonth.flatMap((segment) => single.get(toId(segment)) ?? []),
        ...(await listWholeFacts(tx, ofMonth, found)),
      ];
      for (const batch of listNewestFirst(held, toMonthStart(ofMonth[0]?.month ?? ''), { range, matches })) {
        // One that was reported again in between may be in two segments.
        yield batch.filter(({ id }) => !seen.has(id) && seen.add(id));
      }
    }
  }
}

/** Facts of conversations, and which of them are found. */
interface HeldFacts {
  readonly facts: Buffer;
  readonly numbers: Numbers;
}

const maxHeld = 2 ** 20;

/** The found conversations of a month that match, in batches; ids are read of those alone that are handed on. */
function* listNewestFirst(
  held: readonly HeldFacts[],
  start: number,
  { range, matches }: FindOptions,
): Generator<FoundConversation[]> {
  const places = held.flatMap(({ facts, numbers }) => Array.from(numbers, (number) => ({ facts, number })));
  const order = new Float64Array(places.length);
  let length = 0;
  for (const [place, { facts, number }] of places.entries()) {
    const known = readFilteredFacts(facts, start, number);
    if (known.startedAt < range.from || known.startedAt >= range.until || !matches(known)) continue;
    order[length++] = (known.startedAt - start) * maxHeld + place;
  }
  const sorted = order.subarray(0, length).toSorted().toReversed();
  const read = (value: number): FoundConversation[] => {
    const at = places[value % maxHeld];
    return at ? [{ id: readId(at.facts, at.number), startedAt: start + Math.floor(value / maxHeld) }] : [];
  };
  for (let at = 0; at < sorted.length; at += batchSize)
    yield Array.from(sorted.subarray(at, at + batchSize))
      .flatMap(read)
      .toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1));
}

const toId = ({ month, segment }: { readonly month: string | null; readonly segment: number | null }) =>
  `${month ?? ''} ${segment ?? ''}`;

/** The numbers of the conversations of each segment in which all terms stand. */
async function findInSegments(tx: CompanyTransaction, segments: readonly Segment[], terms: readonly IndexedTerm[]) {
  const keys = [...new Set(terms.flatMap(({ words }) => words.flat()))];
  const blocks = await repository.findBlocks(tx, { ...toParams(segments), keys });
  const places = new Map<string, Map<number, WordPlaces>>();
  for (const { key, ...block } of blocks) {
    const word = key === null ? undefined : findWord(block, key);
    if (key === null || !word) continue;
    const ofSegment = places.get(toId(block)) ?? new Map<number, WordPlaces>();
    places.set(toId(block), ofSegment.set(key, word));
  }
  const found = new Map<string, Numbers>();
  for (const segment of segments) {
    const ofSegment = places.get(toId(segment));
    if (!ofSegment) continue;
    const numbers = keep(findAll(terms, ofSegment), Float64Array.from(segment.removed).toSorted(), { isIn: false });
    if (numbers.length > 0) found.set(toId(segment), numbers);
  }
  return found;
}

function toParams(segments: ReadonlyArray<Pick<Segment, 'month' | 'segment'>>) {
  const months = segments.map(({ month }) => month);
  const sorted = months.toSorted();
  return {
    months,
    segments: segments.map(({ segment }) => segment),
    first: sorted[0] ?? '2000-01-01',
    last: sorted.at(-1) ?? '2000-01-01',
  };
}

function findAll(terms: readonly IndexedTerm[], words: ReadonlyMap<number, WordPlaces>): Numbers {
  let found: Numbers | undefined;
  // The rarest first, because it leaves the least to compare.
  const wanted = terms
    .filter(({ isExcluded }) => !isExcluded)
    .toSorted((a, b) => countMost(a, words) - countMost(b, words));
  for (const { words: keys } of wanted) {
    const numbers = findTerm(keys, words);
    found = found ? keep(found, numbers) : numbers;
    if (found.length === 0) return found;
  }
  for (const { words: keys } of terms.filter(({ isExcluded }) => isExcluded))
    found = keep(found ?? new Float64Array(0), findTerm(keys, words), { isIn: false });
  return found ?? new Float64Array(0);
}

const countMost = ({ words: keys }: IndexedTerm, words: ReadonlyMap<number, WordPlaces>) =>
  Math.min(...keys.map((variants) => variants.reduce((sum, key) => sum + (words.get(key)?.count ?? 0), 0)));

function findTerm(keys: ReadonlyArray<readonly number[]>, words: ReadonlyMap<number, WordPlaces>): Numbers {
  const [only = []] = keys;
  const listed = (variants: readonly number[]) => variants.flatMap((key) => words.get(key) ?? []);
  if (keys.length === 1) return unite(listed(only).map(readConversations));
  if (keys.some((variants) => listed(variants).length === 0)) return new Float64Array(0);
  let places: Numbers | undefined;
  for (const [shift, variants] of keys.entries()) {
    const ofWord = unite(listed(variants).map(readPlaces));
    places = places ? keep(places, ofWord, { shift }) : ofWord;
    if (places.length === 0) return places;
  }
  return Float64Array.from(new Set(Array.from(places ?? [], (place) => Math.floor(place / positionsOfConversation))));
}

/** A segment is read whole where more than this share of it is found. */
const wholeShare = 1 / 100;
/** Conversations of several months that are read one by one, in one statement. */
const maxSingle = 4000;

const isWhole = (segment: Segment, found: ReadonlyMap<string, Numbers>) =>
  (found.get(toId(segment))?.length ?? 0) > segment.conversations * wholeShare;

/** Of the segments in which little is found; by segment. */
async function listSingleFacts(
  tx: CompanyTransaction,
  segments: readonly Segment[],
  found: ReadonlyMap<string, Numbers>,
): Promise<Map<string, HeldFacts[]>> {
  const held = new Map<string, HeldFacts[]>();
  const wanted = segments
    .filter((segment) => !isWhole(segment, found))
    .flatMap(({ month, segment }) =>
      Array.from(found.get(toId({ month, segment })) ?? [], (number) => ({ month, segment, number })),
    );
  for (let at = 0; at < wanted.length; at += maxSingle) {
    const part = wanted.slice(at, at + maxSingle);
    const numbers = part.map(({ number }) => number);
    for (const { facts, ...row } of await repository.findFacts(tx, { ...toParams(part), numbers })) {
      const ofSegment = held.get(toId(row)) ?? [];
      if (facts) ofSegment.push({ facts, numbers: new Float64Array(1) });
      held.set(toId(row), ofSegment);
    }
  }
  return held;
}

async function listWholeFacts(
  tx: CompanyTransaction,
  segments: readonly Segment[],
  found: ReadonlyMap<string, Numbers>,
): Promise<HeldFacts[]> {
  const whole = segments.filter((segment) => isWhole(segment, found));
  const [{ month } = { month: '' }] = whole;
  if (month === '') return [];
  const rows = await repository.listFacts(tx, { month, segments: whole.map(({ segment }) => segment) });
  return rows.map(({ segment, facts }) => ({
    facts,
    numbers: found.get(toId({ month, segment })) ?? new Float64Array(0),
  }));
}
