import { conversationStatuses } from '#contract/analytics/conversations.ts';
import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { IntakeConversation, IntakeMessage, IntakeRequest, IntakeStatus } from '#contract/intake/intake.ts';
import { toKeyedUser, toRecordId, toReportedSkill } from '../../../lib/reported-names.ts';
import type { KeyedUser, ReportedSkill } from '../../../lib/reported-names.ts';

/** Items that have passed their schemas. */
export interface BatchItems {
  readonly conversations: readonly IntakeConversation[];
  readonly messages: readonly IntakeMessage[];
  readonly statuses: readonly IntakeStatus[];
  /**
   * Conversations to delete with their messages before anything else is applied, by the sender's ids. Their usage events
   * stay.
   */
  readonly removals?: readonly string[];
  /** Conversations whose usage events now belong to another one, by the sender's ids. */
  readonly moves?: readonly Move[];
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/*
 * A normalized batch: ids are 32 hexadecimal digits, instants milliseconds, a status is the number under which it is
 * stored.
 */

export interface Batch {
  readonly conversations: readonly ReportedConversation[];
  readonly messages: readonly ReportedMessage[];
  readonly statuses: readonly ReportedStatus[];
  readonly usageEvents: readonly ReportedUsageEvent[];
  readonly removals: readonly string[];
  readonly moves: readonly Move[];
  /** Characters of message text, which is the memory that a waiting batch takes. */
  readonly size: number;
}

export interface ReportedConversation {
  readonly id: string;
  readonly externalId: string;
  readonly startedAt: number;
  readonly reportedAt: number;
  readonly skill: ReportedSkill | undefined;
  readonly user: KeyedUser | undefined;
  readonly status: number | undefined;
  readonly apiCalls: number | undefined;
  readonly approvedAt: number | undefined;
}

export interface ReportedMessage {
  readonly conversationId: string;
  readonly conversationExternalId: string;
  readonly id: string;
  readonly externalId: string;
  readonly sentAt: number;
  /** In the reported list. */
  readonly position: number;
  readonly isAssistant: boolean;
  readonly author: string;
  readonly loading: boolean;
  readonly hide: boolean;
  /** As JSON. */
  readonly parts: string;
}

export interface ReportedStatus {
  readonly conversationId: string;
  readonly conversationExternalId: string;
  readonly status: number;
  readonly statusAt: number;
  readonly approvedAt: number | undefined;
}

export interface ReportedUsageEvent {
  readonly conversationId: string;
  readonly id: string;
  readonly externalId: string;
  readonly occurredAt: number;
  readonly skill: ReportedSkill | undefined;
  /** Stands for a conversation that was reported without runs. */
  readonly isImplied: boolean;
}

const toStatusCode = (status: ConversationStatus): number => conversationStatuses.indexOf(status) + 1;

/** Converts items to the values that are stored, before they wait, so that the transaction has less to do. */
export function normalizeBatch(items: BatchItems): Batch {
  const messages = items.messages.map((message, position) => toMessage(message.conversationId, message, position));
  for (const { id, messages: nested = [] } of items.conversations) {
    nested.forEach((message, position) => messages.push(toMessage(id, message, position)));
  }
  return {
    conversations: items.conversations.map(toConversation),
    messages,
    statuses: items.statuses.map(toStatus),
    usageEvents: items.conversations.flatMap(toUsageEvents),
    removals: (items.removals ?? []).map(toRecordId),
    moves: (items.moves ?? []).map(({ from, to }) => ({ from: toRecordId(from), to: toRecordId(to) })),
    size: messages.reduce((sum, { parts }) => sum + parts.length, 0),
  };
}

function toConversation(item: IntakeConversation): ReportedConversation {
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

type NestedMessage = Omit<IntakeMessage, 'conversationId'>;

function toMessage(conversation: string, item: NestedMessage, position: number): ReportedMessage {
  return {
    conversationId: toRecordId(conversation),
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

function toStatus({ conversationId, status, date, approvedAt }: IntakeStatus): ReportedStatus {
  return {
    conversationId: toRecordId(conversationId),
    conversationExternalId: conversationId,
    status: toStatusCode(status),
    statusAt: Date.parse(date),
    approvedAt: approvedAt === undefined ? undefined : Date.parse(approvedAt),
  };
}

function toUsageEvents(item: IntakeConversation): ReportedUsageEvent[] {
  const implied: IntakeRequest[] = item.skill === undefined ? [] : [{ id: item.id }];
  return (item.requests ?? implied).map(({ id, skill = item.skill, date = item.date }) => ({
    conversationId: toRecordId(item.id),
    id: toRecordId(id),
    externalId: id,
    occurredAt: Date.parse(date),
    skill: skill === undefined ? undefined : toReportedSkill(skill),
    isImplied: item.requests === undefined,
  }));
}
