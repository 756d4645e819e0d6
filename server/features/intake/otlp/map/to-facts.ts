import {
  findApproval,
  findConversation,
  findOperation,
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

/** Work behind the conversation: what goes in and out there was said by nobody. */
const unspokenOperations =
  /^(?:execute_tool|embeddings|retrieval|rerank|guardrail|evaluate|prompt|plan|create_agent|(?:search|create|update|upsert|delete)_memory(?:_store)?)$/;

type Said = Pick<SpanFacts, 'inputs' | 'outputs' | 'serverToolCalls'>;
const nothingSaid: Said = { inputs: [], outputs: [], serverToolCalls: 0 };

export function toSpanFacts(span: SpanRecord): StoredFacts {
  const { traceId, spanId, attributes, events, isRelevant } = span;
  const operation = findOperation(attributes);
  const said = isRelevant && !unspokenOperations.test(operation) ? getSaid(attributes, events) : nothingSaid;
  return {
    traceId,
    spanId,
    facts: {
      ...getNamed(attributes),
      ...said,
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
 * An event belongs to its span as if it were a span in it, under an id that is the same for the same event. Undefined
 * for a log record that says nothing of an assistant; text where it belongs nowhere.
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
    errorType: errorType === undefined ? null : capName(errorType),
  };
}

/** Messages stand on the span or, in older versions of the conventions, in its events. */
function getSaid(attributes: Attributes, events: readonly EventRecord[]): Said {
  const said = toSaid(readMessages(attributes, 'inputs'), readMessages(attributes, 'outputs'));
  const ofEvents = events.map(readEvent);
  const inputs = ofEvents.flatMap((event) => event.inputs);
  const outputs = ofEvents.flatMap((event) => event.outputs);
  return {
    inputs: said.inputs.length > 0 ? said.inputs : keepLatest(inputs),
    outputs: said.outputs.length > 0 ? said.outputs : keepLatest(outputs),
    serverToolCalls: said.serverToolCalls || ofEvents.reduce((sum, event) => sum + event.serverToolCalls, 0),
  };
}

function readEvent({ name, attributes, body }: EventRecord): Said {
  const content = attributes.get('gen_ai.event.content') ?? attributes.get('content') ?? body;
  const nothing: ReportedList = { messages: [], serverToolCalls: 0 };
  if (name === 'gen_ai.user.message') return toSaid(readMessage(content, 'user'), nothing);
  if (name === 'gen_ai.assistant.message') {
    // A part of the history, and so of what went in.
    return toSaid(readMessage(content, 'assistant'), nothing);
  }
  if (name === 'gen_ai.choice') return toSaid(nothing, readMessage(attributes.get('message') ?? content, 'assistant'));
  return toSaid(readMessages(attributes, 'inputs'), readMessages(attributes, 'outputs'));
}

/** Of tools in the history it was counted when they came out. */
function toSaid(inputs: ReportedList, outputs: ReportedList): Said {
  const { messages, serverToolCalls } = outputs;
  return { inputs: inputs.messages, outputs: messages, serverToolCalls };
}
