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
import { capName, hashText } from '../limits.ts';
import { addBody, findText } from '../decode/otlp-values.ts';
import type { Attributes } from '../decode/otlp-values.ts';
import type { EventRecord, LogRecord, SpanRecord } from '../decode/otlp-records.ts';
import { keepLatest, readMessage, readMessages } from './reported-messages.ts';
import type { ReportedList } from './reported-messages.ts';
import type { SpanFacts, StoredFacts } from './span-facts.ts';

/** Operations behind the conversation, whose inputs and outputs are not messages. */
const silentOperations =
  /^(?:execute_tool|embeddings|retrieval|rerank|guardrail|evaluate|prompt|plan|create_agent|(?:search|create|update|upsert|delete)_memory(?:_store)?)$/;

type ReportedMessages = Pick<SpanFacts, 'inputs' | 'outputs' | 'serverToolCalls'>;
const noMessages: ReportedMessages = { inputs: [], outputs: [], serverToolCalls: 0 };

export function toSpanFacts(span: SpanRecord): StoredFacts {
  const { traceId, spanId, attributes, events, isRelevant } = span;
  const operation = findOperation(attributes);
  const reported = isRelevant && !silentOperations.test(operation) ? getMessages(attributes, events) : noMessages;
  return {
    traceId,
    spanId,
    facts: {
      ...getNamed(attributes),
      ...reported,
      kind: 'span',
      parent: span.parentSpanId,
      startMs: span.startMs,
      endMs: span.endMs,
      isRelevant,
      operation,
      isError: span.isError,
      isEscaped: isEscapedLabel(attributes) || events.some((event) => isEscapedLabel(event.attributes)),
    },
  };
}

/**
 * Stores an event like a child span, under an id that a repeated event has too. Undefined for a log record that does not
 * describe an assistant; a text says why a record is rejected.
 */
export function toEventFacts(record: LogRecord): StoredFacts | string | undefined {
  if (!record.isRelevant) return undefined;
  const attributes = addBody(record.attributes, record.body);
  const named = getNamed(attributes);
  const id = hashText(JSON.stringify([record.name, record.atMs, [...record.attributes], record.body]));
  if (record.traceId === null && named.conversation === null) {
    return `log record ${capName(record.name, 60)}: it names neither a trace nor a conversation`;
  }
  return {
    traceId: record.traceId ?? `conversation ${named.conversation?.text ?? ''}`,
    spanId: record.spanId === null ? id : `${record.spanId}.${id.slice(0, 16)}`,
    facts: {
      ...named,
      ...readEvent({ ...record, attributes }),
      kind: 'event',
      parent: record.spanId,
      startMs: record.atMs,
      endMs: record.atMs,
      isRelevant: true,
      operation: '',
      isError: false,
      isEscaped: isEscapedLabel(attributes),
    },
  };
}

function getNamed(attributes: Attributes) {
  const errorType = findText(attributes, ['error.type']);
  return {
    conversation: findConversation(attributes),
    skill: findSkill(attributes),
    user: findUser(attributes),
    status: findStatus(attributes),
    approvedAt: findApproval(attributes),
    request: findRequest(attributes),
    billed: findBilled(attributes),
    errorType: errorType === undefined ? null : capName(errorType),
  };
}

/** Messages are attributes of the span or, in older versions of the conventions, of its events. */
function getMessages(attributes: Attributes, events: readonly EventRecord[]): ReportedMessages {
  const reported = toReported(readMessages(attributes, 'inputs'), readMessages(attributes, 'outputs'));
  const ofEvents = events.map(readEvent);
  const inputs = ofEvents.flatMap((event) => event.inputs);
  const outputs = ofEvents.flatMap((event) => event.outputs);
  return {
    inputs: reported.inputs.length > 0 ? reported.inputs : keepLatest(inputs),
    outputs: reported.outputs.length > 0 ? reported.outputs : keepLatest(outputs),
    serverToolCalls: reported.serverToolCalls || ofEvents.reduce((sum, event) => sum + event.serverToolCalls, 0),
  };
}

function readEvent({ name, attributes, body }: EventRecord): ReportedMessages {
  const content = attributes.get('gen_ai.event.content') ?? attributes.get('content') ?? body;
  const nothing: ReportedList = { messages: [], serverToolCalls: 0 };
  if (name === 'gen_ai.user.message') return toReported(readMessage(content, 'user'), nothing);
  if (name === 'gen_ai.assistant.message') {
    // Part of the history, hence an input.
    return toReported(readMessage(content, 'assistant'), nothing);
  }
  if (name === 'gen_ai.choice')
    return toReported(nothing, readMessage(attributes.get('message') ?? content, 'assistant'));
  return toReported(readMessages(attributes, 'inputs'), readMessages(attributes, 'outputs'));
}

/** Counts the tool calls of the outputs only, because those of the history were outputs before. */
function toReported(inputs: ReportedList, outputs: ReportedList): ReportedMessages {
  const { messages, serverToolCalls } = outputs;
  return { inputs: inputs.messages, outputs: messages, serverToolCalls };
}
