import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { can } from '#contract/capabilities.ts';
import { readMaskedLines } from '#domain/masking/masked-rows.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { maskName } from '#domain/ledger/named-user.ts';
import { resolveRange } from '#server/lib/calendar/ranges.ts';
import { showPages } from '#server/lib/crypto/shown-ids.ts';
import type { WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { instantColumns, toListedRows, toRowSet, type RowColumn, type RowSet } from '#server/lib/row-file.ts';
import { startRowList } from '#server/sql/row-list.ts';
import type { CompanySnapshot } from '#server/sql/sql.ts';
import { toShownAnswers } from './shown-answers.ts';
import { allLogRows, listReviewed, type ExportedConversation } from './log-rows.repository.ts';
import { countMatches } from './log-place.service.ts';
import { maxDownloaded } from './message-rows.service.ts';
import { maskReview, reviewColumns, toRatingValue } from './row-columns.ts';
import { resolveDownload } from './search/log-search.service.ts';
import type { MaskedActor } from './log-filter.service.ts';

const pageRows = 1000;

interface Scope {
  readonly now: Date;
  readonly most?: number | undefined;
}

/** Finds the conversations that the log lists with the same filter for an actor, newest first. */
export const createConversationRows =
  (workers: WorkerPool) =>
  (snapshot: CompanySnapshot, actor: Actor, query: LogQuery, scope: Scope): Promise<RowSet> =>
    openConversationRows(snapshot, { workers, actor }, query, scope);

async function openConversationRows(
  snapshot: CompanySnapshot,
  { workers, actor }: MaskedActor,
  query: LogQuery,
  { now, most = maxDownloaded }: Scope,
): Promise<RowSet> {
  const range = resolveRange(query, actor.timeZone, now);
  const columns = listColumns(actor);
  const filter = await resolveDownload(snapshot, { workers, actor }, { query, range, most });
  if (!filter) return toListedRows(columns, []);
  const total = filter.found?.length ?? (await countMatches(snapshot, { filter, range, zone: actor.timeZone }));
  const reviewed = can(actor, 'transcripts.read-all') ? await listReviewed(snapshot) : [];
  const params = { ...filter, reviewed, from: new Date(range.from), until: new Date(range.until) };
  return toRowSet<ShownConversation>({
    columns,
    total,
    readPages: (startLines) => {
      const startPage = startRowList<ExportedConversation>;
      const stored = snapshot.readPages(allLogRows, params, { pageRows, startPage });
      const pages = showPages(actor.ids, stored, [{ id: 'id', name: 'externalId' }]);
      return readMaskedLines({ workers, reader: actor, pages, toShown, startLines });
    },
  });
}

type ShownConversation = ReturnType<typeof toShown>;

function toShown(row: ExportedConversation, masker: Masker) {
  const { firstName, lastName, userNumber } = row;
  return {
    ...row,
    ...toShownAnswers(masker, row),
    ...maskReview(masker, row),
    ...maskName(masker, { firstName, lastName, userNumber }),
    externalId: masker.maskText(row.externalId),
  };
}

const join = (names: readonly string[] | null) => names && names.join(', ');

const answerColumns: RowColumn<ShownConversation>[] = [
  { key: 'failure', label: 'Failure', value: ({ failure }) => failure },
  { key: 'error', label: 'Error', value: ({ error }) => error },
  { key: 'models', label: 'Models', value: ({ models }) => join(models) },
  { key: 'tokens', label: 'Tokens', value: ({ tokens }) => tokens },
  { key: 'slowestMs', label: 'Slowest answer (ms)', value: ({ slowestMs }) => slowestMs },
  { key: 'tools', label: 'Tools', value: ({ tools }) => join(tools) },
  { key: 'failedTools', label: 'Failed tools', value: ({ failedTools }) => join(failedTools) },
  { key: 'isUnanswered', label: 'Unanswered', value: ({ isUnanswered }) => isUnanswered },
  { key: 'rating', label: 'Rating', value: ({ rating }) => toRatingValue(rating) },
];

function listColumns(actor: Actor): RowColumn<ShownConversation>[] {
  const zone = actor.timeZone;
  const apiCalls = { key: 'apiCalls', label: 'API calls', value: (row: ShownConversation) => row.apiCalls };
  return [
    { key: 'id', label: 'Conversation', value: ({ id }) => id },
    { key: 'externalId', label: 'ID of the assistant', value: ({ externalId }) => externalId },
    ...instantColumns<ShownConversation>({ key: 'date', label: 'Started', zone }, ({ startedAt }) => startedAt),
    { key: 'skill', label: 'Skill', value: ({ skill }) => skill },
    { key: 'skillState', label: 'State of the skill', value: ({ skillState }) => skillState },
    { key: 'firstName', label: 'First name', value: ({ firstName }) => firstName },
    { key: 'lastName', label: 'Last name', value: ({ lastName }) => lastName },
    { key: 'messages', label: 'Messages', value: ({ messages }) => messages },
    ...(can(actor, 'logs.see-api-calls') ? [apiCalls] : []),
    { key: 'status', label: 'Status', value: ({ status }) => conversationStatuses[status - 1] ?? 'Error' },
    ...instantColumns<ShownConversation>(
      { key: 'approvedAt', label: 'Approved', zone },
      ({ approvedAt }) => approvedAt,
    ),
    ...answerColumns,
    ...reviewColumns<ShownConversation>(actor),
  ];
}
