import { conversationStatuses } from '#contract/analytics/conversations.ts';
import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { IntakeConversation, IntakeMessage, IntakeRequest, IntakeStatus } from '#contract/intake/intake.ts';
import type {
  BatchItems,
  PreparedBatch,
  ReportedConversation,
  ReportedMessage,
  ReportedRequest,
  ReportedStatus,
} from './batch.ts';
import { toKeyedUser, toRecordId, toReportedSkill } from '../../../lib/reported-names.ts';

const toStatusCode = (status: ConversationStatus): number => conversationStatuses.indexOf(status) + 1;

/** Puts items into the form in which they are merged and written; all of the text is made here, before anybody waits. */
export function prepareBatch(items: BatchItems): PreparedBatch {
  const messages = items.messages.map((message, position) => prepareMessage(message.conversationId, message, position));
  const conversations = items.conversations.map(prepareConversation);
  for (const { id, messages: nested = [] } of items.conversations) {
    nested.forEach((message, position) => messages.push(prepareMessage(id, message, position)));
  }
  return {
    conversations,
    messages,
    statuses: items.statuses.map(prepareStatus),
    requests: items.conversations.flatMap(prepareRequests),
    removals: (items.removals ?? []).map(toRecordId),
    moves: (items.moves ?? []).map(({ from, to }) => ({ from: toRecordId(from), to: toRecordId(to) })),
    size: messages.reduce((sum, { parts }) => sum + parts.length, 0),
  };
}

function prepareConversation(item: IntakeConversation): ReportedConversation {
  const { user } = item;
  const startedAt = Date.parse(item.date);
  return {
    id: toRecordId(item.id),
    externalId: item.id,
    startedAt,
    reportedAt: item.reportedAt === undefined ? startedAt : Date.parse(item.reportedAt),
    skill: item.skill === undefined ? undefined : toReportedSkill(item.skill),
    user: user && toKeyedUser(user),
    status: item.status && toStatusCode(item.status),
    apiCalls: item.apiCalls,
    approvedAt: item.approvedAt === undefined ? undefined : Date.parse(item.approvedAt),
  };
}

function prepareMessage(
  conversation: string,
  item: Omit<IntakeMessage, 'conversationId'>,
  position: number,
): ReportedMessage {
  return {
    conversation: toRecordId(conversation),
    conversationExternalId: conversation,
    id: toRecordId(item.id),
    externalId: item.id,
    sentAt: Date.parse(item.date),
    position,
    isAssistant: item.isAssistant,
    author: item.author ?? '',
    loading: item.loading ?? false,
    hide: item.hide ?? false,
    parts: JSON.stringify(item.data),
  };
}

function prepareStatus({ conversationId, status, date, approvedAt }: IntakeStatus): ReportedStatus {
  return {
    conversation: toRecordId(conversationId),
    conversationExternalId: conversationId,
    status: toStatusCode(status),
    statusAt: Date.parse(date),
    approvedAt: approvedAt === undefined ? undefined : Date.parse(approvedAt),
  };
}

function prepareRequests(item: IntakeConversation): ReportedRequest[] {
  const conversation = toRecordId(item.id);
  const implied: IntakeRequest[] = item.skill === undefined ? [] : [{ id: item.id }];
  return (item.requests ?? implied).map(({ id, skill = item.skill, date = item.date }) => ({
    conversation,
    id: toRecordId(id),
    externalId: id,
    occurredAt: Date.parse(date),
    skill: skill === undefined ? undefined : toReportedSkill(skill),
    isImplied: item.requests === undefined,
  }));
}
