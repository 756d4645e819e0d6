import type { LogQuery } from '#contract/analytics/log-query.ts';
import { conversationStatuses } from '#contract/analytics/conversations.ts';
import { can } from '#contract/capabilities.ts';
import { toMasker } from '../../ledger/masking/mask-text.ts';
import type { Masker } from '../../ledger/masking/mask-text.ts';
import { maskName } from '../../ledger/named-user.ts';
import { resolveRange } from '../../lib/calendar/ranges.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { instantColumns, toListedRows, toRowSet } from '../../lib/row-file.ts';
import type { RowColumn, RowSet } from '../../lib/row-file.ts';
import type { CompanySnapshot } from '../../sql/sql.ts';
import { toShownAnswers } from './answers/shown-answers.ts';
import { allLogRows, listReviewed } from './log-rows.repository.ts';
import type { ExportedConversation } from './log-rows.repository.ts';
import { countMatches } from './log-place.service.ts';
import { maxDownloaded } from './message-rows.service.ts';
import { reviewColumns, toRatingValue } from './row-columns.ts';
import { resolveDownload } from './search/log-search.service.ts';

const pageRows = 1000;

/** The conversations that the log lists with the same filter for this actor, newest first. */
export async function openConversationRows(
  snapshot: CompanySnapshot,
  actor: Actor,
  query: LogQuery,
  { now, most = maxDownloaded }: { readonly now: Date; readonly most?: number | undefined },
): Promise<RowSet> {
  const range = resolveRange(query, actor.timeZone, now);
  const columns = listColumns(actor);
  const filter = await resolveDownload(snapshot, actor, { query, range, most });
  if (!filter) return toListedRows(columns, []);
  const total = filter.found?.length ?? (await countMatches(snapshot, { filter, range, zone: actor.timeZone }));
  const reviewed = can(actor, 'transcripts.read-all') ? await listReviewed(snapshot) : [];
  const params = { ...filter, reviewed, from: new Date(range.from), until: new Date(range.until) };
  return toRowSet<ExportedConversation>({
    columns,
    total,
    readPages: (startPage) => snapshot.readPages(allLogRows, params, { pageRows, startPage }),
  });
}

/** Kept for one row, which is asked for each of its columns in turn. */
function ofLastRow<Row, Value>(toValue: (row: Row) => Value): (row: Row) => Value {
  let last: { readonly row: Row; readonly value: Value } | undefined;
  return (row) => {
    if (last?.row !== row) last = { row, value: toValue(row) };
    return last.value;
  };
}

const mostNames = 5000;

/** The names that are shown of users, kept by their number: in one snapshot it has one name. */
function createNames(masker: Masker) {
  const known = new Map<number, ReturnType<typeof maskName>>();
  return ({ firstName, lastName, userNumber }: ExportedConversation) => {
    const kept = known.get(userNumber);
    if (kept) return kept;
    if (known.size >= mostNames) known.clear();
    const shown = maskName(masker, { firstName, lastName, userNumber });
    known.set(userNumber, shown);
    return shown;
  };
}

function answerColumns(masker: Masker): RowColumn<ExportedConversation>[] {
  const show = ofLastRow((row: ExportedConversation) => toShownAnswers(masker, row));
  const join = (names: readonly string[] | null) => names && names.join(', ');
  return [
    { key: 'failure', label: 'Failure', value: (row) => show(row).failure },
    { key: 'error', label: 'Error', value: (row) => show(row).error },
    { key: 'models', label: 'Models', value: (row) => join(show(row).models) },
    { key: 'tokens', label: 'Tokens', value: ({ tokens }) => tokens },
    { key: 'slowestMs', label: 'Slowest answer (ms)', value: ({ slowestMs }) => slowestMs },
    { key: 'tools', label: 'Tools', value: (row) => join(show(row).tools) },
    { key: 'failedTools', label: 'Failed tools', value: (row) => join(show(row).failedTools) },
    { key: 'isUnanswered', label: 'Unanswered', value: ({ isUnanswered }) => isUnanswered },
    { key: 'rating', label: 'Rating', value: ({ rating }) => toRatingValue(rating) },
  ];
}

function listColumns(actor: Actor): RowColumn<ExportedConversation>[] {
  const zone = actor.timeZone;
  const masker = toMasker(actor.masking);
  const nameOf = createNames(masker);
  const apiCalls = { key: 'apiCalls', label: 'API calls', value: (row: ExportedConversation) => row.apiCalls };
  return [
    { key: 'id', label: 'Conversation', value: ({ id }) => id },
    { key: 'externalId', label: 'ID of the assistant', value: ({ externalId }) => masker.maskText(externalId) },
    ...instantColumns<ExportedConversation>({ key: 'date', label: 'Started', zone }, ({ startedAt }) => startedAt),
    { key: 'skill', label: 'Skill', value: ({ skill }) => skill },
    { key: 'skillState', label: 'State of the skill', value: ({ skillState }) => skillState },
    { key: 'firstName', label: 'First name', value: (row) => nameOf(row).firstName },
    { key: 'lastName', label: 'Last name', value: (row) => nameOf(row).lastName },
    { key: 'messages', label: 'Messages', value: ({ messages }) => messages },
    ...(can(actor, 'logs.see-api-calls') ? [apiCalls] : []),
    { key: 'status', label: 'Status', value: ({ status }) => conversationStatuses[status - 1] ?? 'Error' },
    ...instantColumns<ExportedConversation>(
      { key: 'approvedAt', label: 'Approved', zone },
      ({ approvedAt }) => approvedAt,
    ),
    ...answerColumns(masker),
    ...reviewColumns<ExportedConversation>(actor, masker),
  ];
}
