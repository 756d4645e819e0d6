import { readSpans } from '../decode/otlp-records.ts';
import { toSpanFacts } from '../map/to-facts.ts';
import { toJsonRequest, toJsonSpan, type SpanValues } from './json-export.ts';

const limits = { earliestMs: 0, latestMs: Infinity };

/** The facts of one span. */
export function getFacts(values: SpanValues, resource = {}) {
  const { records } = readSpans(toJsonRequest([toJsonSpan(values)], resource), limits);
  const [span] = records;
  if (!span) throw new Error('the span was refused');
  return toSpanFacts(span).facts;
}

/** The parts of messages after their role. */
export const listTexts = (messages: ReadonlyArray<{ isAssistant: boolean; parts: readonly unknown[] }>) =>
  messages.map(({ isAssistant, parts }) => [isAssistant ? 'assistant' : 'user', ...parts]);
export const text = (value: string) => ({ type: 'text', value });
