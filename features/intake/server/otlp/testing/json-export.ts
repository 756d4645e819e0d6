type Value = string | number | boolean | Value[] | { [key: string]: Value };

export interface SpanValues {
  readonly trace?: number;
  readonly span?: number;
  readonly parent?: number;
  readonly name?: string;
  /** Seconds after the beginning of the tests' time. */
  readonly start?: number;
  readonly end?: number | null;
  readonly isError?: boolean;
  readonly attributes?: Record<string, Value>;
  readonly events?: ReadonlyArray<{ readonly name: string; readonly attributes?: Record<string, Value> }>;
}

export const testStartMs = Date.UTC(2026, 9, 5, 8, 0, 0);

export const toTraceId = (number: number) => number.toString(16).padStart(32, '0');
export const toSpanId = (number: number) => number.toString(16).padStart(16, '0');

const toNanos = (seconds: number) => `${testStartMs + seconds * 1000}000000`;

/** Converts a value to JSON of OTLP, in which integers of 64 bits are text. */
export function toAnyValue(value: Value): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } };
  return { kvlistValue: { values: toKeyValues(value) } };
}

export function toKeyValues(attributes: Record<string, Value>): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

/** A span as exporters send it in JSON. */
export function toJsonSpan({ trace = 1, span = 1, parent, name = 'a span', start = 0, end, ...values }: SpanValues) {
  const { attributes = {}, events = [], isError = false } = values;
  return {
    traceId: toTraceId(trace),
    spanId: toSpanId(span),
    ...(parent === undefined ? {} : { parentSpanId: toSpanId(parent) }),
    name,
    kind: 'SPAN_KIND_INTERNAL',
    startTimeUnixNano: toNanos(start),
    ...(end === null ? {} : { endTimeUnixNano: toNanos(end ?? start + 1) }),
    attributes: toKeyValues(attributes),
    events: events.map((event) => ({
      ...event,
      timeUnixNano: toNanos(start),
      attributes: toKeyValues(event.attributes ?? {}),
    })),
    status: isError ? { code: 'STATUS_CODE_ERROR' } : {},
  };
}

export function toJsonRequest(spans: readonly unknown[], resource: Record<string, Value> = {}, scope?: string) {
  const scopeSpans = [{ ...(scope !== undefined && { scope: { name: scope } }), spans }];
  return { resourceSpans: [{ resource: { attributes: toKeyValues(resource) }, scopeSpans }] };
}

/** Caller of the API; structural, because benchmarks use this file too. */
interface Caller<Answer> {
  readonly call: (path: string, call: { headers: Record<string, string>; body: unknown }) => Answer;
}

/** Sends spans as an exporter without an SDK does. */
export function sendSpans<Answer>(portal: Caller<Answer>, key: string, spans: readonly unknown[]): Answer {
  return portal.call('/otlp/v1/traces', { headers: { authorization: `Bearer ${key}` }, body: toJsonRequest(spans) });
}
