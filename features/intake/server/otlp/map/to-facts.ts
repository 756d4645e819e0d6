import {
  findApproval,
  findBilled,
  findConversation,
  findOperation,
  findRequest,
  findSkill,
  findStatus,
  findUser,
  isEscapedLabel,
} from './dialects.ts';
import { readFields, type NamedFields } from './attribute-names.ts';
import { addFrameworkNames } from './frameworks/frameworks.ts';
import { capName, hashText } from '../limits.ts';
import { addBody, type Attributes } from '../decode/otlp-values.ts';
import type { EventRecord, LogRecord, SpanRecord } from '../decode/records.ts';
import { readMeasured } from './measured.ts';
import { keepLatest, readMessage, readMessages, type ReportedList } from './reported-messages.ts';
import { readEventRatings, readSpanRatings, type FactRating } from './read-ratings.ts';
import type { SpanFacts, StoredFacts } from './span-facts.ts';
import { readNoValues, type ReadValues } from './watched-values.ts';
import type { Rejection } from '#server/lib/request/key-reports.ts';

/** Operations behind the conversation, whose inputs and outputs are not messages. */
export const silentOperations: ReadonlySet<string> = new Set([
  'execute_tool',
  'embeddings',
  'retrieval',
  'rerank',
  'guardrail',
  'evaluate',
  'prompt',
  'plan',
  'create_agent',
  'search_memory',
  'search_memory_store',
  'create_memory',
  'create_memory_store',
  'update_memory',
  'update_memory_store',
  'upsert_memory',
  'upsert_memory_store',
  'delete_memory',
  'delete_memory_store',
  'memory_operation',
  'processor_run',
  'model_chunk',
  'model.chunk',
  'model.step',
]);

type ReportedMessages = Pick<SpanFacts, 'inputs' | 'outputs' | 'serverToolCalls' | 'vague'>;
const noMessages: ReportedMessages = { inputs: [], outputs: [], serverToolCalls: 0 };

/** The facts of a span, and as an event of its own what it says about another one. */
export function listSpanFacts(span: SpanRecord, readValues: ReadValues = readNoValues): StoredFacts[] {
  const { traceId, spanId, linked } = span;
  const facts = toSpanFacts(span, readValues);
  const { ratings = [], ...others } = facts.facts;
  const ofAnswer = ratings.filter(({ isOfConversation }) => !isOfConversation);
  if (linked === null || ofAnswer.length === 0) return [facts];
  const event = { ...emptyEvent, parent: linked.spanId, startMs: others.startMs, endMs: others.startMs };
  return [
    // What carries it is no turn of its own.
    { ...facts, facts: { ...others, isRelevant: false, ...noMessages } },
    {
      traceId: linked.traceId,
      spanId: `${linked.spanId}.${hashText(`${traceId} ${spanId}`).slice(0, 16)}`,
      facts: { ...event, ratings: ofAnswer },
    },
  ];
}

const emptyEvent = {
  kind: 'event' as const,
  isRelevant: true,
  operation: '',
  isError: false,
  errorType: null,
  conversation: null,
  skill: null,
  user: null,
  status: null,
  isEscaped: false,
  approvedAt: null,
  ...noMessages,
};

export function toSpanFacts(span: SpanRecord, readValues: ReadValues = readNoValues): StoredFacts {
  const { traceId, spanId, events, isRelevant } = span;
  const attributes = isRelevant ? addFrameworkNames(span) : span.attributes;
  const fields = readFields(attributes);
  const operation = findOperation(fields, span);
  const reported = isRelevant && !silentOperations.has(operation) ? getMessages(attributes, events) : noMessages;
  const isError = span.isError || fields.level?.text.toUpperCase() === 'ERROR' || hasFailed(attributes);
  const measured = isRelevant ? readMeasured(span, fields, { operation, isError }) : undefined;
  const values = isRelevant ? readValues(attributes) : [];
  const ratings = isRelevant ? listRatings(span) : [];
  return {
    traceId,
    spanId,
    facts: {
      ...getNamed(fields, span.name),
      ...reported,
      ...(measured && { measured }),
      ...(values.length > 0 && { values }),
      ...(ratings.length > 0 && { ratings }),
      kind: 'span',
      scope: capName(span.scope),
      parent: span.parentSpanId,
      startMs: span.startMs,
      endMs: span.endMs,
      isRelevant,
      operation,
      isError,
      isEscaped: isEscapedLabel(attributes) || events.some((event) => isEscapedLabel(event.attributes)),
    },
  };
}

/** A client may end the span of a call that failed without a status. */
const hasFailed = (attributes: Attributes): boolean =>
  [attributes.get('gen_ai.response.finish_reasons')].flat().some((reason) => reason === 'error');

const listRatings = ({ attributes, events, startMs, endMs }: SpanRecord): FactRating[] => [
  ...readSpanRatings(attributes, endMs ?? startMs),
  ...events.flatMap(readEventRatings),
];

/** How often each event of an export was read before, by its id. */
export type EventCounts = Map<string, number>;

/**
 * Stores an event like a child span, under an id that a repeated export gives it too. Undefined for a log record that does
 * not describe an assistant.
 * @param place of the record in its export
 */
export function toEventFacts(
  record: LogRecord,
  place: number,
  { counts, readValues = readNoValues }: { readonly counts: EventCounts; readonly readValues?: ReadValues },
): StoredFacts | Rejection | undefined {
  if (!record.isRelevant) return undefined;
  const attributes = addBody(record.attributes, record.body);
  const named = getNamed(readFields(attributes), '');
  const values = readValues(attributes);
  const ratings = readEventRatings({ ...record, attributes });
  if (record.traceId === null && named.conversation === null) {
    const text = `log record ${capName(record.name, 60)}: it names neither a trace nor a conversation`;
    return { reason: 'ids', text };
  }
  return {
    traceId: record.traceId ?? `conversation ${named.conversation?.text ?? ''}`,
    spanId: toEventId(record, counts),
    facts: {
      ...named,
      ...readEvent({ ...record, attributes }),
      ...(values.length > 0 && { values }),
      ...(ratings.length > 0 && { ratings }),
      kind: 'event',
      parent: record.spanId,
      startMs: record.atMs,
      endMs: record.atMs,
      place,
      isRelevant: true,
      operation: '',
      isError: false,
      isEscaped: isEscapedLabel(attributes),
    },
  };
}

/** Builds an event's id from content and repeats: a history has the same message twice in one millisecond. */
function toEventId({ name, atMs, attributes, body, spanId }: LogRecord, counts: EventCounts): string {
  const content = hashText(JSON.stringify([name, atMs, [...attributes], body]));
  const key = `${spanId} ${content}`;
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  const id = before === 0 ? content : hashText(`${content} ${before}`);
  return spanId === null ? id : `${spanId}.${id.slice(0, 16)}`;
}

function getNamed(fields: NamedFields, spanName: string) {
  return {
    conversation: findConversation(fields),
    skill: findSkill(fields, spanName),
    user: findUser(fields),
    status: findStatus(fields),
    approvedAt: findApproval(fields),
    request: findRequest(fields),
    billed: findBilled(fields),
    errorType: fields.errorType === undefined ? null : capName(fields.errorType.text),
  };
}

/** Messages are attributes of the span or, in older versions of the conventions, of its events. */
function getMessages(attributes: Attributes, events: readonly EventRecord[]): ReportedMessages {
  const reported = readBoth(attributes);
  const ofEvents = events.map(readEvent);
  const inputs = ofEvents.flatMap((event) => event.inputs);
  const outputs = ofEvents.flatMap((event) => event.outputs);
  return {
    inputs: reported.inputs.length > 0 ? reported.inputs : keepLatest(inputs),
    outputs: reported.outputs.length > 0 ? reported.outputs : keepLatest(outputs),
    serverToolCalls: reported.serverToolCalls || ofEvents.reduce((sum, event) => sum + event.serverToolCalls, 0),
    ...(reported.vague && { vague: reported.vague }),
  };
}

function readEvent({ name, attributes, body }: EventRecord): ReportedMessages {
  const content = attributes.get('gen_ai.event.content') ?? attributes.get('content') ?? body;
  if (name === 'gen_ai.user.message') return toReported(readMessage(content, 'user'), nothing);
  if (name === 'gen_ai.assistant.message') {
    // Part of the history, hence an input.
    return toReported(readMessage(content, 'assistant'), nothing);
  }
  if (name === 'gen_ai.choice')
    return toReported(nothing, readMessage(attributes.get('message') ?? content, 'assistant'));
  return readBoth(attributes);
}

function readBoth(attributes: Attributes): ReportedMessages {
  const inputs = readMessages(attributes, 'inputs');
  const outputs = readMessages(attributes, 'outputs');
  const vague = {
    ...(inputs.isVague && { inputs: inputs.messages }),
    ...(outputs.isVague && { outputs: outputs.messages }),
  };
  const reported = splitHistory(inputs.isVague ? nothing : inputs, outputs.isVague ? nothing : outputs);
  return { ...reported, ...(Object.keys(vague).length > 0 && { vague }) };
}

const nothing: ReportedList = { messages: [], serverToolCalls: 0 };

/** Outputs with a message of the user are a history: what follows it was said in this turn. */
function splitHistory(inputs: ReportedList, outputs: ReportedList): ReportedMessages {
  const answered = outputs.messages.findLastIndex(({ isAssistant, parts }) => !isAssistant && parts.length > 0) + 1;
  if (answered === 0) return toReported(inputs, leaveOutAnswers(inputs, outputs));
  const history = inputs.messages.length > 0 ? inputs.messages : outputs.messages.slice(0, answered);
  return toReported({ ...inputs, messages: history }, { ...outputs, messages: outputs.messages.slice(answered) });
}

/** Agents of LangChain end with all answers since the beginning: those that their own history has were said before. */
function leaveOutAnswers(inputs: ReportedList, outputs: ReportedList): ReportedList {
  const said = inputs.messages.filter(({ isAssistant, parts }) => isAssistant && parts.length > 0);
  const spoken = outputs.messages.filter(({ parts }) => parts.length > 0);
  if (said.length === 0 || spoken.length <= said.length) return outputs;
  if (!said.every(({ hash }, index) => hash === spoken[index]?.hash)) return outputs;
  const last = spoken[said.length - 1];
  return { ...outputs, messages: outputs.messages.slice(outputs.messages.findIndex((each) => each === last) + 1) };
}

/** Counts the tool calls of the outputs only, because those of the history were outputs before. */
function toReported(inputs: ReportedList, outputs: ReportedList): ReportedMessages {
  const { messages, serverToolCalls } = outputs;
  return { inputs: inputs.messages, outputs: messages, serverToolCalls };
}
