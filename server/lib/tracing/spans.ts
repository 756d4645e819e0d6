import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '../request/problem.ts';

/**
 * Attributes of a span beside its name and time. The code writes all of them: no value comes from a request, a row or a
 * person.
 */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A step of traced work: a request or job, or something that is done for it. */
export interface Span {
  readonly traceId: string;
  /** The header of W3C that names this span to another service. */
  readonly traceparent: string;
  rename(name: string): void;
  record(facts: SpanFacts): void;
  /** A failure of the portal or of what it calls; `kind` is the name of a class or code. */
  fail(kind: string): void;
  /** @param isCall whether another service does the work */
  openChild(name: string, isCall: boolean): Span;
  end(): void;
}

const current = new AsyncLocalStorage<Span>();

/** The span that the calling code works in; undefined where it is not traced. */
export const findSpan = (): Span | undefined => current.getStore();

/** Does `work` within an opened span, and ends it. An error that is no Problem is a failure of the span. */
export function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  return current.run(span, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem)) span.fail(error instanceof Error ? error.constructor.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

interface Step {
  /** From the code alone; a function where it costs something. */
  readonly name: string | (() => string);
  readonly isCall?: boolean;
  readonly facts?: SpanFacts;
}

/** Does `work` as a step of what is traced; without a trace it does the work alone. */
export function traceStep<T>({ name, isCall = false, facts }: Step, work: () => Promise<T>): Promise<T> {
  const parent = findSpan();
  if (!parent) return work();
  const span = parent.openChild(typeof name === 'string' ? name : name(), isCall);
  if (facts) span.record(facts);
  return runInSpan(span, work);
}
