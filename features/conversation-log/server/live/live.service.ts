import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { ConversationsPage } from '#features/conversation-log/contract/logs.ts';
import { toLiveValue, type LiveValue } from '#domain/live/live-queries.ts';
import { watchOf } from '#domain/live/watch.ts';
import { prepareSearch } from '#domain/search/search-terms.service.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Call } from '#server/lib/request/call.ts';
import type { EventStream } from '#server/lib/request/event-stream.ts';
import type { Uses } from '#server/portal/portal.ts';
import { listConversations } from '../logs.service.ts';
import { hasSearch } from '../search/log-search.service.ts';

/** Streams a page of the log, a new event whenever it changes. */
export async function watchLog(
  portal: Uses<'database' | 'workers' | 'changes' | 'findActorAgain' | 'clock' | 'log'>,
  call: Call,
  query: LogQuery,
): Promise<EventStream> {
  const isSearched = hasSearch(query);
  const { search = '' } = query;
  // Refuses words that are too common before the answer begins.
  if (isSearched) await portal.database.inCompany.read(call.actor.companyId, (tx) => prepareSearch(tx, search));
  const change = isSearched ? 'search' : 'conversations';
  return watchOf(portal)(call, { kind: 'log', query, change, read: (actor) => getLogValue(portal, actor, query) });
}

async function getLogValue(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: LogQuery,
): Promise<LiveValue> {
  return toLiveValue(ConversationsPage.parse(await listConversations(portal, actor, query)));
}
