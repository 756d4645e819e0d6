import { toChatRecord } from './chat-messages.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { findText, toFields, toList } from './record-fields.ts';

/*
 * Slack, the export of a workspace: a file is a day of a channel, a record a message. A thread is a conversation. Messages beside
 * threads, as in the direct messages of an app, follow each other: a pause of some hours begins another conversation.
 */

const timestamp = /^\d{9,11}\.\d{1,6}$/;

const isOwn = (record: Fields): boolean =>
  (record['type'] === 'message' || record['subtype'] !== undefined) && timestamp.test(String(record['ts']));

const pauseMs = 6 * 3_600_000;
const spoken = new Set(['undefined', 'bot_message', 'thread_broadcast', 'file_share', 'me_message']);

export const slack: FormatReader = {
  isOwn,
  read: (value, { memory }) => {
    const message = toFields(value);
    if (!isOwn(message) || !spoken.has(String(message['subtype']))) return { reason: 'other-kind' };
    const ts = String(message['ts']);
    const at = Math.round(Number(ts) * 1000);
    const isAssistant = message['bot_id'] !== undefined || message['subtype'] === 'bot_message';
    const profile = toFields(message['user_profile']);
    const name = findText(profile['real_name']) ?? findText(profile['display_name']) ?? findText(profile['name']);
    const user = isAssistant ? undefined : findText(message['user']);
    return toChatRecord({
      id: findText(message['thread_ts']) ?? followPause(memory, ts, at),
      messages: [
        {
          id: findText(message['client_msg_id']) ?? ts,
          at,
          isAssistant,
          text: toText(message),
          author: isAssistant
            ? (findText(message['username']) ?? findText(toFields(message['bot_profile'])['name']))
            : name,
        },
      ],
      user,
      userName: user === undefined ? undefined : name,
    });
  },
};

/** The first message after a pause names the conversation. */
function followPause(memory: Map<string, string>, ts: string, at: number): string {
  const [id, last] = [memory.get('conversation'), Number(memory.get('at') ?? Number.NaN)];
  const current = id !== undefined && Math.abs(at - last) < pauseMs ? id : ts;
  memory.set('conversation', current);
  memory.set('at', String(at));
  return current;
}

/** `&`, `<` and `>` are written as in HTML. */
const toPlain = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Apps that answer in blocks or attachments leave the text empty. */
function toText(message: Fields): string {
  const text = findText(message['text']);
  if (text !== undefined) return toPlain(text);
  const blocks = toList(message['blocks']).map((block) => findText(toFields(toFields(block)['text'])['text']));
  const attachments = toList(message['attachments']).map((each) =>
    findText(toFields(each)['text'] ?? toFields(each)['fallback']),
  );
  return toPlain([...blocks, ...attachments].flatMap((each) => each ?? []).join('\n'));
}
