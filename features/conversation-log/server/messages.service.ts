import type { Uses } from '#server/portal/portal.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { getMasking } from '#domain/masking/company-masking.ts';
import { readMessagesTask, type ReadText } from '#domain/masking/read-messages.ts';
import { toMaskingSize } from '#domain/masking/render-masked.ts';
import { showIds } from '#server/lib/crypto/shown-ids.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toConversationQuery } from './logs.service.ts';
import { findMessages, type StoredMessage } from './messages.repository.ts';
import { findUnmaskedUntil } from './unmasking/unmasking.service.ts';

/**
 * The messages of a conversation as the actor may read them, found as `getConversation` finds it.
 * @throws Problem `record.not-found`
 */
export async function listMessages(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<HistoryMessage[]> {
  const { database, workers } = portal;
  const [masking, unmaskedUntil, messages] = await Promise.all([
    database.inCompany.read(actor.companyId, getMasking),
    findUnmaskedUntil(portal, actor, id),
    database.inCompany.read(actor.companyId, (tx) => findMessages(tx, toConversationQuery(actor, id))),
  ]);
  if (!messages) throw new Problem('record.not-found');
  const stored = messages.map(({ author, parts }) => ({ author, parts: parts ?? tooLongParts }));
  const length = stored.reduce((sum, { author, parts }) => sum + author.length + parts.length, 0);
  const shown = unmaskedUntil ? undefined : masking;
  const texts = await workers.run(
    readMessagesTask,
    { masking: shown, messages: stored, counts: true },
    { companyId: actor.companyId, size: toMaskingSize(shown, length) },
  );
  return showIds(actor.ids, messages, [{ id: 'id' }]).map((message, index) => toHistoryMessage(message, texts[index]));
}

const tooLongParts = JSON.stringify([
  { type: 'text', value: 'This message is not shown, because the conversation is too long.' },
]);

function toHistoryMessage({ sentAt, ...message }: StoredMessage, read: ReadText | undefined): HistoryMessage {
  const { id, isAssistant, loading, hide } = message;
  return {
    id,
    _id: id,
    isAssistant,
    loading,
    hide,
    author: read?.author ?? '',
    date: sentAt.toISOString(),
    data: read?.parts ?? [],
    ...(read?.masked && { masked: read.masked }),
  };
}
