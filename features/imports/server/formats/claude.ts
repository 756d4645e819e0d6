import { parseDate } from '../read/parse-date.ts';
import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import type { FormatReader } from './format-reader.ts';
import { findText, toFields, toList } from './record-fields.ts';

/* Claude, `conversations.json` of its data export: a record is a conversation with its messages. */

export const claude: FormatReader = {
  isOwn: (record) => Array.isArray(record['chat_messages']),
  read: (value) => {
    const chat = toFields(value);
    return toChatRecord({
      id: findText(chat['uuid']),
      messages: toList(chat['chat_messages']).flatMap((message, place): ChatMessage[] => {
        const { uuid, text, content, sender, created_at: sent } = toFields(message);
        const pieces = toList(content).flatMap((piece) => findText(toFields(piece)['text']) ?? []);
        const said = findText(text) ?? pieces.join('\n');
        const at = parseDate(findText(sent) ?? '', 'iso', 'UTC') ?? Number.NaN;
        const isAssistant = sender === 'assistant';
        return [{ id: findText(uuid) ?? `message ${place}`, at, isAssistant, text: said, format: 'markdown' }];
      }),
      startedAt: parseDate(findText(chat['created_at']) ?? '', 'iso', 'UTC'),
      user: findText(toFields(chat['account'])['uuid']),
    });
  },
};
