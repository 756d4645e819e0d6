import { failed, hasException, type Framework, type NamedSpan, type Names } from './framework.ts';

/**
 * LangSmith names a run by its outermost span alone, and ends spans that failed with a status of OK. Its wrappers turn
 * the outermost span of a streamed answer into the call of the model, which keeps the name that the program gave.
 */
export const langSmith: Framework = {
  words: ['langsmith'],
  isOf: (has) => has('langsmith.span.kind'),
  listNames: (span) => [...listRun(span), ...(hasException(span) ? failed : [])],
  reads: ['langsmith.span.kind', 'langsmith.trace.name', 'langsmith.is_root'],
};

function listRun({ name, parentSpanId, attributes }: NamedSpan): Names {
  const isRoot = attributes.get('langsmith.is_root') ?? parentSpanId === null;
  if (String(isRoot) !== 'true') return [];
  const kind = String(attributes.get('langsmith.span.kind'));
  const called = String(attributes.get('langsmith.trace.name') ?? name);
  if (kind === 'chain' || kind === 'agent') return [['gen_ai.agent.name', called]];
  if (kind !== 'llm' || called === name) return [];
  return [
    ['langfuse.observation.type', 'agent'],
    ['gen_ai.agent.name', name],
  ];
}
