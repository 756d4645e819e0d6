import { frameworkWords, isOfFramework } from '../map/frameworks/frameworks.ts';
import { maxRecords, mostRecords, maxSharedAttributes, maxSharedLength } from '../limits.ts';
import type { EventRecord, LinkedSpan, LogRecord, SpanRecord } from './records.ts';
import {
  findText,
  getField,
  getList,
  readAnyValue,
  readAttributes,
  toNumber,
  type Attributes,
  type Value,
} from './otlp-values.ts';
import { toStorable } from '#server/lib/storable-text.ts';
import type { TimeLimits } from '#domain/conversations/batches/reported-times.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Rejection } from '#server/lib/request/key-reports.ts';

export interface ReadRecords<Item> {
  readonly records: readonly Item[];
  /** One for each rejected record. */
  readonly rejections: readonly Rejection[];
  /** Warnings about content that was left out of accepted records. */
  readonly warnings: readonly string[];
}

export function readSpans(request: unknown, limits: TimeLimits): ReadRecords<SpanRecord> {
  return readEach(request, { groups: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' }, (span, shared, scope) =>
    readSpan(span, { shared, scope }, limits),
  );
}

export function readLogRecords(request: unknown, limits: TimeLimits): ReadRecords<LogRecord> {
  return readEach(request, { groups: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' }, (record, shared) =>
    readLogRecord(record, shared, limits),
  );
}

interface ListNames {
  readonly groups: string;
  readonly scopes: string;
  readonly items: string;
}

/**
 * Rejects bad records, and those beyond the limit, one by one and accepts the rest, of which those that are undefined are left out.
 * @throws Problem `request.too-complex` for so many that they are no export of a program
 */
function readEach<Item>(
  request: unknown,
  names: ListNames,
  read: (item: unknown, shared: Attributes, scope: string) => Item | Rejection | undefined,
): ReadRecords<Item> {
  const records: Item[] = [];
  const rejections: Rejection[] = [];
  const warnings: string[] = [];
  for (const group of getList(request, names.groups)) {
    const shared = readShared(getList(getField(group, 'resource'), 'attributes'), warnings);
    for (const [item, scope] of listItems(group, names)) {
      const result = records.length < maxRecords ? read(item, shared, scope) : tooManyRecords;
      if (isRejection(result)) rejections.push(result);
      else if (result !== undefined) records.push(result);
      if (records.length + rejections.length > mostRecords) throw new Problem('request.too-complex');
    }
  }
  return { records, rejections, warnings };
}

/** With the name of its instrumentation. */
function listItems(group: unknown, names: ListNames): [unknown, string][] {
  return getList(group, names.scopes).flatMap((scope) => {
    const name = readText(getField(getField(scope, 'scope'), 'name'));
    return getList(scope, names.items).map((item): [unknown, string] => [item, name]);
  });
}

const isRejection = (result: unknown): result is Rejection =>
  typeof result === 'object' && result !== null && 'reason' in result;

const tooManyRecords: Rejection = {
  reason: 'many',
  text: `an export has at most ${maxRecords.toLocaleString('en')} records`,
};
const tooManyShared = `only the first ${maxSharedAttributes} attributes of a resource are read, of ${maxSharedLength / 1024} KiB in all`;

/** The attributes of a resource, limited because each of its records has them too. */
function readShared(list: readonly unknown[], warnings: string[]): Attributes {
  const shared = new Map<string, Value>();
  let length = 0;
  for (const [name, value] of readAttributes(list.slice(0, maxSharedAttributes))) {
    length += name.length + JSON.stringify(value).length;
    if (shared.size < maxSharedAttributes && length <= maxSharedLength) shared.set(name, value);
  }
  if (length > maxSharedLength || list.length > maxSharedAttributes) warnings.push(tooManyShared);
  return shared;
}

/** Undefined for a span that comes again when it has ended. */
function readSpan(
  span: unknown,
  { shared, scope }: { readonly shared: Attributes; readonly scope: string },
  limits: TimeLimits,
): SpanRecord | Rejection | undefined {
  const traceId = readId(getField(span, 'traceId'), 16);
  const spanId = readId(getField(span, 'spanId'), 8);
  if (traceId === null || spanId === null)
    return { reason: 'ids', text: 'a span without a valid trace id and span id' };
  const startMs = readTime(getField(span, 'startTimeUnixNano'), limits);
  if (startMs === null) return { reason: 'time', text: `span ${spanId}: its start is missing or out of range` };
  const endMs = readTime(getField(span, 'endTimeUnixNano'), limits);
  const parentSpanId = readId(getField(span, 'parentSpanId'), 8);
  const own = getList(span, 'attributes');
  if (isPending(own)) return undefined;
  const status = getField(span, 'status');
  const events = getList(span, 'events').map((event) => readSpanEvent(event, startMs, limits));
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId === spanId ? null : parentSpanId,
    name: readText(getField(span, 'name')),
    scope,
    startMs,
    endMs: endMs === null ? null : Math.max(startMs, endMs),
    isError: ['2', 'STATUS_CODE_ERROR'].includes(String(getField(status, 'code'))),
    statusMessage: readText(getField(status, 'message')),
    isRelevant: isNamed(spanWords, own) || events.some(({ name }) => beginsWith(spanWords, name)),
    attributes: readAttributes(own, shared),
    events,
    linked: readLink(getList(span, 'links')[0]),
  };
}

function readLink(link: unknown): LinkedSpan | null {
  const traceId = readId(getField(link, 'traceId'), 16);
  const spanId = readId(getField(link, 'spanId'), 8);
  return traceId === null || spanId === null ? null : { traceId, spanId };
}

function readSpanEvent(event: unknown, startMs: number, limits: TimeLimits): EventRecord {
  return {
    name: readText(getField(event, 'name')),
    atMs: readTime(getField(event, 'timeUnixNano'), limits) ?? startMs,
    attributes: readAttributes(getList(event, 'attributes')),
    body: null,
  };
}

function readLogRecord(record: unknown, shared: Attributes, limits: TimeLimits): LogRecord | Rejection {
  if (typeof record !== 'object' || record === null) return { reason: 'fields', text: 'a log record that is none' };
  const atMs =
    readTime(getField(record, 'timeUnixNano'), limits) ?? readTime(getField(record, 'observedTimeUnixNano'), limits);
  if (atMs === null) return { reason: 'time', text: 'a log record whose time is missing or out of range' };
  const own = getList(record, 'attributes');
  const attributes = readAttributes(own, shared);
  const name = readText(getField(record, 'eventName')) || (findText(attributes, ['event.name']) ?? '');
  const body = readAnyValue(getField(record, 'body'));
  return {
    traceId: readId(getField(record, 'traceId'), 16),
    spanId: readId(getField(record, 'spanId'), 8),
    isRelevant: isNamed(eventWords, own) || beginsWith(eventWords, name) || hasMessages(body),
    name,
    atMs,
    attributes,
    body,
  };
}

/** First words of the names of assistants' attributes and events, before the first dot or colon. */
const eventWords = new Set(['gen_ai', 'langfuse', 'openinference', 'llm', 'portal', 'traceloop']);
/** Vercel AI and the frameworks report spans alone; their log records are those of any program. */
const spanWords = new Set([...eventWords, 'ai', ...frameworkWords]);

/** AWS's distribution moves the messages of every span into a log record that is named by the span's instrumentation. */
const hasMessages = (body: Value): boolean =>
  ['input', 'output'].some((name) => Array.isArray(getField(getField(body, name), 'messages')));

/** Feedback of OpenInference and Logfire. */
const otherKeys = /^(?:logfire\.feedback\.|(?:trace\.|session\.)?(?:annotations|evaluations)\.\d+\.)/;

/** Logfire sends a span also when it starts, with what it has by then, as a child of the whole one. */
const isPending = (own: readonly unknown[]): boolean =>
  readAttributes(own.filter((attribute) => getField(attribute, 'key') === 'logfire.span_type')).get(
    'logfire.span_type',
  ) === 'pending_span';

function isNamed(words: ReadonlySet<string>, list: readonly unknown[]): boolean {
  const keys = list.map((attribute) => String(getField(attribute, 'key')));
  return (
    keys.some((key) => beginsWith(words, key) || otherKeys.test(key)) || isOfFramework((name) => keys.includes(name))
  );
}

function beginsWith(words: ReadonlySet<string>, name: string): boolean {
  const end = name.search(/[.:]/);
  return end > 0 && words.has(name.slice(0, end));
}

/** Converts hexadecimal or base64 to lower-case hexadecimal. Null for anything else, and for the invalid id of zeros. */
function readId(value: unknown, byteLength: number): string | null {
  if (typeof value !== 'string') return null;
  const isHex = value.length === byteLength * 2 && /^[0-9a-f]+$/i.test(value);
  const bytes = Buffer.from(value, isHex ? 'hex' : 'base64');
  return bytes.length === byteLength && bytes.some((byte) => byte !== 0) ? bytes.toString('hex') : null;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? toStorable(value) : '';
}

/** Converts nanoseconds, a number or a text, to milliseconds. Null where missing or out of range. */
function readTime(value: unknown, { earliestMs, latestMs }: TimeLimits): number | null {
  const ms = (toNumber(value) ?? 0) / 1_000_000;
  return ms >= earliestMs && ms <= latestMs ? ms : null;
}
