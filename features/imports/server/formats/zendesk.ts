import { parseDate } from '../read/parse-date.ts';
import { toChatRecord } from './chat-messages.ts';
import type { FormatReader } from './format-reader.ts';
import { findText, toFields, toList } from './record-fields.ts';

/* Zendesk Chat: chats as its API and export have them, `history` with what each side has said. */

export const zendesk: FormatReader = {
  isOwn: (record) => Array.isArray(record['history']) && record['visitor'] !== undefined,
  read: (value) => {
    const chat = toFields(value);
    const visitor = toFields(chat['visitor']);
    const events = toList(chat['history']).map(toFields);
    return toChatRecord({
      id: findText(chat['id']),
      messages: events.flatMap((event, place) => {
        const text = findText(event['msg']);
        if (text === undefined || event['type'] !== 'chat.msg') return [];
        const sender = findText(event['sender_type']) ?? '';
        const isAssistant =
          sender === '' ? !/^visitor/i.test(findText(event['nick']) ?? '') : !/^(?:visitor|enduser)$/i.test(sender);
        return [
          {
            id: findText(event['msg_id']) ?? `message ${place}`,
            at: parseDate(findText(event['timestamp']) ?? '', 'iso', 'UTC') ?? Number.NaN,
            isAssistant,
            text,
            author: findText(event['name']),
          },
        ];
      }),
      startedAt: parseDate(findText(chat['timestamp']) ?? '', 'iso', 'UTC'),
      user: findText(visitor['email']) ?? findText(visitor['id']),
      userName: findText(visitor['name']),
    });
  },
};
