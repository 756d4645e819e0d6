import type { Uses } from '#server/portal/portal.ts';
import { maxFound } from '#contract/conversations/search-words.ts';
import type { SearchHit, SearchState } from '#contract/conversations/search.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { getMasking } from '#domain/masking/company-masking.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Range } from '#server/lib/calendar/ranges.ts';
import {
  findConversations,
  type FactsFilter,
  type FoundConversation,
} from '#domain/search/find-conversations.service.ts';
import { getIndexState } from '#domain/search/index-state.service.ts';
import { listHits } from '#domain/search/list-hits.service.ts';
import { prepareSearch } from '#domain/search/search-terms.service.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { LogFilter } from '../log-filter.repository.ts';
import { resolveFilter, resolveTexts, type MaskedActor } from '../log-filter.service.ts';
import { listFoundMessages, listMatching } from './log-search.repository.ts';

interface MatchingConversation extends FoundConversation {
  readonly messages: number;
  readonly apiCalls: number;
}

interface SearchQuery {
  readonly search: string;
  readonly filter: LogFilter;
  readonly range: Range;
  /** How many are found at most. */
  readonly most: number;
}

/**
 * The conversations of a filter in which the words of a search stand, newest first, each as it is now.
 * @throws Problem `search.too-common`
 */
export async function listFound(tx: CompanyTransaction, { search, filter, range, most }: SearchQuery) {
  const prepared = await prepareSearch(tx, search);
  const found: MatchingConversation[] = [];
  for await (const batch of findConversations(tx, prepared, { range, matches: toFactsFilter(filter) })) {
    const matching = await listMatching(tx, filter, batch);
    for (const each of batch) {
      const sums = matching.get(each.id);
      if (sums) found.push({ ...each, ...sums });
    }
    if (found.length >= most) break;
  }
  return { found: found.slice(0, most), ignored: prepared.ignored };
}

/**
 * Makes the filter by facts of the index. They may be some seconds old, so it only spares the reading of most
 * conversations. Undefined where it would spare few, as of technical users alone.
 */
function toFactsFilter(filter: LogFilter): FactsFilter | undefined {
  const filtered = [filter.users, filter.skills, filter.status, filter.weekday, filter.hour];
  if (filtered.every((each) => each === null)) return undefined;
  const users = filter.users && new Set(filter.users);
  const skills = filter.skills && new Set(filter.skills);
  const statuses = filter.status && new Set(filter.status);
  return (facts) =>
    (users === null || users.has(facts.userNumber)) &&
    (skills === null || skills.has(facts.skillNumber)) &&
    (statuses === null || statuses.has(facts.status)) &&
    (filter.weekday === null || filter.weekday === facts.weekday) &&
    (filter.hour === null || filter.hour === facts.hour) &&
    (filter.includesTechnical || !facts.technical);
}

export const hasSearch = ({ search = '' }: LogQuery) => search.trim() !== '';

export interface FoundLog {
  /** The newest 1,000. */
  readonly listed: readonly MatchingConversation[];
  readonly state: SearchState;
}

/** Gets the conversations that a search lists, at most `maxFound`, and the state of the search. */
export async function getFoundPage(
  tx: CompanyTransaction,
  query: Omit<SearchQuery, 'most'> & { readonly now: Date },
): Promise<FoundLog> {
  const { found, ignored } = await listFound(tx, { ...query, most: maxFound + 1 });
  const { indexedUntil, indexedFrom } = await getIndexState(tx, query.now);
  return {
    listed: found.slice(0, maxFound),
    state: {
      hasMore: found.length > maxFound,
      ignored: [...ignored],
      indexedUntil: indexedUntil && indexedUntil.toISOString(),
      indexedFrom: indexedFrom && indexedFrom.toISOString(),
    },
  };
}

/**
 * The filter of a download: with what its search finds.
 * @param most how many conversations are found at most
 */
export async function resolveDownload(
  tx: CompanyTransaction,
  masked: MaskedActor,
  { query, range, most }: { readonly query: LogQuery; readonly range: Range; readonly most: number },
): Promise<LogFilter | undefined> {
  const texts = await resolveTexts((work) => work(tx), masked, query);
  const filter = await resolveFilter(tx, masked.actor, { query, texts });
  if (!filter || !hasSearch(query)) return filter;
  const { found } = await listFound(tx, { search: query.search ?? '', filter, range, most });
  return { ...filter, found: found.map(({ id }) => id) };
}

/** The hits of found conversations, by their stored ids, masked also for those who may unmask. */
export async function listSearchHits(
  { database, workers }: Uses<'database' | 'workers'>,
  { companyId, ids }: Pick<Actor, 'companyId' | 'ids'>,
  { search, found }: { readonly search: string; readonly found: readonly FoundConversation[] },
): Promise<Map<string, SearchHit[]>> {
  const [masking, messages] = await database.inCompany(
    companyId,
    async (tx) => [await getMasking(tx), await listFoundMessages(tx, found)] as const,
  );
  const conversations = messages.map((ofOne) => ofOne.map(({ parts }) => parts));
  const hits = await listHits({ database, workers }, { companyId, search, masking, conversations });
  return new Map(
    found.map(({ id }, place) => [
      id,
      (hits[place] ?? []).flatMap(({ message, excerpt }) => {
        const stored = messages[place]?.[message];
        if (!stored) return [];
        const { id: messageId, isAssistant, sentAt } = stored;
        return { messageId: ids.show(messageId), isAssistant, date: sentAt.toISOString(), excerpt };
      }),
    ]),
  );
}
