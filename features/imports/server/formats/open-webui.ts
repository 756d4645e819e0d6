import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { findFields, findText, toFields, toList } from './record-fields.ts';

/*
 * Open WebUI, the export of chats: a record is a chat, whose `history` is a tree of messages with the last shown one at
 * `currentId`; older exports have the list alone.
 */

const isOwn = (record: Fields): boolean => {
  const chat = toFields(record['chat']);
  return chat['history'] !== undefined || Array.isArray(chat['messages']);
};

export const openWebUi: FormatReader = {
  isOwn,
  read: (value) => {
    const record = toFields(value);
    if (!isOwn(record)) return { reason: 'other-kind' };
    const chat = toFields(record['chat']);
    const startedAt = toMs(record['created_at']) ?? toMs(chat['timestamp']);
    return toChatRecord({
      id: findText(record['id']) ?? findText(chat['id']),
      messages: listMessages(chat, startedAt),
      startedAt,
      user: findText(record['user_id']),
    });
  },
};

const firstMs = 1e11;

/** Seconds, or milliseconds, since 1970. */
const toMs = (time: unknown): number | undefined => {
  const value = Number(time ?? Number.NaN);
  if (!(value > 0)) return undefined;
  return Math.round(value < firstMs ? value * 1000 : value);
};

function listMessages(chat: Fields, startedAt: number | undefined): ChatMessage[] {
  let last = startedAt ?? Number.NaN;
  return listBranch(chat).flatMap((message, place): ChatMessage[] => {
    const role = findText(message['role']);
    last = toMs(message['timestamp']) ?? last;
    const text = toText(message['content']);
    if (text === undefined || (role !== 'user' && role !== 'assistant')) return [];
    return [
      {
        id: findText(message['id']) ?? `message ${place}`,
        at: last,
        isAssistant: role === 'assistant',
        text,
        model: findText(message['model']),
        format: 'markdown',
      },
    ];
  });
}

function listBranch(chat: Fields): Fields[] {
  const nodes = findFields(chat, 'history', 'messages');
  const branch: Fields[] = [];
  const seen = new Set<string>();
  let name = findText(findFields(chat, 'history')['currentId']);
  while (name !== undefined && nodes[name] !== undefined && !seen.has(name)) {
    seen.add(name);
    const node = toFields(nodes[name]);
    branch.push(node);
    name = findText(node['parentId']);
  }
  if (branch.length > 0) return branch.toReversed();
  const listed = toList(chat['messages']);
  return (listed.length > 0 ? listed : Object.values(nodes)).map(toFields);
}

/** A text, or pieces of which some are pictures. What the model thought is folded away there. */
function toText(content: unknown): string | undefined {
  const pieces = toList(content).flatMap((piece) => findText(toFields(piece)['text']) ?? []);
  const text = findText(content) ?? (pieces.length > 0 ? pieces.join('\n') : undefined);
  return findText(text?.replaceAll(/<details type="reasoning"[^>]*>.*?<\/details>\s*/gs, ''));
}
