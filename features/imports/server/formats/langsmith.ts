import { parseDate } from '../read/parse-date.ts';
import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import type { FormatReader } from './format-reader.ts';
import { findFields, findText, openJson, toFields } from './record-fields.ts';

/*
 * LangSmith: runs as its API and exports have them. A root run is a turn: the last message of its inputs is the question, the
 * last of its outputs the answer. Runs of one thread are one conversation.
 */

export const langSmith: FormatReader = {
  isOwn: (record) => record['run_type'] !== undefined && record['inputs'] !== undefined,
  isOwnTable: (names) => names.has('runtype') && names.has('inputs') && names.has('outputs'),
  read: (value) => {
    const run = toFields(value);
    const pick = (name: string) => run[name] ?? run[name.replaceAll('_', '')];
    if (findText(pick('parent_run_id')) !== undefined) return { reason: 'other-kind' };
    const [asked, answered] = ['start_time', 'end_time'].map((name) =>
      parseDate(findText(pick(name)) ?? '', 'iso', 'UTC'),
    );
    if (asked === undefined) return { reason: 'no-date' };
    const runId = findText(pick('id')) ?? String(asked);
    const [question, answer] = [findLast(openJson(pick('inputs'))), findLast(openJson(pick('outputs')))];
    const metadata = findFields({ extra: openJson(pick('extra')) }, 'extra', 'metadata');
    const threads = ['thread_id', 'session_id', 'conversation_id'].map((name) => findText(metadata[name]));
    return toChatRecord({
      id:
        threads.find((thread) => thread !== undefined) ??
        findText(pick('thread_id')) ??
        findText(pick('trace_id')) ??
        runId,
      messages: [
        ...toMessages(question, { id: `${runId} question`, at: asked, isAssistant: false }),
        ...toMessages(answer, { id: `${runId} answer`, at: answered ?? asked, isAssistant: true }),
      ],
      user: findText(metadata['user_id']),
      status: findText(pick('error')) === undefined ? undefined : 'Error',
    });
  },
};

const toMessages = (text: string | undefined, message: Omit<ChatMessage, 'text'>): ChatMessage[] =>
  text === undefined ? [] : [{ ...message, text }];

/** Names under which programs put what was asked and answered, the likeliest first. */
const textNames = [
  'content',
  'text',
  'output',
  'answer',
  'response',
  'result',
  'generation',
  'input',
  'question',
  'query',
  'message',
];
const listNames = ['messages', 'generations', 'choices', 'kwargs', 'outputs', 'inputs', 'data'];
const maxDepth = 8;

/** The last text of a value that is a text, a message, or a list of them, however deep. */
function findLast(value: unknown, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  if (typeof value === 'string') return findText(value);
  if (Array.isArray(value)) return findLast(value.at(-1), depth + 1);
  const fields = toFields(value);
  for (const name of [...listNames, ...textNames]) {
    const found = fields[name] === undefined ? undefined : findLast(fields[name], depth + 1);
    if (found !== undefined) return found;
  }
  const [only, ...others] = Object.values(fields);
  return others.length === 0 && only !== undefined ? findLast(only, depth + 1) : undefined;
}
