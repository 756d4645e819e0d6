import { toMessageKey, type Conversation, type MessageAddress } from '../conversation.ts';
import { moveRatings } from '../ratings/stored-ratings.ts';
import type { Known } from './known.ts';
import { isEmptied } from './emptied-records.ts';
import { isShown, noteMessage } from './last-message.ts';
import type { ReportedMessage } from './normalize-batch.ts';
import type { Sender } from './stored-conversation.ts';
import {
  bothSources,
  findDerivedTwice,
  findReportedTwice,
  messageSources,
  toComparedMessage,
  type ComparedMessage,
} from './compared-messages.ts';

/** The conversations that messages belong to, as they are changed so far. */
interface Conversations {
  readonly find: (id: string) => Conversation | undefined;
  readonly findOrCreate: (id: string, startedAt: number, sender: Sender) => Conversation;
  readonly set: (id: string, conversation: Conversation) => void;
  /** Whether it was deleted, so that nothing stored is left of it. */
  readonly isRemoved: (id: string) => boolean;
}

export type WithdrawnMessage = Omit<MessageAddress, 'startedAt'>;

/** The messages as item after item changes them. */
export function createMessageRecords(known: Known, { find, findOrCreate, set, isRemoved }: Conversations) {
  /* By `toMessageKey`. */
  const messages = new Map<string, ReportedMessage>();
  const withdrawn = new Map<string, WithdrawnMessage>();
  const recounted = new Set<string>();
  const listCompared = (id: string): readonly ComparedMessage[] =>
    isRemoved(id) ? [] : (known.compared.get(id) ?? []).filter((each) => !withdrawn.has(toMessageKey(id, each.id)));
  const compared = new Set([...known.compared].flatMap(([id, list]) => list.map((each) => toMessageKey(id, each.id))));
  const withdraw = ({ conversationId, id }: WithdrawnMessage) => {
    const current = find(conversationId);
    const key = toMessageKey(conversationId, id);
    const isKept = !isRemoved(conversationId) && !withdrawn.has(key);
    const isStored = isKept && (known.messages.has(key) || compared.has(key));
    const isReported = messages.delete(key);
    if (!current || !(isStored || isReported)) return;
    if (isStored) withdrawn.set(key, { conversationId, id });
    recounted.add(conversationId);
    set(conversationId, { ...current, messages: current.messages - 1 });
  };
  return {
    messages,
    withdrawn,
    recounted,
    withdraw,
    apply(message: ReportedMessage): void {
      const { conversationId, conversationExternalId: externalId, sentAt, intakeKeyId } = message;
      const key = toMessageKey(conversationId, message.id);
      const current = findOrCreate(conversationId, sentAt, { externalId, intakeKeyId });
      const isGone = isRemoved(conversationId) || withdrawn.has(key);
      const stored = messages.get(key) ?? (isGone ? undefined : known.messages.get(key));
      if (stored && !stored.loading && sentAt <= stored.sentAt) return;
      messages.set(key, message);
      if (stored?.sentAt === current.lastMessageAt && !isShown(message)) recounted.add(conversationId);
      const counted = stored ? current : addMessage(current, message);
      set(conversationId, isShown(message) ? noteMessage(counted, message) : counted);
    },
    /** Takes off what telemetry says of messages that an assistant reports itself. */
    withdrawRepeated(): void {
      for (const [id, reported] of Map.groupBy(messages.values(), ({ conversationId }) => conversationId)) {
        const conversation = find(id);
        if (!conversation) continue;
        const twice = findRepeated(known, conversation, listCompared(id), reported.map(toComparedMessage));
        for (const message of twice.keys()) withdraw({ conversationId: id, id: message });
        const after = find(id);
        if (after && twice.size > 0) set(id, { ...after, ratings: moveRatings(after.ratings, twice) });
      }
    },
  };
}

/** Ids of messages that stay, by those of messages that repeat them. */
function findRepeated(
  known: Known,
  conversation: Conversation,
  stored: readonly ComparedMessage[],
  reported: readonly ComparedMessage[],
): ReadonlyMap<string, string> {
  const isWithoutText = isEmptied(conversation, known);
  const before = new Map(stored.map((each) => [each.id, each]));
  if (conversation.messageSources === bothSources) {
    for (const each of reported) before.set(each.id, each);
    return findReportedTwice([...before.values()], isWithoutText);
  }
  if (!isWithoutText) return new Map();
  for (const { id } of reported) before.delete(id);
  const fresh = reported.filter(({ id }) => !known.messages.has(toMessageKey(conversation.id, id)));
  return findDerivedTwice([...before.values()], fresh);
}

const addMessage = (current: Conversation, { isDerived }: ReportedMessage): Conversation => ({
  ...current,
  messages: current.messages + 1,
  messageSources: current.messageSources | messageSources[isDerived ? 'derived' : 'reported'],
});
