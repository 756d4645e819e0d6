import { inSteps, type Steps } from '#server/lib/concurrency/pieces.ts';
import type { Changes, Conversation, ConversationChange, MessageChange } from '../conversation.ts';
import { createUsage } from './apply-usage.ts';
import type { Known } from './known.ts';
import { createMessageRecords, type WithdrawnMessage } from './message-records.ts';
import { applyRatings, applyReport, applyStatus, createPlaceholder, type Sender } from './stored-conversation.ts';
import { isOfImport } from './import-scope.ts';
import { addToEmptied } from './emptied-reports.ts';
import { isEmptied, toEmptied, toEmptyMessage } from './emptied-records.ts';
import type {
  Batch,
  ReportedConversation,
  ReportedMessage,
  ReportedRating,
  ReportedStatus,
} from './normalize-batch.ts';

/** The changes that store these batches in their order. Pure; `known` stays true while the ledger is locked. */
export function* applyBatches(batches: readonly Batch[], known: Known): Steps<Changes> {
  const records = createRecords(known);
  const usage = createUsage(known);
  for (const batch of batches) {
    for (const id of batch.removals) records.remove(id);
    const isOpen = (id: string) => !known.deleted.has(id) && isOfImport(records.find(id), batch);
    yield* applyItems(records, batch, isOpen);
    yield* inSteps(batch.usageEvents, (event) => {
      if (!batch.isImport || isOpen(event.conversationId)) usage.add(event, records.find(event.conversationId));
    });
  }
  records.withdrawRepeated();
  return { ...(yield* records.listChanges()), usageEvents: usage.list() };
}

function* applyItems(
  records: ReturnType<typeof createRecords>,
  { conversations, messages, withdrawn, statuses, ratings }: Batch,
  isOpen: (conversationId: string) => boolean,
): Steps<void> {
  for (const each of conversations) if (isOpen(each.id)) records.applyConversation(each);
  yield* inSteps(messages, (each) => {
    if (isOpen(each.conversationId)) records.applyMessage(each);
  });
  for (const each of withdrawn) if (isOpen(each.conversationId)) records.withdrawMessage(each);
  for (const each of statuses) if (isOpen(each.conversationId)) records.applyStatus(each);
  for (const [id, each] of Map.groupBy(ratings, ({ conversationId }) => conversationId))
    if (isOpen(id)) records.applyRatings(id, each);
}

/** The conversations and messages as item after item changes them. */
function createRecords(known: Known) {
  const changed = new Map<string, Conversation | undefined>();
  const removed = new Set<string>();
  const externalIds = new Map<string, string>();
  const find = (id: string) => (changed.has(id) ? changed.get(id) : known.conversations.get(id));
  const findOrCreate = (id: string, startedAt: number, sender: Sender) =>
    find(id) ?? createPlaceholder(id, { startedAt, ...known.findLocalTime(startedAt) }, sender);
  const said = createMessageRecords(known, {
    find,
    findOrCreate,
    set: (id, conversation) => void changed.set(id, conversation),
    isRemoved: (id) => removed.has(id),
  });
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
      const isPart = reported.isDerived && isEmptied(current, known);
      const time = known.findLocalTime(startedAt);
      changed.set(id, isPart ? addToEmptied(current, report, time) : applyReport(current, report, time));
      externalIds.set(id, externalId);
    },
    applyMessage: said.apply,
    withdrawMessage: said.withdraw,
    withdrawRepeated: said.withdrawRepeated,
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
    listChanges: () => listRecordChanges({ ...said, changed, removed, externalIds }, known),
  };
}

interface Records {
  /** By id; undefined for a deleted one. */
  readonly changed: Map<string, Conversation | undefined>;
  readonly messages: ReadonlyMap<string, ReportedMessage>;
  readonly removed: ReadonlySet<string>;
  /** Conversations of which the last message is not known. */
  readonly recounted: ReadonlySet<string>;
  /** By `toMessageKey`. */
  readonly withdrawn: ReadonlyMap<string, WithdrawnMessage>;
  /** The sender's ids of reported conversations. */
  readonly externalIds: ReadonlyMap<string, string>;
}

function* listRecordChanges(
  { changed, messages, removed, recounted, withdrawn, externalIds }: Records,
  known: Known,
): Steps<Omit<Changes, 'usageEvents'>> {
  for (const [id, after] of changed) {
    if (after && isEmptied(after, known)) changed.set(id, toEmptied(after, known));
    yield;
  }
  const find = (id: string) => (changed.has(id) ? changed.get(id) : known.conversations.get(id));
  const isFull = (id: string) => !removed.has(id) && known.conversations.get(id)?.withoutContent === false;
  const messageChanges: MessageChange[] = [];
  for (const [key, reported] of messages) {
    const conversation = find(reported.conversationId);
    const isNew = removed.has(reported.conversationId) || !known.messages.has(key);
    if (!conversation) continue;
    const message = isEmptied(conversation, known) ? toEmptyMessage(reported) : reported;
    messageChanges.push({ message, startedAt: conversation.startedAt, isNew });
    yield;
  }
  return {
    removed: [...removed].flatMap((id) => known.conversations.get(id) ?? []),
    conversations: [...changed].flatMap(([id, after]) =>
      toChanges(known.conversations.get(id), after, removed.has(id)),
    ),
    messages: messageChanges,
    withdrawn: [...withdrawn.values()].flatMap((address) => {
      const startedAt = find(address.conversationId)?.startedAt;
      return startedAt === undefined ? [] : [{ ...address, startedAt }];
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
