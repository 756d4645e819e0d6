import type { CompanyTransaction } from '#server/sql/sql.ts';
import { findBlocks } from './find-in-index.repository.ts';
import * as repository from './search-index.repository.ts';
import type { IndexedConversation, Segment } from './search-index.repository.ts';
import { toMonth } from './search-settings.ts';
import { findWord, readConversations } from './segment-codec.ts';
import { factBytes, readId } from './segment-facts.ts';
import { toConversationKey } from './word-keys.ts';

interface Changed {
  readonly ids: readonly string[];
  readonly conversations: readonly IndexedConversation[];
  /** Months in which some of them were before. */
  readonly earlier: readonly string[];
}

/** The months in which the index may hold each conversation; of one that is deleted any. */
export async function listFormerMonths(tx: CompanyTransaction, { ids, conversations, earlier }: Changed) {
  const former = new Map<string, string[]>();
  if (ids.length === 0) return former;
  const starts = new Map(conversations.map(({ id, startedAt }) => [id, toMonth(startedAt.getTime())]));
  const isGone = ids.some((id) => !starts.has(id));
  const all = isGone ? (await repository.listMonths(tx)).map(({ month }) => month) : [];
  for (const id of ids) {
    const own = starts.get(id);
    for (const month of own === undefined ? all : new Set([own, ...earlier]))
      former.set(month, [...(former.get(month) ?? []), id]);
  }
  return former;
}

/** More than this many conversations of a month are looked for among all of it. */
const singleLookups = 50;

/** Takes conversations out of the segments that hold them. @param former their ids by month */
export async function forgetIndexed(
  tx: CompanyTransaction,
  former: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [month, ids] of former) {
    const segments = await repository.listMonthSegments(tx, { month });
    if (segments.length === 0) continue;
    const found = await (ids.length > singleLookups ? findAmongAll : findOneByOne)(tx, { month, ids, segments });
    for (const [segment, numbers] of found) {
      const known = new Set(segments.find((each) => each.segment === segment)?.removed);
      const added = numbers.filter((number) => !known.has(number));
      if (added.length > 0) await repository.forgetNumbers(tx, { month, segment, numbers: added });
    }
  }
}

interface Lookup {
  readonly month: string;
  readonly ids: readonly string[];
  readonly segments: readonly Segment[];
}

/** The numbers of conversations by segment. */
type NumbersBySegment = Map<number, number[]>;

async function findOneByOne(tx: CompanyTransaction, { month, ids, segments }: Lookup): Promise<NumbersBySegment> {
  const found: NumbersBySegment = new Map();
  const blocks = await findBlocks(tx, {
    months: segments.map(() => month),
    segments: segments.map(({ segment }) => segment),
    keys: ids.map(toConversationKey),
  });
  for (const { segment, key, ...block } of blocks) {
    const word = key === null ? undefined : findWord(block, key);
    if (segment !== null && word) found.set(segment, [...(found.get(segment) ?? []), ...readConversations(word)]);
  }
  return found;
}

async function findAmongAll(tx: CompanyTransaction, { month, ids, segments }: Lookup): Promise<NumbersBySegment> {
  const found: NumbersBySegment = new Map();
  const wanted = new Set(ids);
  for (const { segment } of segments) {
    const rows = await repository.listFacts(tx, { month, segments: [segment] });
    const numbers = rows.flatMap(({ facts }) => listNumbers(facts, wanted));
    if (numbers.length > 0) found.set(segment, numbers);
  }
  return found;
}

const listNumbers = (facts: Buffer, wanted: ReadonlySet<string>) =>
  Array.from({ length: facts.length / factBytes }, (_, number) => number).filter((number) =>
    wanted.has(readId(facts, number)),
  );
