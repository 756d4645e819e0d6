import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { findFields, findText, toFields, toList } from './record-fields.ts';

/*
 * ChatGPT, `conversations.json` of its data export: a record is a conversation, a tree of messages of which the branch that
 * ends at `current_node` was shown last.
 */

const isOwn = (record: Fields): boolean => Object.keys(toFields(record['mapping'])).length > 0;

export const chatGpt: FormatReader = {
  isOwn,
  read: (value) => {
    const chat = toFields(value);
    if (!isOwn(chat)) return { reason: 'other-kind' };
    const startedAt = toMs(chat['create_time']);
    return toChatRecord({
      id: findText(chat['conversation_id']) ?? findText(chat['id']),
      messages: listMessages(chat, startedAt),
      ...(startedAt !== undefined && { startedAt }),
    });
  },
};

/** Seconds since 1970. */
const toMs = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' && seconds > 0 ? Math.round(seconds * 1000) : undefined;

function listMessages(chat: Fields, startedAt: number | undefined): ChatMessage[] {
  let last = startedAt ?? Number.NaN;
  return listBranch(toFields(chat['mapping']), findText(chat['current_node'])).flatMap((node, place): ChatMessage[] => {
    const message = toFields(node['message']);
    last = toMs(message['create_time']) ?? last;
    const role = findText(findFields(message, 'author')['role']);
    const text = toText(toFields(message['content']));
    if (text === undefined || !isShown(message) || (role !== 'user' && role !== 'assistant')) return [];
    return [
      {
        id: findText(message['id']) ?? findText(node['id']) ?? `message ${place}`,
        at: last,
        isAssistant: role === 'assistant',
        text,
        model: findText(findFields(message, 'metadata')['model_slug']),
        format: 'markdown',
      },
    ];
  });
}

/** From the first message to the last one that was shown; all in their order where that is not known. */
function listBranch(nodes: Fields, end: string | undefined): Fields[] {
  if (end === undefined || nodes[end] === undefined) return Object.values(nodes).map(toFields);
  const branch: Fields[] = [];
  const seen = new Set<string>();
  for (let name: string | undefined = end; name !== undefined && !seen.has(name);) {
    seen.add(name);
    const node = toFields(nodes[name]);
    branch.push(node);
    name = findText(node['parent']);
  }
  return branch.toReversed();
}

/** Not the instructions of the model, or what it has asked a tool. */
function isShown(message: Fields): boolean {
  const isHidden = findFields(message, 'metadata')['is_visually_hidden_from_conversation'] === true;
  const recipient = findText(message['recipient']) ?? 'all';
  return !isHidden && recipient === 'all' && message['weight'] !== 0;
}

const shownKinds = new Set(['text', 'multimodal_text', 'code', 'undefined']);

function toText(content: Fields): string | undefined {
  if (!shownKinds.has(String(content['content_type']))) return undefined;
  const parts = toList(content['parts']).flatMap((part) => findText(part) ?? findText(toFields(part)['text']) ?? []);
  return parts.length > 0 ? parts.join('\n') : findText(content['text']);
}
