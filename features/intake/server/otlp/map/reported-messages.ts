import { capName, hashText, maxListedMessages, maxListLength, truncationMark } from '../limits.ts';
import { isObject, parseJson, type Attributes, type Value } from '../decode/otlp-values.ts';
import { countServerToolCalls, isHiddenType, toParts } from './reported-parts.ts';
import { readListed } from '../decode/listed-attributes.ts';
import { parseCutList } from '../decode/cut-json.ts';
import type { FactMessage } from './span-facts.ts';

type Direction = 'inputs' | 'outputs';
type Fields = { readonly [key: string]: Value };

/**
 * Attributes with messages, the most specific first: Langfuse, OTel GenAI, frameworks, older names, OpenInference, generic.
 */
const sources = {
  inputs: [
    'langfuse.observation.input',
    'langfuse.trace.input',
    'gen_ai.input.messages',
    'mastra.agent_run.input',
    'mastra.workflow_run.input',
    'ai.prompt.messages',
    'ai.prompt',
    'langwatch.input',
    'gen_ai.prompt',
    'llm.input_messages',
    'input.value',
    'lmnr.span.input',
    'traceloop.entity.input',
    'gen_ai.content.prompt',
    'gen_ai.request.messages',
    'input.messages',
  ],
  outputs: [
    'langfuse.observation.output',
    'langfuse.trace.output',
    'gen_ai.output.messages',
    'mastra.agent_run.output',
    'mastra.workflow_run.output',
    'pydantic_ai.all_messages',
    'ai.response.text',
    'ai.response.object',
    'langwatch.output',
    'gen_ai.completion',
    'llm.output_messages',
    'output.value',
    'lmnr.span.output',
    'traceloop.entity.output',
    'gen_ai.content.completion',
    'gen_ai.response.text',
    'output.messages',
    'gen_ai.output',
  ],
} as const satisfies Record<Direction, readonly string[]>;

/** Lists that some senders flatten into attributes; looking for one goes through all of them. */
const flattened: ReadonlySet<string> = new Set([
  'gen_ai.input.messages',
  'gen_ai.prompt',
  'llm.input_messages',
  'gen_ai.output.messages',
  'gen_ai.completion',
  'llm.output_messages',
]);

/** Attributes that hold a model's text word for word, also where it looks like JSON. */
const plainTexts: ReadonlySet<string> = new Set(['ai.response.text']);

/** Attributes that hold the input and output of a function, which may be anything: messages of a model or an agent count first. */
const functionValues: ReadonlySet<string> = new Set([
  'lmnr.span.input',
  'lmnr.span.output',
  'traceloop.entity.input',
  'traceloop.entity.output',
]);

/** Fields that hold the messages in an object that is not a message itself. */
const wrappers = {
  inputs: ['messages', 'input', 'inputs', 'query', 'question', 'prompt', 'message', 'text', 'task'],
  outputs: 'messages choices output outputs answer response result generations message text'.split(' '),
} satisfies Record<Direction, readonly string[]>;

const userRoles = new Set(['user', 'human', 'customer', 'enduser']);
const assistantRoles = new Set(['assistant', 'ai', 'model', 'bot', 'agent']);
/** Tool answers are not shown, but keep their position for the comparison of histories. */
const toolRoles = new Set(['tool', 'function']);
/** Prompts are not part of the conversation, and senders change them from turn to turn. */
const promptRoles = new Set(['system', 'developer']);
const maxNesting = 6;
export interface ReportedList {
  readonly messages: FactMessage[];
  readonly serverToolCalls: number;
  /** Whether it is values of a program, which are messages only where nothing else of the run is. */
  readonly isVague?: boolean;
}

/** The messages of a span, by the first dialect that has any. */
export function readMessages(attributes: Attributes, direction: Direction): ReportedList {
  const found = findSource(attributes, direction);
  if (!found) return { messages: [], serverToolCalls: 0 };
  return { ...toReportedList(found.list, direction), isVague: found.isVague };
}

interface Source {
  readonly name: string;
  readonly list: readonly Fields[];
  readonly isVague: boolean;
}

function findSource(attributes: Attributes, direction: Direction): Source | undefined {
  for (const name of sources[direction]) {
    const value = attributes.get(name) ?? (flattened.has(name) ? readListed(attributes, name) : undefined);
    if (value === undefined || value === null) continue;
    const list = listValue(name, value, direction);
    const isVague = functionValues.has(name) || (list.length > 0 && list.every(({ [vague]: mark }) => mark === true));
    if (list.length > 0) return { name, list, isVague };
  }
  return undefined;
}

function listValue(name: string, value: Value, direction: Direction): Fields[] {
  if (plainTexts.has(name)) return [{ content: value }];
  if (functionValues.has(name) && direction === 'inputs') return listArguments(value);
  return listMessages(value, direction);
}

/** The messages of a function's arguments, else the first text of them: `{ args: […], kwargs: {…} }`, a list or one value. */
function listArguments(value: Value): Fields[] {
  const parsed = (typeof value === 'string' ? parseJson(value) : undefined) ?? value;
  const args = isObject(parsed) && Array.isArray(parsed['args']) ? (parsed['args'] as readonly Value[]) : undefined;
  const given = args ?? parsed;
  if (args?.length === 0 && isObject(parsed) && isObject(parsed['kwargs']))
    return listMessages(parsed['kwargs'], 'inputs');
  if (!Array.isArray(given)) return listMessages(given, 'inputs');
  const first = given.find((each) => typeof each === 'string');
  return first === undefined ? listMessages(given, 'inputs') : [{ content: first }];
}

export type MessageSources = { readonly [Name in Direction]?: string | undefined };

/** The attributes that the messages of a span are read from. */
export const findMessageSources = (attributes: Attributes): MessageSources => ({
  inputs: findSource(attributes, 'inputs')?.name,
  outputs: findSource(attributes, 'outputs')?.name,
});

const inputNames: ReadonlySet<string> = new Set(sources.inputs);
const sourceNames: ReadonlySet<string> = new Set([...sources.inputs, ...sources.outputs]);
/** Whether an attribute with messages has those that a span was given, or those that it gave. */
export const getDirection = (name: string): Direction => (inputNames.has(name) ? 'inputs' : 'outputs');

/** The attribute with messages that this one is, or is flattened from; undefined for any other. */
export function findMessageName(name: string): string | undefined {
  if (sourceNames.has(name)) return name;
  return [...flattened].find((list) => name.startsWith(`${list}.`));
}

/** One message of an event, such as `gen_ai.user.message`. */
export function readMessage(value: Value, role: string): ReportedList {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  const isMessage = isObject(parsed) && ('content' in parsed || 'parts' in parsed || 'role' in parsed);
  const fields = isMessage ? parsed : { content: isPartList(parsed) ? parsed : value };
  return toReportedList([{ role, ...fields }], assistantRoles.has(role) ? 'outputs' : 'inputs');
}

/** Strands writes the parts of a message as JSON. */
const isPartList = (value: Value | undefined): value is readonly Value[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && ['text', 'type', 'toolUse', 'toolResult'].some((name) => name in item));

function toReportedList(list: readonly Fields[], direction: Direction): ReportedList {
  return {
    messages: keepLatest(list.flatMap((message) => toFactMessage(message, direction))),
    serverToolCalls: list.reduce((sum, { parts, content }) => sum + countServerToolCalls(parts ?? content), 0),
  };
}

/** The step that LangGraph goes to, and what JavaScript and Flowise write in place of an object. */
const standIns: ReadonlySet<string> = new Set(['__end__', '[object Object]', '[Object]']);

/** Lists the messages of a text, JSON in a text, a list, a message, or an object around one. */
function listMessages(value: Value, direction: Direction, nesting = 0): Fields[] {
  if (nesting > maxNesting || value === null) return [];
  if (Array.isArray(value)) return listItems(value, direction, nesting);
  if (isObject(value)) return listFields(value, direction, nesting);
  const parsed = typeof value === 'string' ? (parseJson(value) ?? parseCutList(value)) : undefined;
  if (typeof parsed === 'object') return listMessages(parsed, direction, nesting + 1);
  const text = String(parsed ?? value);
  return standIns.has(text) ? [] : [{ content: text }];
}

/** Marks a message that is an object of a program, because nothing in it is known. No attribute has it, since NUL is replaced. */
const vague = '\u0000';

function listFields(given: Fields, direction: Direction, nesting: number): Fields[] {
  const fields = openGraphValue(openConstructor(given));
  if ('role' in fields || 'parts' in fields || 'content' in fields) return [fields];
  // What an agent of n8n could use, in place of what it was asked.
  if ('tool_count' in fields && 'tools' in fields) return [];
  // A call of a tool between the messages, as the Responses API lists them.
  if (isHiddenType(fields['type'])) return [{ role: 'tool', content: fields }];
  const typed = openTyped(fields);
  if (typed) return 'content' in typed ? [typed] : listMessages(typed['value'] ?? null, direction, nesting + 1);
  const inner = wrappers[direction].map((name) => fields[name]).find((value) => value !== undefined && value !== null);
  if (inner !== undefined) return listMessages(inner, direction, nesting + 1);
  return Object.keys(fields).length === 0 ? [] : [{ content: JSON.stringify(fields), [vague]: true }];
}

/** LangWatch's `{ type, value }`, of which a text is word for word. Undefined for any other. */
function openTyped(fields: Fields): Fields | undefined {
  const { type, value, ...others } = fields;
  if (typeof type !== 'string' || value === undefined || Object.keys(others).length > 0) return undefined;
  return type === 'text' || type === 'raw' ? { content: value } : { value };
}

/** Opens the result of a step of LangGraph: the update of a `Command`, or the state of the next step in a `Send`. */
function openGraphValue(fields: Fields): Fields {
  const inner =
    fields['lg_name'] === 'Command' ? fields['update'] : fields['lg_name'] === 'Send' ? fields['args'] : undefined;
  return isObject(inner) ? inner : fields;
}

/** The roles of LangChain's messages by the names of their classes. */
const constructorRoles: Readonly<Record<string, string>> = {
  HumanMessage: 'user',
  AIMessage: 'assistant',
  SystemMessage: 'system',
  ToolMessage: 'tool',
  FunctionMessage: 'tool',
};

/** Opens an object as LangChain's JSON writes it: `{ lc, type: 'constructor', id: [..., 'AIMessage'], kwargs }`. */
function openConstructor(fields: Fields): Fields {
  const { type, id, kwargs } = fields;
  if (type !== 'constructor' || !Array.isArray(id) || !isObject(kwargs)) return fields;
  const role = constructorRoles[String(id.at(-1)).replace(/Chunk$/, '')];
  return role === undefined ? kwargs : { ...kwargs, role };
}

function listItems(items: readonly Value[], direction: Direction, nesting: number): Fields[] {
  const isContent = items.every(
    (item) => isObject(item) && 'type' in item && !('role' in item) && !('kwargs' in item) && !isOfLangChain(item),
  );
  if (items.length > 0 && isContent) return [{ content: items }];
  return items.flatMap((item) => listMessages(item, direction, nesting + 1));
}

/** LangChain has the role in `type`. */
function isOfLangChain(item: Fields): boolean {
  const type = String(item['type']).toLowerCase();
  return userRoles.has(type) || assistantRoles.has(type) || toolRoles.has(type) || promptRoles.has(type);
}

/** Langfuse's handler of LangChain gives the answer of a tool the tool's name as its role. */
const isNamedTool = (role: string, message: Fields): boolean =>
  role !== '' && !userRoles.has(role) && !assistantRoles.has(role) && 'additional_kwargs' in message;

const contentFields = ['parts', 'content', 'contents', 'text'];
function toFactMessage(message: Fields, direction: Direction): FactMessage[] {
  const named = message['role'] ?? (isOfLangChain(message) ? message['type'] : undefined);
  const role = String(named ?? '').toLowerCase();
  if (promptRoles.has(role)) return [];
  const isAssistant = assistantRoles.has(role) || (direction === 'outputs' && !userRoles.has(role));
  const content = openContent(contentFields.map((name) => message[name]).find((value) => value != null) ?? null);
  const isOfTool = toolRoles.has(role) || isNamedTool(role, message);
  const parts = isOfTool ? [] : toParts(content);
  const identity = parts.length > 0 ? [isAssistant, parts] : [role, content, message['tool_calls'] ?? null];
  const author = typeof message['name'] === 'string' ? capName(message['name']) : '';
  return [{ hash: hashText(JSON.stringify(identity)), isAssistant, author, parts }];
}

/** AWS's distribution puts the content of a message, or its parts as JSON, into an object. */
function openContent(content: Value): Value {
  const inner = isObject(content) ? (content['content'] ?? content['message']) : undefined;
  if (typeof inner !== 'string') return content;
  const parsed = parseJson(inner);
  return isPartList(parsed) ? parsed : inner;
}

/** Keeps the latest messages whole, and replaces older ones beyond the length limit by a mark. */
export function keepLatest(messages: readonly FactMessage[]): FactMessage[] {
  let length = 0;
  const kept = messages.slice(-maxListedMessages).toReversed();
  return kept
    .map((message) => {
      const ownLength = JSON.stringify(message.parts).length;
      length += ownLength;
      if (length <= maxListLength) return message;
      return { ...message, parts: [{ type: 'text' as const, value: truncationMark(ownLength) }] };
    })
    .toReversed();
}
