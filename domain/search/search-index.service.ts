import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { getMasking } from '../masking/company-masking.ts';
import { toMaskingSize } from '../masking/render-masked.ts';
import { ensurePartitions } from '#server/database/migrations/partitions.ts';
import type { Uses } from '#server/portal/portal.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { buildSegmentTask } from './build-segment.ts';

import { languages } from './languages.ts';
import { listConversationWordsTask, type ConversationWords } from './list-conversation-words.ts';
import { forgetIndexed, listFormerMonths } from './forget-indexed.service.ts';
import { compactMonth } from './compact-month.service.ts';
import * as repository from './search-index.repository.ts';
import * as pending from './search-pending.repository.ts';
import { toFilterColumns, writeFacts, writeFilters } from './segment-facts.ts';
import type { IndexedConversation } from './search-index.repository.ts';
import { toMonth, toMonthStart, toSettingsKey } from './search-settings.ts';
import { getWordForms } from './stems.repository.ts';
import { listSkillNames } from './recited/skill-names.repository.ts';
import { toConversationKey } from './word-keys.ts';

interface Limits {
  /** Rows of `search_pending`. */
  readonly rows: number;
  readonly conversations: number;
  /** Bytes of the messages, beside those of the first conversation. */
  readonly bytes: number;
  /** Whether the conversations leave the queue without words. */
  readonly isLeftOut?: true;
}

/** Limits of one transaction. */
const usual: Limits = { rows: 200, conversations: 4000, bytes: 4 * 1024 * 1024 };
/**
 * Limits after a worker took too long over the usual ones: a little at a time, so that the rest does not wait for it.
 */
const few: Limits = { rows: 1, conversations: 50, bytes: 64 * 1024 };
const single: Limits = { rows: 1, conversations: 1, bytes: 0 };

/**
 * Indexes the next conversations of a company that wait for it. They are masked before a transaction is open, because the company's
 * patterns may take long; one transaction writes them with their leaving the queue: what a kill interrupts is done again, and nothing is in
 * the index twice.
 * @returns how many; undefined where none waits, or another portal does it
 */
export async function indexPending(
  portal: Uses<'database' | 'workers'>,
  companyId: string,
): Promise<number | undefined> {
  for (const limits of [usual, few, single]) {
    try {
      return await indexNext(portal, companyId, limits);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'request.too-complex') throw error;
    }
  }
  // No worker can index it, so the rest of the company must not wait for it.
  return indexNext(portal, companyId, { ...single, isLeftOut: true });
}

async function indexNext(
  portal: Uses<'database' | 'workers'>,
  companyId: string,
  limits: Limits,
): Promise<number | undefined> {
  const { database } = portal;
  const next = await readNext(portal, companyId, limits);
  if (!next) return undefined;
  const { ids, changed, months: earlier, rows, rest } = next;
  const months = new Set<string>();
  const count = await database.inCompany.shard(companyId, async (tx) => {
    if (!(await isStillNext(tx, next, limits))) return undefined;
    // What changed since it was read waits in a row of its own.
    const present = await repository.listConversations(tx, { ids });
    const taken = present.filter(({ id }) => next.words.has(id));
    // In time for the segments: their partitions are made with those of the conversations, except by older releases.
    await ensurePartitions(
      database,
      taken.map(({ startedAt }) => startedAt.getTime()),
    );
    const isLeft = new Set(present.flatMap(({ id }) => (next.words.has(id) ? [] : [id])));
    const isChanged = new Set(changed);
    await forgetIndexed(
      tx,
      await listFormerMonths(tx, { ids: changed.filter((id) => !isLeft.has(id)), conversations: taken, earlier }),
    );
    const conversations = limits.isLeftOut ? [] : taken;
    for (const month of await createSegments(portal, tx, { ...next, companyId, conversations })) months.add(month);
    await pending.deletePending(tx, { ids: rows });
    const leftIds = [...isLeft];
    await pending.followConversations(tx, {
      created: [...leftIds.filter((id) => !isChanged.has(id)), ...rest.created],
      changed: [...leftIds.filter((id) => isChanged.has(id)), ...rest.changed],
      months: earlier,
    });
    return ids.length - isLeft.size;
  });
  for (const month of months) await compactMonth(portal, companyId, month);
  return count;
}

type Words = ConversationWords['conversations'][number];

interface Next extends ReturnType<typeof takePending> {
  readonly masking: MaskingSettings;
  readonly vocabulary: readonly string[];
  /** By the conversations that are indexed; without places where they leave the queue without words. */
  readonly words: ReadonlyMap<string, Words>;
}

/** The next conversations, with their words masked. */
async function readNext(
  { database, workers }: Uses<'database' | 'workers'>,
  companyId: string,
  limits: Limits,
): Promise<Next | undefined> {
  const read = <Result>(work: (tx: CompanyTransaction) => Promise<Result>) => database.inCompany.read(companyId, work);
  const waiting = await read((tx) => pending.listPending(tx, { limit: limits.rows }));
  if (waiting.length === 0) return undefined;
  const taken = takePending(waiting, limits);
  const conversations = takeBytes(await read((tx) => repository.listConversations(tx, { ids: taken.ids })), limits);
  const ids = conversations.map(({ id }) => id);
  const masking = await read(getMasking);
  const messages = limits.isLeftOut ? [] : await read((tx) => listMessageParts(tx, conversations));
  if (messages.length === 0) return { ...taken, masking, vocabulary: [], words: new Map(ids.map((id) => [id, []])) };
  const skills = (await read(listSkillNames)).map(({ name }) => name);
  const length = messages.flat().reduce((sum, parts) => sum + parts.length, 0);
  const listed = await workers.run(
    listConversationWordsTask,
    { masking, skills, conversations: messages },
    { companyId, size: toMaskingSize(masking, length) },
  );
  const words = new Map(ids.map((id, place) => [id, listed.conversations[place] ?? []]));
  return { ...taken, masking, vocabulary: listed.vocabulary, words };
}

/** Whether this portal may write them: no other one does or did, and they are masked by the present settings. */
async function isStillNext(tx: CompanyTransaction, { rows, masking }: Next, limits: Limits): Promise<boolean> {
  const { isClaimed } = await pending.claimIndex(tx);
  if (!isClaimed) return false;
  const waiting = new Set((await pending.listPending(tx, { limit: limits.rows })).map(({ id }) => id));
  return rows.every((id) => waiting.has(id)) && toSettingsKey(await getMasking(tx)) === toSettingsKey(masking);
}

type Pending = Awaited<ReturnType<typeof pending.listPending>>;

/** The conversations of the first rows; those of a row with more than one transaction takes are divided. */
function takePending(waiting: Pending, limits: Limits) {
  const created = new Set<string>();
  const changed = new Set<string>();
  const months = new Set<string>();
  const rows: string[] = [];
  const rest = { created: [] as string[], changed: [] as string[] };
  for (const row of waiting) {
    if (created.size + changed.size >= limits.conversations) break;
    const room = limits.conversations - created.size - changed.size;
    for (const id of row.created.slice(0, room)) created.add(id);
    rest.created.push(...row.created.slice(room));
    const roomOfChanged = Math.max(0, room - row.created.length);
    for (const id of row.changed.slice(0, roomOfChanged)) changed.add(id);
    rest.changed.push(...row.changed.slice(roomOfChanged));
    for (const month of row.months) months.add(month);
    rows.push(row.id);
  }
  return { ids: [...new Set([...created, ...changed])], changed: [...changed], months: [...months], rows, rest };
}

/** Takes conversations from the first on while they fit into `limits.bytes`; the first one always. */
function takeBytes(conversations: readonly IndexedConversation[], limits: Limits): readonly IndexedConversation[] {
  let size = 0;
  const end = conversations.findIndex((conversation, place) => {
    size += conversation.size;
    return place > 0 && size > limits.bytes;
  });
  return end === -1 ? conversations : conversations.slice(0, end);
}

interface Indexed extends Pick<Next, 'masking' | 'words' | 'vocabulary'> {
  readonly companyId: string;
  readonly conversations: readonly IndexedConversation[];
}

/** Indexes conversations in a new segment of each of their months. @returns the months */
async function createSegments(
  { workers }: Uses<'workers'>,
  tx: CompanyTransaction,
  { companyId, conversations, masking, ...listed }: Indexed,
): Promise<string[]> {
  if (conversations.length === 0) return [];
  const vocabulary = await listForms(tx, listed.vocabulary);
  const places = [...conversations.keys()].toSorted((a, b) => startOf(conversations[a]) - startOf(conversations[b]));
  const byMonth = Map.groupBy(places, (place) => toMonth(startOf(conversations[place])));
  for (const [month, ordered] of byMonth) {
    const ofMonth = ordered.flatMap((place) => conversations[place] ?? []);
    const words = ofMonth.map(({ id }) => listed.words.get(id) ?? []);
    const size = words.flat().reduce((sum, { length: count }) => sum + count, 0);
    const conversationKeys = ofMonth.map(({ id }) => toConversationKey(id));
    const input = { conversations: words, conversationKeys, ...vocabulary };
    // Some five bytes a word.
    const blocks = await workers.run(buildSegmentTask, input, { companyId, size: size * 5 });
    const facts = ofMonth.map((each) => ({ ...each, startedAt: each.startedAt.getTime() }));
    await repository.createSegment(tx, {
      month,
      masking: toSettingsKey(masking),
      conversations: ofMonth.length,
      facts: writeFacts(facts, toMonthStart(month)),
      filters: writeFilters(toFilterColumns(facts)),
      blocks,
    });
  }
  return [...byMonth.keys()];
}

const startOf = (conversation: IndexedConversation | undefined) => conversation?.startedAt.getTime() ?? 0;

async function listMessageParts(tx: CompanyTransaction, conversations: readonly IndexedConversation[]) {
  const ids = conversations.map(({ id }) => id);
  const starts = conversations.map(({ startedAt }) => startedAt);
  const messages: string[][] = conversations.map(() => []);
  for (const { place, parts } of await repository.listMessages(tx, ids, starts)) messages[place - 1]?.push(parts);
  return messages;
}

async function listForms(tx: CompanyTransaction, words: readonly string[]) {
  const forms = await getWordForms(tx, words);
  const width = 1 + languages.length;
  const keys = new Float64Array(words.length * width);
  const common = new Uint8Array(words.length);
  for (const [place, word] of words.entries()) {
    const found = forms.get(word);
    if (!found) continue;
    keys.set([found.plain, ...found.stems], place * width);
    common[place] = found.common;
  }
  return { keys, common };
}
