import { isObject, parseJson } from '../decode/otlp-values.ts';
import type { Attributes, Value } from '../decode/otlp-values.ts';

const maxMetadataLength = 65_536;
const mastraNames = ['threadId', 'resourceId', 'sessionId', 'userId'];

/** Adds the names that frameworks give in other places: JSON in `metadata`, those of Mastra before its release 1, and Genkit's. */
export function addFrameworkNames(attributes: Attributes): Attributes {
  const metadata = attributes.get('metadata');
  const mastraType = attributes.get('mastra.span.type');
  const genkitType = attributes.get('genkit:type');
  const isJson = typeof metadata === 'string' && metadata.startsWith('{') && metadata.length <= maxMetadataLength;
  if (!isJson && mastraType === undefined && genkitType === undefined) return attributes;
  const all = new Map(attributes);
  const add = (name: string, value: Value | undefined) => {
    if (value !== undefined && !all.has(name)) all.set(name, value);
  };
  const parsed = isJson ? parseJson(metadata) : undefined;
  if (isObject(parsed)) for (const [name, value] of Object.entries(parsed)) add(`metadata.${name}`, value);
  if (mastraType !== undefined) {
    for (const name of mastraNames) add(`mastra.metadata.${name}`, all.get(name));
    for (const name of ['input', 'output']) add(`mastra.${String(mastraType)}.${name}`, all.get(name));
  }
  if (genkitType !== undefined) for (const [name, value] of listGenkitNames(attributes)) add(name, value);
  return all;
}

const genkitOperations: Readonly<Record<string, string>> = {
  flow: 'invoke_workflow',
  agent: 'invoke_agent',
  model: 'chat',
  tool: 'execute_tool',
  embedder: 'embeddings',
  retriever: 'retrieval',
};

/** What Genkit says in JSON of its own; of messages those of its models alone, because a flow has any input. */
function listGenkitNames(attributes: Attributes): [string, Value | undefined][] {
  const operation = genkitOperations[String(attributes.get('genkit:metadata:subtype'))];
  const name = attributes.get('genkit:name');
  const common: [string, Value | undefined][] = [
    ['gen_ai.operation.name', operation],
    ['gen_ai.conversation.id', attributes.get('genkit:sessionId')],
  ];
  if (operation === 'execute_tool') return [...common, ['gen_ai.tool.name', name]];
  if (operation === 'invoke_workflow') return [...common, ['gen_ai.workflow.name', name]];
  if (operation === 'invoke_agent') return [...common, ['gen_ai.agent.name', name]];
  if (operation !== 'chat') return common;
  const [input, output] = ['genkit:input', 'genkit:output'].map((each) =>
    parseJson(String(attributes.get(each) ?? '')),
  );
  const usage = isObject(output) ? output['usage'] : undefined;
  return [
    ...common,
    ['gen_ai.request.model', name],
    ['gen_ai.input.messages', isObject(input) ? input['messages'] : undefined],
    ['gen_ai.output.messages', isObject(output) ? output['message'] : undefined],
    ['gen_ai.usage.input_tokens', isObject(usage) ? usage['inputTokens'] : undefined],
    ['gen_ai.usage.output_tokens', isObject(usage) ? usage['outputTokens'] : undefined],
  ];
}
