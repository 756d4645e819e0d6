import type { HistoryMessage } from '#contract/analytics/analytics.ts';
import type { MessagePart } from '#contract/analytics/message-parts.ts';
import { formatLongDate } from '#contract/calendar/formats.ts';
import { toTexts } from './parts/text-cut.ts';

export interface KeyedPart {
  key: string;
  part: MessagePart;
}

/** An entry of the thread: a day, or a message. */
export type ThreadItem =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'message'; key: string; message: HistoryMessage; parts: KeyedPart[] };

/** Visible messages under their days in the company's time zone. */
export function buildThread(messages: readonly HistoryMessage[], timeZone: string): ThreadItem[] {
  const items: ThreadItem[] = [];
  let day = '';
  for (const [index, message] of messages.entries()) {
    const parts = listShownParts(message);
    if (message.hide || (parts.length === 0 && !message.loading)) continue;
    const label = formatLongDate(message.date, timeZone);
    if (label !== day) items.push({ kind: 'day', key: `day ${index}`, label });
    day = label;
    items.push({ kind: 'message', key: `message ${message.id || index}`, message, parts });
  }
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
