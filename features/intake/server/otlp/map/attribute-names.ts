import type { Attributes } from '../decode/otlp-values.ts';
import type { Named } from './span-facts.ts';

/**
 * Prefixes of metadata that callers add to all spans of a run: Vercel AI 5 and 6, Vercel AI 7, OpenLLMetry, Mastra, LangChain and
 * LiteLLM.
 */
const metadataPrefixes = [
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'traceloop.association.properties.',
  'mastra.metadata.',
  'langfuse.trace.metadata.',
  'metadata.',
];
/** LangSmith and Laminar. */
const laterPrefixes = ['langsmith.metadata.', 'lmnr.association.properties.', 'lmnr.association.properties.metadata.'];

/** The same name in all metadata, one name after the other. */
function inMetadata(names: readonly string[], prefixes: readonly string[] = metadataPrefixes): string[] {
  return names.flatMap((name) => prefixes.map((prefix) => `${prefix}${name}`));
}

/** Names for a conversation and a user in metadata of programs. */
const conversationNames = [
  'gen_ai.conversation.id',
  'conversationId',
  'conversation_id',
  'sessionId',
  'session_id',
  'threadId',
  'thread_id',
  'chatId',
  'chat_id',
];
const userNames = ['userId', 'user_id'];

/**
 * The names of each field in all dialects, the best first. New names go to the end, because stored facts keep the rank. No
 * name for a company is listed, because the intake key alone decides the company.
 */
const names = {
  conversation: [
    'gen_ai.conversation.id',
    'langfuse.session.id',
    'session.id',
    'gen_ai.session.id',
    ...inMetadata(conversationNames),
    'langwatch.thread.id',
    'microsoft.session.id',
    ...inMetadata(['session.id']),
    ...inMetadata([...conversationNames, 'session.id'], laterPrefixes),
    'gen_ai.thread.id',
    'wandb.thread_id',
    'honeyhive.session_id',
    'conversation.id',
    'conversation_id',
    'thread_id',
    'session_id',
    'chat_id',
    ...inMetadata(['$ai_session_id', 'opik.thread_id']),
    '$ai_session_id',
    'opik.thread_id',
    'gcp.vertex.agent.session_id',
    'netra.session_id',
    'respan.threads.thread_identifier',
    'keywordsai.threads.thread_identifier',
    'traceloop.association.properties.Helicone-Session-Id',
  ],
  skill: [
    'gen_ai.skill.name',
    'portal.skill',
    'gen_ai.workflow.name',
    'gen_ai.agent.name',
    'agent.name',
    'langfuse.trace.name',
    'traceloop.workflow.name',
    'ai.telemetry.functionId',
    'metadata.lc_agent_name',
    'gen_ai.agent.id',
    'agent.id',
    'langfuse.observation.metadata.lc_agent_name',
  ],
  agentNode: ['graph.node.id'],
  user: [
    'user.id',
    'enduser.id',
    'langfuse.user.id',
    'gen_ai.user.id',
    ...inMetadata(userNames),
    'mastra.metadata.resourceId',
    'llm.user',
    'metadata.user_api_key_end_user_id',
    'langwatch.user.id',
    ...inMetadata(['user.id']),
    ...inMetadata([...userNames, 'user.id'], laterPrefixes),
    'user_id',
    ...inMetadata(['posthog.distinct_id', '$ai_distinct_id']),
    'posthog.distinct_id',
    'gcp.vertex.agent.user_id',
    'netra.user_id',
    'respan.customer_params.customer_identifier',
    'keywordsai.customer_params.customer_identifier',
    'traceloop.association.properties.Helicone-User-Id',
  ],
  email: [
    'user.email',
    ...inMetadata(['userEmail', 'user_email']),
    ...inMetadata(['userEmail', 'user_email'], laterPrefixes),
    'respan.customer_params.email',
    'keywordsai.customer_params.email',
  ],
  userName: [
    'user.name',
    'user.full_name',
    ...inMetadata(['userName', 'user_name']),
    ...inMetadata(['userName', 'user_name'], laterPrefixes),
    'respan.customer_params.name',
    'keywordsai.customer_params.name',
  ],
  sapId: ['portal.user.sap_id', 'user.sap_id'],
  isTechnical: ['portal.user.technical'],
  status: ['portal.status'],
  request: ['portal.request.id'],
  billed: ['portal.billed'],
  approvedAt: ['portal.approved_at'],
  errorType: ['error.type'],
  observation: ['langfuse.observation.type'],
  operation: ['gen_ai.operation.name', 'ai.operationId'],
  kind: [
    'openinference.span.kind',
    'gen_ai.span.kind',
    'traceloop.span.kind',
    'langwatch.span.type',
    'langsmith.span.kind',
    'lmnr.span.type',
    'llm.request.type',
    'respan.entity.log_type',
    'keywordsai.entity.log_type',
  ],
  level: ['langfuse.observation.level'],
  model: [
    'gen_ai.response.model',
    'langfuse.observation.model.name',
    'gen_ai.request.model',
    'llm.model_name',
    'ai.response.model',
    'ai.model.id',
    'llm.model',
  ],
  parameters: ['llm.invocation_parameters'],
  inputTokens: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'llm.usage.prompt_tokens',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'gen_ai.response.prompt_tokens',
  ],
  outputTokens: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'llm.usage.completion_tokens',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
    'gen_ai.response.completion_tokens',
  ],
  cachedTokens: ['gen_ai.usage.cache_read.input_tokens', 'llm.token_count.prompt_details.cache_read'],
  usage: ['langfuse.observation.usage_details'],
  cost: [
    'gen_ai.usage.cost.amount',
    'gen_ai.usage.cost',
    'gen_ai.usage.cost_usd',
    'gen_ai.usage.cost.total',
    'llm.cost.total',
    'llm.usage.cost',
    'gen_ai.cost.total_cost',
    'gen_ai.usage.total_cost',
    'llm.usage.total_cost',
    'llm.response_cost',
    'litellm.response_cost',
    'response_cost',
    'operation.cost',
    'langfuse.observation.total_cost',
    'langfuse.observation.calculated_total_cost',
  ],
  inputCost: ['gen_ai.cost.input_cost', 'llm.cost.prompt', 'gen_ai.usage.cost.input', 'gen_ai.usage.input_cost'],
  outputCost: [
    'gen_ai.cost.output_cost',
    'llm.cost.completion',
    'gen_ai.usage.cost.output',
    'gen_ai.usage.output_cost',
  ],
  costs: ['langfuse.observation.cost_details'],
  currency: ['gen_ai.usage.cost.currency', 'gen_ai.cost.currency', 'llm.cost.currency'],
  firstTokenMs: ['ai.response.msToFirstChunk'],
  firstTokenSeconds: ['gen_ai.client.operation.time_to_first_chunk'],
  errorText: ['langfuse.observation.status_message', 'error.message'],
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'],
} as const satisfies Record<string, readonly string[]>;

type Field = keyof typeof names;
export type NamedFields = { readonly [Name in Field]?: Named };

const places = new Map<string, { readonly field: Field; readonly rank: number }>(
  Object.entries(names).flatMap(([field, list]) =>
    list.map((name, rank) => [name, { field: field as Field, rank }] as const),
  ),
);

/** The value of each field under its best name, trimmed; in one pass, because a span has more attributes than names. */
export function readFields(attributes: Attributes): NamedFields {
  const fields: { [Name in Field]?: Named } = {};
  for (const [name, value] of attributes) {
    const place = places.get(name);
    if (place === undefined || typeof value === 'object') continue;
    const best = fields[place.field];
    if (best !== undefined && best.rank <= place.rank) continue;
    const text = String(value).trim();
    if (text !== '') fields[place.field] = { text, rank: place.rank };
  }
  return fields;
}

/** Undefined for an attribute that names no field. */
export function findPlace(name: string): { readonly field: Field; readonly rank: number } | undefined {
  return places.get(name);
}

/** The attributes that say what a call costs. */
export const costNames: readonly string[] = [...names.cost, ...names.costs, ...names.inputCost, ...names.outputCost];

export const getFieldName = (field: Field, rank: number): string => names[field][rank] ?? field;
