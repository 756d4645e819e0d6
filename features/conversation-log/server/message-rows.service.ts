import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { getMasking } from '#domain/masking/company-masking.ts';
import { renderMasked, toMaskingSize } from '#domain/masking/render-masked.ts';
import { readMessagesTask, type ReadText } from '#domain/masking/read-messages.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { showPages } from '#server/lib/crypto/shown-ids.ts';
import { resolveRange } from '#server/lib/calendar/ranges.ts';
import type { WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import {
  instantColumns,
  toListedRows,
  toRowSet,
  type RowBytes,
  type RowColumn,
  type RowSet,
  type StartLines,
} from '#server/lib/row-file.ts';
import { listGiven, type StoredRating } from '#server/lib/ratings.ts';
import { startRowList } from '#server/sql/row-list.ts';
import type { CompanySnapshot } from '#server/sql/sql.ts';
import { resolveDownload } from './search/log-search.service.ts';
import { allMessages, countMessages, type ExportedMessage } from './messages.repository.ts';
import { maskReview, reviewColumns, toRatingValue } from './row-columns.ts';

/** Conversations that a search finds for a download. */
export const maxDownloaded = 1_000_000;
/** Few, because a message may be as long as a megabyte. */
const pageRows = 50;

interface MessageRow extends Omit<ExportedMessage, 'parts'> {
  readonly parts: readonly MessagePart[];
}

interface Scope {
  readonly now: Date;
  /** Up to which rows are counted; undefined for all. */
  readonly most?: number | undefined;
}

/** Finds the messages of the conversations that the log lists with the same filter for an actor, always masked. */
export function createMessageRows(workers: WorkerPool) {
  return async (snapshot: CompanySnapshot, actor: Actor, query: LogQuery, { now, most }: Scope): Promise<RowSet> => {
    const range = resolveRange(query, actor.timeZone, now);
    const columns = listColumns(actor);
    const filter = await resolveDownload(snapshot, { workers, actor }, { query, range, most: most ?? maxDownloaded });
    if (!filter) return toListedRows(columns, []);
    const masking = await getMasking(snapshot);
    const params = { ...filter, from: new Date(range.from), until: new Date(range.until) };
    const { count } = await countMessages(snapshot, { ...params, most: most ?? null });
    const stored = snapshot.readPages(allMessages, params, { pageRows, startPage: startRowList<ExportedMessage> });
    const pages = showPages(actor.ids, stored, [
      { id: 'conversationId', name: 'conversationExternalId' },
      { id: 'id', name: 'externalId' },
    ]);
    // Each found conversation counts at least once, so that a search that finds too many is refused.
    const isCut = filter.found !== null && filter.found.length === most;
    return toRowSet<MessageRow>({
      columns,
      total: isCut ? Math.max(count, most) : count,
      readPages: (startLines) => readLines({ workers, companyId: actor.companyId, masking, pages, startLines }),
    });
  };
}

interface MessageReading {
  readonly companyId: string;
  readonly workers: WorkerPool;
  readonly masking: MaskingSettings;
  readonly pages: AsyncIterable<readonly ExportedMessage[]>;
  readonly startLines: StartLines<MessageRow>;
}

async function* readLines({
  workers,
  companyId,
  masking,
  pages,
  startLines,
}: MessageReading): AsyncGenerator<RowBytes> {
  for await (const messages of pages) {
    const length = messages.reduce((sum, { author, parts }) => sum + author.length + parts.length, 0);
    const texts = messages.map(({ author, parts }) => ({ author, parts }));
    const read = await workers.run(
      readMessagesTask,
      { masking, messages: texts },
      { companyId, size: toMaskingSize(masking, length) },
    );
    const shown = await renderMasked(workers, { companyId, masking }, (masker) =>
      messages.map((message) => ({
        ...message,
        ...maskReview(masker, message),
        conversationExternalId: masker.maskText(message.conversationExternalId),
        externalId: masker.maskText(message.externalId),
      })),
    );
    const { add, end } = startLines();
    shown.forEach((message, place) => add({ ...message, ...(read[place] ?? unread) }));
    yield end();
  }
}

const unread: ReadText = { author: '', parts: [] };

function listColumns(actor: Actor): RowColumn<MessageRow>[] {
  const { timeZone: zone } = actor;
  return [
    { key: 'conversation', label: 'Conversation', value: ({ conversationId }) => conversationId },
    {
      key: 'conversationExternalId',
      label: 'ID of the assistant',
      value: ({ conversationExternalId }) => conversationExternalId,
    },
    { key: 'externalId', label: 'Message', value: ({ externalId }) => externalId },
    ...instantColumns<MessageRow>({ key: 'date', label: 'Sent', zone }, ({ sentAt }) => sentAt),
    { key: 'from', label: 'From', value: ({ isAssistant }) => (isAssistant ? 'Assistant' : 'User') },
    { key: 'author', label: 'Author', value: ({ author }) => author },
    { key: 'hidden', label: 'Hidden', value: ({ hide }) => (hide ? true : null) },
    { key: 'text', label: 'Text', value: ({ parts }) => parts.flatMap(toTexts).join('\n') },
    { key: 'otherParts', label: 'Other parts (JSON)', value: ({ parts }) => listOthers(parts) },
    { key: 'rating', label: 'Rating', value: ({ ratings }) => ratings && toRating(ratings) },
    { key: 'conversationRating', label: 'Rating of the conversation', value: ({ rating }) => toRatingValue(rating) },
    ...reviewColumns<MessageRow>(actor),
  ];
}

/** The latest rating of the message; null where it was taken back. */
function toRating(ratings: string): string | null {
  const [given] = listGiven(JSON.parse(ratings) as StoredRating[]);
  return given?.value ?? null;
}

const toTexts = (part: MessagePart) => (part.type === 'text' ? part.value : []);

function listOthers(parts: readonly MessagePart[]) {
  const others = parts.filter(({ type }) => type !== 'text');
  return others.length === 0 ? null : others;
}
