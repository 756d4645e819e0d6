import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { FormatReader } from './format-reader.ts';
import {
  findFields,
  findText,
  toFields,
  toIso,
  toList,
  toName,
  toTextPart,
  toUser,
  type ReadRecord,
  type ReportedMessage,
  type ReportedTurn,
} from './record-fields.ts';

/*
 * watsonx Assistant, `GET /v2/assistants/{id}/logs`: an entry is one message of a user with its answer. Entries of the v1 API
 * name the conversation in their context.
 */

/** Actions of every assistant, which are no skill of it. */
const ownActions = /^(?:welcome|run_always|anything_else|fallback|no_matches|system_)/i;

export const watsonx: FormatReader = {
  isOwn: (record) =>
    toFields(record['request']) === record['request'] || Object.keys(findFields(record, 'response')).length > 0,
  read: readLog,
};

function readLog(value: unknown): ReadRecord {
  const log = toFields(value);
  const { request, response } = log;
  if (request === undefined && response === undefined) return { reason: 'other-kind' };
  const output = findFields(response, 'output');
  const id = findConversationId(log);
  if (id === undefined) return { reason: 'no-conversation' };
  const askedMs = Date.parse(findText(log['request_timestamp']) ?? '');
  if (Number.isNaN(askedMs)) return { reason: 'no-date', detail: 'request_timestamp' };
  const answeredMs = Date.parse(findText(log['response_timestamp']) ?? '') || askedMs;
  const question = findText(findFields(request, 'input')['text']);
  const answer = listAnswerParts(output);
  if (question === undefined && answer.length === 0) return { reason: 'no-text' };
  const isEscaped = toList(output['generic']).some((item) => toFields(item)['response_type'] === 'connect_to_agent');
  const tools = listTools(output);
  const skill = findSkill(output);
  const person = findPerson(log);
  return {
    item: {
      id,
      date: toIso(askedMs),
      reportedAt: toIso(answeredMs),
      ...(skill !== undefined && { skill: toName(skill) }),
      ...(person !== undefined && { user: toUser(person) }),
      ...(isEscaped && { status: 'Escaped' }),
      apiCalls: tools.length,
      messages: toMessages(String(log['log_id'] ?? askedMs), { question, answer, askedMs, answeredMs }),
      turns: [toTurn(output, { tools, askedMs, answeredMs })],
    },
  };
}

function findConversationId(log: Readonly<Record<string, unknown>>): string | undefined {
  const context = findFields(log['response'], 'context');
  return (
    findText(log['session_id']) ??
    findText(findFields(context, 'global')['session_id']) ??
    findText(context['conversation_id'])
  );
}

function findPerson(log: Readonly<Record<string, unknown>>): string | undefined {
  const { request, response } = log;
  return (
    findText(toFields(request)['user_id']) ??
    findText(findFields(response, 'context', 'global', 'system')['user_id']) ??
    findText(toFields(response)['user_id']) ??
    findText(log['customer_id'])
  );
}

interface Exchange {
  readonly question: string | undefined;
  readonly answer: MessagePart[];
  readonly askedMs: number;
  readonly answeredMs: number;
}

function toMessages(id: string, { question, answer, askedMs, answeredMs }: Exchange): ReportedMessage[] {
  const asked: ReportedMessage[] =
    question === undefined
      ? []
      : [{ id: `${id} question`, date: toIso(askedMs), isAssistant: false, data: [toTextPart(question, 'plain')] }];
  const answered: ReportedMessage[] =
    answer.length === 0 ? [] : [{ id: `${id} answer`, date: toIso(answeredMs), isAssistant: true, data: answer }];
  return [...asked, ...answered];
}

/** The answer of v2 in its typed pieces, that of the oldest logs as lines. */
function listAnswerParts(output: Readonly<Record<string, unknown>>): MessagePart[] {
  const generic = toList(output['generic']).flatMap(toParts);
  if (generic.length > 0) return generic;
  return toList(output['text']).flatMap((line) => {
    const text = findText(line);
    return text === undefined ? [] : [toTextPart(text)];
  });
}

type Item = Readonly<Record<string, unknown>>;

const findTitle = ({ title, header }: Item) => findText(title) ?? findText(header);

function toMedia(type: 'picture' | 'video', item: Item): MessagePart[] {
  const [source, title] = [findText(item['source']), findTitle(item)];
  return source === undefined ? [] : [{ type, value: source, ...(title !== undefined && { title }) }];
}

const toChoice = (item: Item) =>
  toTexts([findTitle(item), findText(item['description']), ...listLabels(item['options'] ?? item['suggestions'])]);

const readers: Readonly<Record<string, (item: Item) => MessagePart[]>> = {
  image: (item) => toMedia('picture', item),
  video: (item) => toMedia('video', item),
  option: toChoice,
  suggestion: toChoice,
  search: (item) => toTexts([findTitle(item), ...listResults(item['primary_results'] ?? item['results'])]),
  connect_to_agent: (item) => toTexts([findText(item['message_to_human_agent']) ?? findText(item['topic'])]),
};

function toParts(value: unknown): MessagePart[] {
  const item = toFields(value);
  const read = readers[String(item['response_type'])];
  return read ? read(item) : toTexts([findText(item['text'])]);
}

const toTexts = (texts: ReadonlyArray<string | undefined>): MessagePart[] => {
  const said = texts.filter((text) => text !== undefined);
  return said.length === 0 ? [] : [toTextPart(said.join('\n\n'))];
};

const listLabels = (options: unknown): string[] =>
  toList(options).flatMap((option) => {
    const label = findText(toFields(option)['label']);
    return label === undefined ? [] : [`- ${label}`];
  });

const listResults = (results: unknown): string[] =>
  toList(results).flatMap((result) => {
    const { title, body } = toFields(result);
    return [findText(title), findText(body)].flatMap((text) => text ?? []);
  });

/** Lists the events of a turn, in the assistant's order. */
const listEvents = (output: Readonly<Record<string, unknown>>) =>
  toList(findFields(output, 'debug')['turn_events']).map(toFields);

/** The last action that is the company's own; of a dialog, which has no actions, the intent. */
function findSkill(output: Readonly<Record<string, unknown>>): string | undefined {
  const actions = listEvents(output).flatMap((event) => {
    const { type, action, action_title: title } = toFields(event['source']);
    const name = findText(title) ?? findText(action);
    return type !== 'action' || name === undefined || ownActions.test(String(action)) ? [] : [name];
  });
  const [intent] = listEvents(output).length > 0 ? [] : toList(output['intents']);
  return actions.at(-1) ?? findText(toFields(intent)['intent']);
}

type Tool = NonNullable<ReportedTurn['tools']>[number];

/** Calls of the actions, and what an older dialog asked its client to call. */
function listTools(output: Readonly<Record<string, unknown>>): Tool[] {
  const callouts = listEvents(output)
    .filter((event) => event['event'] === 'callout')
    .map((event) => {
      const error = findText(toFields(event['error'])['message']);
      const name = findText(toFields(event['source'])['action_title']) ?? findText(toFields(event['callout'])['type']);
      return { name: toName(name ?? 'callout'), ...(error !== undefined && { error: error.slice(0, 2000) }) };
    });
  const actions = toList(output['actions']).flatMap((action) => {
    const name = findText(toFields(action)['name']);
    return name === undefined ? [] : [{ name: toName(name) }];
  });
  return [...callouts, ...actions].slice(0, 100);
}

interface Answered {
  readonly tools: Tool[];
  readonly askedMs: number;
  readonly answeredMs: number;
}

const longestMs = 86_400_000;

function toTurn(output: Readonly<Record<string, unknown>>, { tools, askedMs, answeredMs }: Answered): ReportedTurn {
  const failed = toList(findFields(output, 'debug')['log_messages'])
    .map(toFields)
    .find(({ level }) => level === 'error');
  const error = findText(failed?.['message']);
  const durationMs = Math.min(answeredMs - askedMs, longestMs);
  return {
    date: toIso(askedMs),
    ...(durationMs > 0 && { durationMs }),
    ...(tools.length > 0 && { tools }),
    ...(error !== undefined && { error: error.slice(0, 2000) }),
  };
}
