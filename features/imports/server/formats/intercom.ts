import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { findFields, findText, toFields, toList } from './record-fields.ts';

/* Intercom: conversations as its API has them, the first message in `source`, the others in `conversation_parts`. */

export const intercom: FormatReader = {
  isOwn: (record) => record['conversation_parts'] !== undefined && record['created_at'] !== undefined,
  read: (value) => {
    const chat = toFields(value);
    const parts = toList(findFields(chat, 'conversation_parts')['conversation_parts'] ?? chat['conversation_parts']);
    const source = { ...toFields(chat['source']), created_at: chat['created_at'] };
    const people = [source, ...parts.map(toFields)];
    const user = people.map((part) => toFields(toFields(part)['author'])).find(({ type }) => isUser(type));
    return toChatRecord({
      id: findText(chat['id']),
      messages: people.flatMap((part, place) => toMessage(part, place)),
      user: findText(user?.['email']) ?? findText(user?.['id']),
      userName: findText(user?.['name']),
    });
  },
};

const isUser = (type: unknown) => type === 'user' || type === 'lead' || type === 'contact';

/** Bodies are HTML; what happened without a text has none. Seconds since 1970. */
function toMessage(part: Fields, place: number): ChatMessage[] {
  const text = toPlain(findText(part['body']) ?? '');
  if (text === '') return [];
  const author = toFields(part['author']);
  return [
    {
      id: findText(part['id']) ?? `part ${place}`,
      at: Number(part['created_at'] ?? Number.NaN) * 1000,
      isAssistant: !isUser(author['type']),
      text,
      author: findText(author['name']),
    },
  ];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

const toPlain = (html: string): string =>
  html
    .replaceAll(/<br\s*\/?>|<\/p>\s*<p[^>]*>/gi, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(?<name>amp|lt|gt|quot|#39|nbsp);/g, (all, name: string) => entities[name] ?? all)
    .trim();
