import { can } from '#contract/capabilities.ts';
import type { HistoryMessage } from '#contract/analytics/analytics.ts';
import { MessagePart } from '#contract/analytics/message-parts.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { findMessages } from './history.repository.ts';
import type { StoredMessage } from './history.repository.ts';
import type { AnalyticsDependencies } from './stats.service.ts';

const unreadablePart: MessagePart = { type: 'text', value: 'This part of the message can not be shown.' };

/** Conversations of technical users are there for those alone who may see them counted. */
export async function getHistory(
  { database }: AnalyticsDependencies,
  actor: Actor,
  id: string,
): Promise<HistoryMessage[]> {
  const includesTechnical = can(actor, 'analytics.include-technical-users');
  const messages = await database.readCompany(actor.companyId, (tx) => findMessages(tx, id, includesTechnical));
  if (!messages) throw new Problem('record.not-found');
  return messages.map(toHistoryMessage);
}

function toHistoryMessage({ sentAt, parts, ...message }: StoredMessage): HistoryMessage {
  const data = Array.isArray(parts) ? parts.map(readPart) : [unreadablePart];
  return { ...message, _id: message.id, date: sentAt.toISOString(), data };
}

/** What was taken years ago may not be what is taken today: the rest of the conversation is shown all the same. */
function readPart(part: unknown): MessagePart {
  const result = MessagePart.safeParse(part);
  return result.success ? result.data : unreadablePart;
}
