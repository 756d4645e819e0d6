import { isObject, parseJson } from '../decode/otlp-values.ts';
import type { Attributes, Value } from '../decode/otlp-values.ts';

const maxMetadataLength = 65_536;
const mastraNames = ['threadId', 'resourceId', 'sessionId', 'userId'];

/** Adds the names that frameworks give in other places, such as JSON in `metadata`, and those of Mastra before its release 1. */
export function addFrameworkNames(attributes: Attributes): Attributes {
  const metadata = attributes.get('metadata');
  const mastraType = attributes.get('mastra.span.type');
  const isJson = typeof metadata === 'string' && metadata.startsWith('{') && metadata.length <= maxMetadataLength;
  const own = listOwnNames(attributes);
  if (!isJson && mastraType === undefined && own.length === 0) return attributes;
  const all = new Map(attributes);
  const add = (name: string, value: Value | undefined) => {
    if (value !== undefined && !all.has(name)) all.set(name, value);
  };
  const parsed = isJson ? parseJson(metadata) : undefined;
  if (isObject(parsed)) for (const [name, value] of Object.entries(parsed)) add(`metadata.${name}`, value);
  if (mastraType !== undefined) {
    for (const name of mastraNames) add(`mastra.metadata.${name}`, all.get(name));
    for (const name of ['input', 'output']) add(`mastra.${String(mastraType)}.${name}`, all.get(name));
    if (mastraType === 'model_chunk') for (const [name, value] of listMastraError(all)) add(name, value);
  }
  for (const [name, value] of own) add(name, value);
  return all;
}

type Names = [string, Value | undefined][];

/** Mastra says why a call of the model failed in a piece of its answer alone. */
function listMastraError(attributes: Attributes): Names {
  const output = parseJson(String(attributes.get('mastra.model_chunk.output') ?? ''));
  const error = isObject(output) && output['type'] === 'error' ? output['error'] : undefined;
  if (!isObject(error)) return [];
  return [
    ['gen_ai.response.finish_reasons', 'error'],
    ['error.type', error['name']],
    ['error.message', error['message']],
  ];
}

/** What frameworks say under names or in JSON of their own, each known by an attribute that only it has. */
function listOwnNames(attributes: Attributes): Names {
  if (attributes.has('genkit:type')) return listGenkitNames(attributes);
  if (attributes.has('gcp.vertex.agent.llm_request')) return listAdkNames(attributes);
  if (isOfVoltAgent((name) => attributes.has(name))) return listVoltAgentNames(attributes);
  // Langfuse's handler reports the graph of a LangChain agent, and the steps inside it, as mere spans.
  const isLangChain = attributes.has('langfuse.observation.metadata.lc_agent_name');
  return isLangChain && attributes.get('langfuse.observation.type') === 'span'
    ? [['gen_ai.operation.name', 'invoke_agent']]
    : [];
}

/** Its names are common words, but no one else has these together. */
export const isOfVoltAgent = (has: (name: string) => boolean): boolean =>
  has('entity.type') && has('entity.name') && has('operation.id');

const voltAgentOperations: Readonly<Record<string, string>> = {
  agent: 'invoke_agent',
  workflow: 'invoke_workflow',
  llm: 'chat',
  tool: 'execute_tool',
  retriever: 'retrieval',
  embedding: 'embeddings',
  guardrail: 'guardrail',
};

function listVoltAgentNames(attributes: Attributes): Names {
  const type = String(attributes.get('span.type') ?? attributes.get('entity.type'));
  const operation = voltAgentOperations[type] ?? 'processor_run';
  const isRun = operation === 'invoke_agent' || operation === 'invoke_workflow';
  return [
    ['gen_ai.operation.name', operation],
    ['gen_ai.conversation.id', attributes.get('conversation.id')],
    ['gen_ai.agent.name', attributes.get('entity.name')],
    ['gen_ai.input.messages', isRun ? attributes.get('input') : undefined],
    ['gen_ai.output.messages', isRun ? attributes.get('output') : undefined],
    ['gen_ai.usage.input_tokens', attributes.get('usage.prompt_tokens')],
    ['gen_ai.usage.output_tokens', attributes.get('usage.completion_tokens')],
  ];
}

/** Google's ADK has the messages of a call as JSON of Gemini, and `{}` where it keeps them, or calls a tool. */
function listAdkNames(attributes: Attributes): Names {
  if (attributes.has('gen_ai.operation.name')) return [];
  const [request, response] = ['llm_request', 'llm_response'].map((name) =>
    parseJson(String(attributes.get(`gcp.vertex.agent.${name}`) ?? '')),
  );
  return [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.conversation.id', attributes.get('gcp.vertex.agent.session_id')],
    ['gen_ai.input.messages', isObject(request) ? request['contents'] : undefined],
    ['gen_ai.output.messages', isObject(response) ? response['content'] : undefined],
  ];
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
function listGenkitNames(attributes: Attributes): Names {
  const operation = genkitOperations[String(attributes.get('genkit:metadata:subtype'))];
  const name = attributes.get('genkit:name');
  const common: Names = [
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
    // With its provider before it: `openai/gpt-4o-mini`.
    ['gen_ai.request.model', String(name).replace(/^[^/]+\//, '')],
    ['gen_ai.input.messages', isObject(input) ? input['messages'] : undefined],
    ['gen_ai.output.messages', isObject(output) ? output['message'] : undefined],
    ['gen_ai.usage.input_tokens', isObject(usage) ? usage['inputTokens'] : undefined],
    ['gen_ai.usage.output_tokens', isObject(usage) ? usage['outputTokens'] : undefined],
  ];
}
