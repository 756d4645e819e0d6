import type { BilledRun } from '../../../ledger/record-usage.ts';
import type { PreparedBatch, ReportedConversation, ReportedMessage, ReportedRequest, ReportedStatus } from './batch.ts';
import { applyReport, applyStatus, makePlaceholder } from '../conversations/conversation.ts';
import type { Conversation, LocalTime } from '../conversations/conversation.ts';

/** A stored message, as far as it decides whether another one replaces it. */
export interface StoredMessage {
  readonly sentAt: number;
  readonly loading: boolean;
}

/** What the database knows of everything a batch names. */
export interface Known {
  readonly conversations: ReadonlyMap<string, Conversation>;
  /** By `toMessageKey`. */
  readonly messages: ReadonlyMap<string, StoredMessage>;
  readonly findLocalTime: (instant: number) => LocalTime;
  readonly findSkill: (skill: ReportedConversation['skill']) => number | undefined;
  readonly findUser: (
    user: NonNullable<ReportedConversation['user']>,
  ) => { readonly number: number; readonly technical: boolean } | undefined;
}

export interface ConversationChange {
  readonly before: Conversation | undefined;
  /** Undefined for one that is taken away. */
  readonly after: Conversation | undefined;
}

/** A message to be stored, with the instant at which its conversation started. */
export interface MessageChange {
  readonly message: ReportedMessage;
  readonly startedAt: number;
  /** Nothing is stored under its id. */
  readonly isNew: boolean;
}

export interface Changes {
  /** As they were stored; to be deleted with their messages before anything is written. */
  readonly removed: readonly Conversation[];
  readonly conversations: readonly ConversationChange[];
  readonly messages: readonly MessageChange[];
  readonly requests: readonly BilledRun[];
}

export const toMessageKey = (conversation: string, id: string) => conversation + id;

/**
 * What has to be written so that these batches, one after the other, are stored. Pure: everything that decides stands
 * in `known`, and nobody else writes this company's rows meanwhile.
 */
export function mergeBatches(batches: readonly PreparedBatch[], known: Known): Changes {
  const records = createRecords(known);
  const ledger = createLedger(known);
  for (const batch of batches) {
    for (const id of batch.removals) records.remove(id);
    for (const report of batch.conversations) records.report(report);
    for (const message of batch.messages) records.message(message);
    for (const status of batch.statuses) records.status(status);
    for (const request of batch.requests) ledger.enter(request, records.get(request.conversation));
  }
  return { ...records.end(), requests: ledger.end() };
}

/** Conversations and messages as they become, item by item. */
function createRecords(known: Known) {
  const changed = new Map<string, Conversation | undefined>();
  const messages = new Map<string, ReportedMessage>();
  const removed = new Set<string>();
  const get = (id: string) => (changed.has(id) ? changed.get(id) : known.conversations.get(id));
  const find = (id: string, externalId: string, startedAt: number) =>
    get(id) ?? makePlaceholder(id, externalId, { startedAt, ...known.findLocalTime(startedAt) });
  return {
    get,
    remove(id: string): void {
      changed.set(id, undefined);
      removed.add(id);
    },
    report(reported: ReportedConversation): void {
      const { id, externalId, startedAt, skill, user, ...rest } = reported;
      const names = { skill: known.findSkill(skill), user: user && known.findUser(user) };
      const report = { ...rest, startedAt, ...names };
      changed.set(id, applyReport(find(id, externalId, startedAt), report, known.findLocalTime(startedAt)));
    },
    message(message: ReportedMessage): void {
      const { conversation: id, conversationExternalId: externalId, sentAt } = message;
      const key = toMessageKey(id, message.id);
      const current = find(id, externalId, sentAt);
      const stored = messages.get(key) ?? (removed.has(id) ? undefined : known.messages.get(key));
      if (stored && !stored.loading && sentAt <= stored.sentAt) return;
      messages.set(key, message);
      changed.set(id, stored ? current : { ...current, messages: current.messages + 1 });
    },
    status({ conversation: id, conversationExternalId: externalId, ...change }: ReportedStatus): void {
      changed.set(id, applyStatus(find(id, externalId, change.statusAt), change));
    },
    end: (): Omit<Changes, 'requests'> => ({
      removed: [...removed].flatMap((id) => known.conversations.get(id) ?? []),
      conversations: [...changed].flatMap(([id, after]) =>
        toChanges(known.conversations.get(id), after, removed.has(id)),
      ),
      messages: [...messages].flatMap(([key, message]): MessageChange[] => {
        const conversation = get(message.conversation);
        const isNew = removed.has(message.conversation) || !known.messages.has(key);
        return conversation ? [{ message, startedAt: conversation.startedAt, isNew }] : [];
      }),
    }),
  };
}

/** What is taken away and comes again is another one to the database. */
function toChanges(
  before: Conversation | undefined,
  after: Conversation | undefined,
  isRemoved: boolean,
): ConversationChange[] {
  if (before === after) return [];
  if (before && after && isRemoved)
    return [
      { before, after: undefined },
      { before: undefined, after },
    ];
  return [{ before, after }];
}

/** The billed runs, each once. */
function createLedger(known: Known) {
  const runs = new Map<string, BilledRun>();
  const billed = new Set<string>();
  return {
    enter(request: ReportedRequest, conversation: Conversation | undefined): void {
      const isFirst = !billed.has(request.conversation);
      const { id, externalId, occurredAt, skill, isImplied } = request;
      if (!conversation || runs.has(id) || (isImplied && !isFirst)) return;
      billed.add(request.conversation);
      runs.set(id, {
        id,
        externalId,
        occurredAt,
        conversation: request.conversation,
        day: known.findLocalTime(occurredAt).day,
        skill: known.findSkill(skill) ?? conversation.skill,
        user: conversation.user,
        // Also of one that is new: a run of it may have been authorised and committed before.
        onlyIfFirst: isImplied,
      });
    },
    end: () => [...runs.values()],
  };
}
