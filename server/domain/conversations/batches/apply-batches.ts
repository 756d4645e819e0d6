import type { FindUser, ResolvedUser } from '../../ledger/reported-users.ts';
import {
  toMessageKey,
  type Changes,
  type Conversation,
  type ConversationChange,
  type LocalTime,
  type MessageChange,
  type StoredMessage,
} from '../conversation.ts';
import { createUsage } from './apply-usage.ts';
import { isShown, noteMessage } from './last-message.ts';
import { addRatings } from '../ratings/stored-ratings.ts';
import { isOfImport } from './import-scope.ts';
import { isEmptied, toEmptied, toEmptyMessage } from './emptied-records.ts';
import type {
  Batch,
  ReportedConversation,
  ReportedMessage,
  ReportedRating,
  ReportedStatus,
} from './normalize-batch.ts';

/** The report of a conversation; a field is undefined where it says nothing. */
type Report = Omit<ReportedConversation, 'id' | 'externalId' | 'skill' | 'user'> & {
  readonly skillNumber: number | undefined;
  readonly user: ResolvedUser | undefined;
};

type StatusChange = Pick<ReportedStatus, 'status' | 'statusAt' | 'approvedAt'>;

/** Stored state of everything that the batches name. */
export interface Known {
  readonly conversations: ReadonlyMap<string, Conversation>;
  /** By `toMessageKey`. */
  readonly messages: ReadonlyMap<string, StoredMessage>;
  readonly findLocalTime: (instant: number) => LocalTime;
  readonly findSkill: (skill: ReportedConversation['skill']) => number | undefined;
  readonly findUser: FindUser;
  /** Deleted conversations, of which nothing is stored; true where their requests are not billed either. */
  readonly deleted: ReadonlyMap<string, boolean>;
  /** The numbers of erased persons, whose conversations are stored without texts. */
  readonly erasedUsers: ReadonlySet<number>;
}

/** The changes that store these batches in their order. Pure; `known` stays true while the ledger is locked. */
export function applyBatches(batches: readonly Batch[], known: Known): Changes {
  const records = createRecords(known);
  const usage = createUsage(known);
  for (const batch of batches) {
    for (const id of batch.removals) records.remove(id);
    const isOpen = (id: string) => !known.deleted.has(id) && isOfImport(records.find(id), batch);
    for (const each of batch.conversations) if (isOpen(each.id)) records.applyConversation(each);
    for (const each of batch.messages) if (isOpen(each.conversationId)) records.applyMessage(each);
    for (const each of batch.statuses) if (isOpen(each.conversationId)) records.applyStatus(each);
    for (const [id, each] of Map.groupBy(batch.ratings, ({ conversationId }) => conversationId))
      if (isOpen(id)) records.applyRatings(id, each);
    for (const event of batch.usageEvents) {
      if (!batch.isImport || isOpen(event.conversationId)) usage.add(event, records.find(event.conversationId));
    }
  }
  return { ...records.listChanges(), usageEvents: usage.list() };
}

/** The conversations and messages as item after item changes them. */
function createRecords(known: Known) {
  const changed = new Map<string, Conversation | undefined>();
  const messages = new Map<string, ReportedMessage>();
  const removed = new Set<string>();
  const externalIds = new Map<string, string>();
  const recounted = new Set<string>();
  const find = (id: string) => (changed.has(id) ? changed.get(id) : known.conversations.get(id));
  const findOrCreate = (id: string, startedAt: number, sender: Sender) =>
    find(id) ?? createPlaceholder(id, { startedAt, ...known.findLocalTime(startedAt) }, sender);
  return {
    find,
    remove(id: string): void {
      changed.set(id, undefined);
      removed.add(id);
    },
    applyConversation({ id, externalId, skill, user, ...reported }: ReportedConversation): void {
      const { startedAt, intakeKeyId } = reported;
      const report = { ...reported, skillNumber: known.findSkill(skill), user: user && known.findUser(user) };
      const current = findOrCreate(id, startedAt, { externalId, intakeKeyId });
      changed.set(id, applyReport(current, report, known.findLocalTime(startedAt)));
      externalIds.set(id, externalId);
    },
    applyMessage(message: ReportedMessage): void {
      const { conversationId, conversationExternalId: externalId, sentAt, intakeKeyId } = message;
      const key = toMessageKey(conversationId, message.id);
      const current = findOrCreate(conversationId, sentAt, { externalId, intakeKeyId });
      const stored = messages.get(key) ?? (removed.has(conversationId) ? undefined : known.messages.get(key));
      if (stored && !stored.loading && sentAt <= stored.sentAt) return;
      messages.set(key, message);
      if (stored?.sentAt === current.lastMessageAt && !isShown(message)) recounted.add(conversationId);
      const counted = stored ? current : { ...current, messages: current.messages + 1 };
      changed.set(conversationId, isShown(message) ? noteMessage(counted, message) : counted);
    },
    applyStatus({ conversationId, conversationExternalId: externalId, intakeKeyId, ...change }: ReportedStatus): void {
      const current = findOrCreate(conversationId, change.statusAt, { externalId, intakeKeyId });
      changed.set(conversationId, applyStatus(current, change));
    },
    applyRatings(id: string, reported: readonly ReportedRating[]): void {
      const [first] = reported;
      if (!first) return;
      const { conversationExternalId: externalId, intakeKeyId, rating } = first;
      const current = findOrCreate(id, Date.parse(rating.at), { externalId, intakeKeyId });
      changed.set(id, applyRatings(current, reported));
    },
    listChanges: () => listRecordChanges({ changed, messages, removed, recounted, externalIds }, known),
  };
}

interface Records {
  /** By id; undefined for a deleted one. */
  readonly changed: Map<string, Conversation | undefined>;
  readonly messages: ReadonlyMap<string, ReportedMessage>;
  readonly removed: ReadonlySet<string>;
  /** Conversations of which the last message is not known. */
  readonly recounted: ReadonlySet<string>;
  /** The sender's ids of reported conversations. */
  readonly externalIds: ReadonlyMap<string, string>;
}

function listRecordChanges(
  { changed, messages, removed, recounted, externalIds }: Records,
  known: Known,
): Omit<Changes, 'usageEvents'> {
  for (const [id, after] of changed) if (after && isEmptied(after, known)) changed.set(id, toEmptied(after, known));
  const find = (id: string) => (changed.has(id) ? changed.get(id) : known.conversations.get(id));
  const isFull = (id: string) => !removed.has(id) && known.conversations.get(id)?.withoutContent === false;
  return {
    removed: [...removed].flatMap((id) => known.conversations.get(id) ?? []),
    conversations: [...changed].flatMap(([id, after]) =>
      toChanges(known.conversations.get(id), after, removed.has(id)),
    ),
    messages: [...messages].flatMap(([key, reported]): MessageChange[] => {
      const conversation = find(reported.conversationId);
      const isNew = removed.has(reported.conversationId) || !known.messages.has(key);
      if (!conversation) return [];
      const message = isEmptied(conversation, known) ? toEmptyMessage(reported) : reported;
      return [{ message, startedAt: conversation.startedAt, isNew }];
    }),
    recounted: [...recounted].flatMap((id) => find(id) ?? []),
    emptied: [...changed.values()].flatMap((after) => (after?.withoutContent && isFull(after.id) ? after : [])),
    forgotten: [...externalIds].flatMap(([id, externalId]) => (find(id)?.withoutContent ? externalId : [])),
  };
}

/** A conversation that was removed and reported again is a deletion and an insertion. */
function toChanges(
  before: Conversation | undefined,
  after: Conversation | undefined,
  isRemoved: boolean,
): ConversationChange[] {
  if (before === after) return [];
  if (!before || !after || !isRemoved) return [{ before, after }];
  return [
    { before, after: undefined },
    { before: undefined, after },
  ];
}

const processing = 2;
/** Before every instant that can be reported. */
const longAgo = 0;

/** The conversation's id as the sender knows it, and the sender's key. */
type Sender = Pick<Conversation, 'externalId' | 'intakeKeyId'>;

/** A conversation of which only a message or a status has arrived. */
function createPlaceholder(id: string, time: LocalTime & { readonly startedAt: number }, sender: Sender): Conversation {
  return {
    id,
    ...sender,
    ...time,
    skillNumber: 0,
    userNumber: 0,
    status: processing,
    technical: false,
    messages: 0,
    apiCalls: 0,
    approvedAt: null,
    reportedAt: longAgo,
    statusAt: longAgo,
    isPlaceholder: true,
    turns: null,
    ratings: null,
    withoutContent: false,
    lastMessageAt: null,
    awaitsAnswer: false,
  };
}

/** A report older than the newest changes the status at most. What a report leaves out stays. */
function applyReport(current: Conversation, report: Report, time: LocalTime): Conversation {
  const { status, reportedAt } = report;
  const known =
    status === undefined ? current : applyStatus(current, { status, statusAt: reportedAt, approvedAt: undefined });
  if (!current.isPlaceholder && reportedAt < current.reportedAt) return known;
  return {
    ...known,
    ...time,
    startedAt: report.startedAt,
    skillNumber: report.skillNumber ?? known.skillNumber,
    userNumber: report.user?.number ?? known.userNumber,
    technical: report.user?.technical ?? known.technical,
    apiCalls: report.apiCalls ?? known.apiCalls,
    approvedAt: report.approvedAt ?? known.approvedAt,
    reportedAt,
    isPlaceholder: false,
    intakeKeyId: report.intakeKeyId ?? known.intakeKeyId,
    turns: report.turns ?? known.turns,
  };
}

function applyRatings(current: Conversation, reported: readonly ReportedRating[]): Conversation {
  const added = reported.map(({ rating }) => rating);
  const ratings = addRatings(current.ratings, added);
  return ratings === current.ratings ? current : { ...current, ratings };
}

/** The latest status wins; of two with the same instant a final one over Processing, else the one that arrived last. */
function applyStatus(current: Conversation, { status, statusAt, approvedAt }: StatusChange): Conversation {
  if (statusAt < current.statusAt) return current;
  if (statusAt === current.statusAt && status === processing) return current;
  return { ...current, status, statusAt, approvedAt: approvedAt ?? current.approvedAt };
}
