import type { ConversationTurn } from '#features/conversation-log/contract/turns.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import type { ConversationRating } from '#contract/conversations/ratings.ts';
import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { formatLongDate } from '#contract/calendar/formats.ts';
import { toTexts } from './parts/text-cut.ts';

export interface KeyedPart {
  key: string;
  part: MessagePart;
}

/** An entry of the thread: a day, what the assistant did for an answer, or a message. */
export type ThreadItem =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'turn'; key: string; turn: ConversationTurn }
  | {
      kind: 'message';
      key: string;
      message: HistoryMessage;
      parts: KeyedPart[];
      /** A user's rating of the message. */
      rating: ConversationRating | undefined;
    };

/** Whether the item is the message with this id. */
export const isMessage = (item: ThreadItem, id: string | undefined) =>
  id !== undefined && item.kind === 'message' && item.message.id === id;

interface Thread {
  messages: readonly HistoryMessage[];
  /** Oldest first. */
  turns: readonly ConversationTurn[];
  ratings?: readonly ConversationRating[];
}

/** Visible messages under their days in the company's time zone, each answer below what the assistant did for it. */
export function buildThread({ messages, turns, ratings = [] }: Thread, timeZone: string): ThreadItem[] {
  const items: ThreadItem[] = [];
  const waiting = turns.map((turn, index) => ({ kind: 'turn' as const, key: `turn ${index}`, turn }));
  let day = '';
  const startDay = (date: string, key: string) => {
    const label = formatLongDate(date, timeZone);
    if (label !== day) items.push({ kind: 'day', key, label });
    day = label;
  };
  const addTurns = (isDue: (turn: ConversationTurn) => boolean) => {
    for (let next = waiting[0]; next && isDue(next.turn); [next] = waiting) {
      startDay(next.turn.date, `day of ${next.key}`);
      items.push(next);
      waiting.shift();
    }
  };
  for (const [index, message] of messages.entries()) {
    const parts = listShownParts(message);
    if (message.hide || (parts.length === 0 && !message.loading)) continue;
    // A turn starts with its question, which may have the same instant, and ends with its answer.
    addTurns(({ date }) => (message.isAssistant ? date <= message.date : date < message.date));
    startDay(message.date, `day ${index}`);
    const rating = ratings.find(({ messageId }) => messageId === message.id);
    items.push({ kind: 'message', key: `message ${message.id || index}`, message, parts, rating });
  }
  addTurns(() => true);
  return items;
}

/** Section 3: file pickers are shown on messages of the user only. Texts that are blank are left out. */
function listShownParts({ isAssistant, data }: HistoryMessage): KeyedPart[] {
  return data
    .map((part, index) => ({ key: `part ${index}`, part }))
    .filter(({ part }) => (part.type === 'filePicker' ? !isAssistant : !isBlank(part)));
}

const isBlank = (part: MessagePart) =>
  part.type === 'text' && toTexts(part.value).every(({ html }) => html.trim() === '');
