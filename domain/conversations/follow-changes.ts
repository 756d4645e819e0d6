import type { PendingConversations } from '../search/search-pending.repository.ts';
import type { Changes } from './conversation.ts';

const toMonth = (instant: number) => `${new Date(instant).toISOString().slice(0, 7)}-01`;

/** The conversations that the search has to follow, with the months in which they were before. */
export function listFollowed({
  conversations,
  messages,
}: Pick<Changes, 'conversations' | 'messages'>): PendingConversations {
  const created = new Set<string>();
  const changed = new Set<string>();
  const months = new Set<string>();
  for (const { before, after } of conversations) {
    if (before) changed.add(before.id);
    else if (after) created.add(after.id);
    if (before && (!after || toMonth(before.startedAt) !== toMonth(after.startedAt)))
      months.add(toMonth(before.startedAt));
  }
  for (const { message } of messages) if (!created.has(message.conversationId)) changed.add(message.conversationId);
  return { created: [...created].filter((id) => !changed.has(id)), changed: [...changed], months: [...months] };
}
