import { readSpans } from '../decode/otlp-records.ts';
import type { LoadedFacts } from '../map/span-facts.ts';
import { toSpanFacts } from '../map/to-facts.ts';
import { testStartMs, toJsonRequest, toJsonSpan, type SpanValues } from './json-export.ts';

/** Facts of spans as they are loaded, received at the beginning of the tests' time. */
export function loadSpans(...spans: readonly SpanValues[]): LoadedFacts[] {
  const { records } = readSpans(toJsonRequest(spans.map(toJsonSpan)), {
    earliestMs: Date.UTC(2010, 0, 1),
    latestMs: Infinity,
  });
  return records.map((record) => ({
    ...toSpanFacts(record),
    receivedMs: testStartMs,
    countedAs: null,
    intakeKeyId: null,
  }));
}

type Said = readonly [role: 'user' | 'assistant' | 'tool', text: string];

const toJson = (said: readonly Said[]) => JSON.stringify(said.map(([role, content]) => ({ role, content })));

/** A run of an agent in conversation c-1, which heard and said something. */
export function agentRun(inputs: readonly Said[], outputs: readonly Said[], values: SpanValues = {}): SpanValues {
  return {
    ...values,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c-1',
      ...(inputs.length === 0 ? {} : { 'gen_ai.input.messages': toJson(inputs) }),
      ...(outputs.length === 0 ? {} : { 'gen_ai.output.messages': toJson(outputs) }),
      ...values.attributes,
    },
  };
}
