import type { Attributes, Value } from './otlp-values.ts';

/** A span of any encoding and dialect. Times in milliseconds, with fractions. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  /** The name of the instrumentation that reports it; empty where it has none. */
  readonly scope: string;
  readonly startMs: number;
  /** Null for a span that has not ended. */
  readonly endMs: number | null;
  readonly isError: boolean;
  /** Empty where it has none. */
  readonly statusMessage: string;
  /** Whether its own attributes or events describe an assistant, not only its resource. */
  readonly isRelevant: boolean;
  readonly attributes: Attributes;
  readonly events: readonly EventRecord[];
  /** The span that it names as its subject: the first of its links. */
  readonly linked: LinkedSpan | null;
}

export interface LinkedSpan {
  readonly traceId: string;
  readonly spanId: string;
}

export interface EventRecord {
  readonly name: string;
  readonly atMs: number;
  readonly attributes: Attributes;
  readonly body: Value;
}

/** A log record; the GenAI conventions define them as events. */
export interface LogRecord extends EventRecord {
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly isRelevant: boolean;
}
