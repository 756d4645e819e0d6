import type { Uses } from '#server/portal/portal.ts';
import { sumCosts } from '#features/conversation-log/contract/reported-costs.ts';
import { can } from '#contract/capabilities.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { renderMasked, toMaskingSize } from '#domain/masking/render-masked.ts';
import { countMasked } from '#domain/masking/count-masked.ts';
import { readRatingsTask } from '#domain/masking/read-ratings.ts';
import { readTurnsTask } from '#domain/masking/read-turns.ts';
import { toNamedUser } from '#domain/ledger/named-user.ts';
import {
  logPageSize,
  type ConversationDetails,
  type ListedConversation,
} from '#features/conversation-log/contract/logs.ts';
import { ratingValues } from '#contract/conversations/rating-values.ts';
import type { LogPlace, LogQuery, LogTotals } from '#features/conversation-log/contract/log-query.ts';
import type { SearchState } from '#contract/conversations/search.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { resolveRange, type Range } from '#server/lib/calendar/ranges.ts';
import { showIds } from '#server/lib/crypto/shown-ids.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { LogFilter } from './log-filter.repository.ts';
import { toShownAnswers } from './shown-answers.ts';
import { resolveFilter, resolveTexts } from './log-filter.service.ts';
import { countUpTo, toOffset, toSizes } from './log-page.ts';
import { countNewer, locatePage, sumMatches } from './log-place.service.ts';
import {
  findLogRow,
  listFoundRows,
  listLogRows,
  startSnapshot,
  type ConversationQuery,
  type DetailsRow,
  type LogRow,
} from './log-rows.repository.ts';
import { getFoundPage, hasSearch, listSearchHits, type FoundLog } from './search/log-search.service.ts';
import { findReview } from './reviews/reviews.service.ts';
import { findUnmaskedUntil } from './unmasking/unmasking.service.ts';

interface LogPage {
  readonly payloads: ListedConversation[];
  readonly size: number;
  readonly newer?: number;
  readonly totals?: LogTotals;
  /** Missing without a search. */
  readonly search?: SearchState;
}

/** A page as it is stored. */
interface FoundPage extends Omit<LogPage, 'payloads'> {
  readonly rows: readonly LogRow[];
  /** The conversations of the page that a search finds. */
  readonly found?: FoundLog['listed'];
}

const emptyPage: FoundPage = { rows: [], size: 0 };

/**
 * One page of the conversations that the actor may read, newest first, and the number of all matches.
 * @throws Problem `search.too-common`
 */
export async function listConversations(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: LogQuery,
): Promise<LogPage> {
  const { database, workers, clock } = portal;
  const { companyId } = actor;
  const now = clock.now();
  const range = resolveRange(query, actor.timeZone, now);
  const { page = 1, limit = logPageSize } = query;
  const texts = await resolveTexts((work) => database.inCompany.read(companyId, work), { workers, actor }, query);
  // Nothing is masked in it, so that its connection does not wait for that.
  const { rows, found, ...others } = await database.inCompany(companyId, async (tx): Promise<FoundPage> => {
    // The page and the number of all matches are read from one snapshot.
    const [, filter] = await Promise.all([startSnapshot(tx), resolveFilter(tx, actor, { query, texts })]);
    if (!filter) return emptyPage;
    const place = query.place && { ...query.place, id: actor.ids.open(query.place.id) };
    const asked = { filter, range, offset: (page - 1) * limit, limit, place };
    if (hasSearch(query)) {
      const { search = '', totals = false } = query;
      return findSearchedPage(tx, actor, { ...asked, search, totals, now });
    }
    const listed = await findPage(tx, actor, asked);
    if (query.totals !== true) return listed;
    return { ...listed, totals: await sumLog(tx, actor, { filter, range, matches: listed.size }) };
  });
  const shown = showIds(actor.ids, rows, [{ id: 'id' }]);
  const payloads = await renderMasked(workers, actor, (masker) => shown.map((row) => toLogRecord(row, actor, masker)));
  if (!found) return { payloads, ...others };
  const hits = await listSearchHits(portal, actor, { search: query.search ?? '', found });
  const toHits = (place: number) => hits.get(rows[place]?.id ?? '') ?? [];
  return { payloads: payloads.map((each, place) => ({ ...each, hits: toHits(place) })), ...others };
}

interface CountedSearch {
  readonly filter: LogFilter;
  readonly range: Range;
  readonly matches: number;
}

async function sumLog(tx: CompanyTransaction, actor: Actor, search: CountedSearch): Promise<LogTotals> {
  const { matches, ...filter } = search;
  const sum = (measure: 'messages' | 'apiCalls') =>
    sumMatches(tx, { ...filter, zone: actor.timeZone }, { measure, matches });
  return {
    messages: await sum('messages'),
    ...(can(actor, 'logs.see-api-calls') && { apiCalls: await sum('apiCalls') }),
  };
}

interface PageQuery {
  readonly filter: LogFilter;
  readonly range: Range;
  readonly offset: number;
  readonly limit: number;
  readonly place: LogPlace | undefined;
}

async function findPage(
  tx: CompanyTransaction,
  actor: Actor,
  { filter, range, offset, limit, place }: PageQuery,
): Promise<FoundPage> {
  const scope = { filter, range, zone: actor.timeZone };
  const newer = place && (await countNewer(tx, scope, place));
  const found = await locatePage(tx, { ...scope, offset: toOffset(offset, newer), limit });
  const sizes = toSizes(found.size, newer);
  if (found.windows.length === 0) return { rows: [], ...sizes };
  const rows = await listLogRows(tx, filter, { windows: found.windows, offset: found.offset, limit });
  return { rows, ...sizes };
}

/** @param listed undefined where there are more */
function sumSearch(actor: Actor, listed?: FoundLog['listed']): LogTotals {
  const sum = (measure: 'messages' | 'apiCalls') => listed?.reduce((total, each) => total + each[measure], 0) ?? null;
  return { messages: sum('messages'), ...(can(actor, 'logs.see-api-calls') && { apiCalls: sum('apiCalls') }) };
}

async function findSearchedPage(
  tx: CompanyTransaction,
  actor: Actor,
  query: PageQuery & { readonly search: string; readonly totals: boolean; readonly now: Date },
): Promise<FoundPage> {
  const { limit, place } = query;
  const { listed, state } = await getFoundPage(tx, query);
  const newer = place && countUpTo(listed, place) - place.seen;
  const offset = toOffset(query.offset, newer);
  const found = listed.slice(offset, offset + limit);
  const totals = query.totals ? { totals: sumSearch(actor, state.hasMore ? undefined : listed) } : {};
  const rows = found.length === 0 ? [] : await listFoundRows(tx, found);
  return { rows, found, ...toSizes(listed.length, newer), ...totals, search: state };
}

/**
 * One conversation as the log lists it. Conversations of technical users are found only for actors who may include
 * them, and those of other users only for actors who may read all.
 * @throws Problem `record.not-found`
 */
export async function getConversation(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<ConversationDetails> {
  const [stored, unmaskedUntil] = await Promise.all([
    portal.database.inCompany.read(actor.companyId, (tx) => findLogRow(tx, toConversationQuery(actor, id))),
    findUnmaskedUntil(portal, actor, id),
  ]);
  if (!stored) throw new Problem('record.not-found');
  const [row = stored] = showIds(actor.ids, [stored], [{ id: 'id', name: 'externalId' }]);
  const { review, masked } = await findReview(portal, actor, { id, isUnmasked: unmaskedUntil !== undefined });
  const { requests, cost } = row;
  const { workers } = portal;
  const { companyId } = actor;
  const masking = unmaskedUntil ? undefined : actor.masking;
  const shown = await renderMasked(workers, actor, (masker) => ({
    ...toLogRecord(row, actor, masker),
    externalId: unmaskedUntil ? row.externalId : masker.maskText(row.externalId),
    ...toSource(row, masker.maskText),
  }));
  const ratings = row.ratings ?? '[]';
  const turns = row.turns ?? '[]';
  const toOptions = ({ length }: string) => ({ companyId, size: toMaskingSize(masking, length) });
  const reported = await workers.run(readTurnsTask, { masking, turns }, toOptions(turns));
  const seesCosts = can(actor, 'billing.read');
  const rated = await workers.run(readRatingsTask, { masking, ratings }, toOptions(ratings));
  return {
    ...shown,
    skillId: row.skillId,
    userId: row.userId,
    masked:
      masked +
      countMasked(
        masking,
        [row.externalId, row.firstName, row.lastName, row.importFile, turns, ratings],
        [shown.externalId, shown.user, shown.importedFrom, JSON.stringify(reported), JSON.stringify(rated)],
      ),
    ...(review !== undefined && { review }),
    unmaskedUntil: unmaskedUntil?.toISOString() ?? null,
    withoutContent: row.withoutContent,
    requests,
    isSkillMapped: row.isSkillMapped,
    ...(seesCosts && { cost: toEuros(cost), reportedCosts: sumCosts(reported.flatMap(({ costs = [] }) => costs)) }),
    ratings: showIds(actor.ids, rated, [{ id: 'messageId' }]),
    turns: seesCosts ? reported : reported.map(({ costs: _costs, ...turn }) => turn),
  };
}

/** The assistant or the import that brought it. */
function toSource(
  { keyId, keyName, keyRevokedAt, importId, importFile }: DetailsRow,
  maskText: (text: string) => string,
): Pick<ConversationDetails, 'reportedBy' | 'importedFrom'> {
  return {
    reportedBy:
      keyId === null || keyName === null ? null : { id: keyId, name: keyName, isRevoked: keyRevokedAt !== null },
    importedFrom: importId === null ? null : { id: importId, fileName: maskText(importFile ?? '') },
  };
}

export function toConversationQuery(actor: Actor, id: string): ConversationQuery {
  return {
    id,
    includesTechnical: can(actor, 'analytics.include-technical-users'),
    ...toTranscriptReader(actor),
  };
}

function toLogRecord(row: LogRow, actor: Actor, masker: Masker): ListedConversation {
  const { firstName, lastName, isMapped, userNumber } = row;
  return {
    _id: row.id,
    date: row.startedAt.toISOString(),
    skill: row.skill,
    user: toNamedUser(masker, { firstName, lastName, isMapped, userNumber }),
    messages: row.messages,
    ...(can(actor, 'logs.see-api-calls') && { apiCalls: row.apiCalls }),
    status: conversationStatuses[row.status - 1] ?? 'Error',
    approvedAt: row.approvedAt?.toISOString() ?? null,
    ...(row.skillState !== null && row.skillState !== 'active' && { skillState: row.skillState }),
    ...omitNulls(toShownAnswers(masker, row)),
    ...(row.rating !== null && { rating: ratingValues[row.rating - 1] ?? 'neutral' }),
    ...(row.isUnanswered && { isUnanswered: true as const }),
  };
}

type Known<Values> = { [Name in keyof Values]?: NonNullable<Values[Name]> };

const omitNulls = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Known<Values>;
