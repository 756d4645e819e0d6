import { conversationStatuses, type ConversationStatus } from '#contract/conversations/conversations.ts';
import type {
  IntakeConversation,
  IntakeMessage,
  IntakeRequest,
  IntakeStatus,
} from '#features/intake/contract/intake.ts';
import type { IntakeRating } from '#features/intake/contract/ratings.ts';
import { usageChannels } from '../../ledger/usage-event.ts';
import { toStoredRating, type KeyedRating } from '../ratings/stored-ratings.ts';
import { toStoredTurns } from '../turns/stored-turns.ts';
import { toKeyedUser, toRecordId, toReportedSkill } from '#server/lib/reported-names.ts';

/** Items that have passed their schemas. */
export interface BatchItems {
  readonly conversations: readonly IntakeConversation[];
  readonly messages: readonly IntakeMessage[];
  readonly statuses: readonly IntakeStatus[];
  readonly ratings?: readonly ListedRating[];
  /**
   * Conversations to delete with their messages before anything else is applied, by the sender's ids. Their usage events
   * stay.
   */
  readonly removals?: readonly string[];
  /** Conversations whose usage events now belong to another one, by the sender's ids. */
  readonly moves?: readonly Move[];
  /** Messages that telemetry was taken for before another sender reported them too. */
  readonly withdrawn?: readonly MessageName[];
  /** By conversation, in the order of its requests. */
  readonly runs?: ReadonlyMap<string, readonly RunDetails[]>;
  /** The key that reports the items; null where it is not known. */
  readonly intakeKeyId?: string | null;
  /** The channel of the listed runs; the intake where it is missing. */
  readonly channel?: number;
  /** Whether runs are billed whose conversation does not say it. */
  readonly billed?: boolean | undefined;
  /** Whether an import reports them, whose id is the `intakeKeyId`: it changes no conversation but its own. */
  readonly isImport?: boolean;
}

/** Facts that telemetry reports of a run beside its request. */
export interface RunDetails {
  /** The senders' ids of usage events that were this run, as far as it was known. */
  readonly replaces: readonly string[];
  /** Whose reports count together, as eight hexadecimal digits; empty where it is not known. */
  readonly sender: string;
  /** Whether the run is billed; null where the date decides. */
  readonly isBilled: boolean | null;
}

/** `key` says which earlier one it replaces, by default that of the same message. */
export type ListedRating = KeyedRating & Pick<IntakeRating, 'conversationId'>;

/** A message by the senders' ids. */
export interface MessageName {
  readonly conversationId: string;
  readonly id: string;
}

interface Move {
  readonly from: string;
  readonly to: string;
}

const toStatusCode = (status: ConversationStatus): number => conversationStatuses.indexOf(status) + 1;

/**
 * Converts items to the values that are stored, before they wait, so that the transaction has less to do: ids are 32
 * hexadecimal digits, instants milliseconds, a status is the number under which it is stored.
 */
export function normalizeBatch(items: BatchItems) {
  const { intakeKeyId = null } = items;
  const isDerived = items.channel === usageChannels.otlp;
  const messages = items.messages.map((message, position) =>
    toMessage({ ...toPlace(message.conversationId, intakeKeyId), isDerived }, message, position),
  );
  for (const { id, messages: nested = [] } of items.conversations) {
    const place = { ...toPlace(id, intakeKeyId), isDerived };
    nested.forEach((message, position) => messages.push(toMessage(place, message, position)));
  }
  const conversations = items.conversations.map((item) => ({ ...toConversation(item), intakeKeyId, isDerived }));
  const ratings = listRatings(items).map(({ conversationId, ...rating }) => ({
    ...toPlace(conversationId, intakeKeyId),
    rating: toStoredRating(rating),
  }));
  return {
    conversations,
    messages,
    ratings,
    statuses: items.statuses.map((item) => toStatus(toPlace(item.conversationId, intakeKeyId), item)),
    usageEvents: items.conversations.flatMap((conversation) => toUsageEvents(conversation, items)),
    isImport: items.isImport ?? false,
    intakeKeyId,
    withdrawn: (items.withdrawn ?? []).map(({ conversationId, id }) => ({
      conversationId: toRecordId(conversationId),
      id: toRecordId(id),
    })),
    removals: (items.removals ?? []).map(toRecordId),
    moves: (items.moves ?? []).map(({ from, to }) => ({ from: toRecordId(from), to: toRecordId(to) })),
    /** Characters of messages, turns and comments, which is the memory that a waiting batch takes. */
    size:
      messages.reduce((sum, { parts }) => sum + parts.length, 0) +
      sizeOfTurns(conversations) +
      ratings.reduce((sum, { rating: { comment = '' } }) => sum + comment.length, 0),
  };
}

/** Lists ratings within conversations and messages, then those that are reported on their own, which count for the same instant. */
function listRatings({ conversations, messages, ratings = [] }: BatchItems): ListedRating[] {
  const ofMessage = (conversationId: string, { id, date, rating }: NestedMessage): ListedRating[] =>
    rating ? [{ date, ...rating, conversationId, messageId: id }] : [];
  return [
    ...conversations.flatMap(({ id, date, reportedAt = date, rating, messages: nested = [] }) => [
      ...(rating ? [{ date: reportedAt, ...rating, conversationId: id }] : []),
      ...nested.flatMap((message) => ofMessage(id, message)),
    ]),
    ...messages.flatMap((message) => ofMessage(message.conversationId, message)),
    ...ratings,
  ];
}

const sizeOfTurns = (conversations: ReadonlyArray<ReturnType<typeof toConversation>>) =>
  conversations.reduce((sum, { turns }) => sum + (turns?.json.length ?? 0), 0);

export type Batch = Readonly<ReturnType<typeof normalizeBatch>>;
export type ReportedConversation = Batch['conversations'][number];
export type ReportedMessage = ReturnType<typeof toMessage>;
export type ReportedRating = Batch['ratings'][number];
export type ReportedStatus = ReturnType<typeof toStatus>;
export type ReportedUsageEvent = ReturnType<typeof toUsageEvents>[number];

function toConversation(item: IntakeConversation) {
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
    turns: item.turns && toStoredTurns(item.turns),
  };
}

/** The conversation of an item, and the key that reports it. */
const toPlace = (externalId: string, intakeKeyId: string | null) => ({
  conversationId: toRecordId(externalId),
  conversationExternalId: externalId,
  intakeKeyId,
});

type Place = ReturnType<typeof toPlace>;
interface MessagePlace extends Place {
  /** Whether the message was derived from telemetry. */
  readonly isDerived: boolean;
}
type NestedMessage = Omit<IntakeMessage, 'conversationId'>;

function toMessage(place: MessagePlace, item: NestedMessage, position: number) {
  return {
    ...place,
    id: toRecordId(item.id),
    externalId: item.id,
    sentAt: Date.parse(item.date),
    /** In the reported list. */
    position,
    isAssistant: item.isAssistant,
    author: item.author ?? '',
    loading: item.loading ?? false,
    hide: item.hide ?? false,
    /** Content as JSON. */
    parts: JSON.stringify(item.data),
  };
}

function toStatus(place: Place, { status, date, approvedAt }: IntakeStatus) {
  return {
    ...place,
    status: toStatusCode(status),
    statusAt: Date.parse(date),
    approvedAt: approvedAt === undefined ? undefined : Date.parse(approvedAt),
  };
}

function toUsageEvents(item: IntakeConversation, items: BatchItems) {
  const { channel = usageChannels.intake, billed, runs, intakeKeyId = null } = items;
  const implied: IntakeRequest[] = item.skill === undefined ? [] : [{ id: item.id }];
  const conversationId = toRecordId(item.id);
  const details = runs?.get(item.id) ?? [];
  return (item.requests ?? implied).map(({ id, skill = item.skill, date = item.date }, index) => ({
    conversationId,
    id: toRecordId(id),
    externalId: id,
    occurredAt: Date.parse(date),
    skill: skill === undefined ? undefined : toReportedSkill(skill),
    channel: item.requests === undefined ? usageChannels.implied : channel,
    isBilled: details[index]?.isBilled ?? item.billed ?? billed ?? null,
    replaces: details[index]?.replaces.map(toRecordId) ?? [],
    senders: details[index]?.sender ?? '',
    intakeKeyId,
  }));
}
