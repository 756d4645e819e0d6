import { conversationStatuses, type ConversationStatus } from '#contract/conversations/conversations.ts';
import type { ReportedUser } from '#features/intake/contract/intake.ts';
import { capId, capName } from '../limits.ts';
import { findText, type Attributes } from '../decode/otlp-values.ts';
import { getFieldName, type NamedFields } from './attribute-names.ts';
import type { Named } from './span-facts.ts';

/** The operations of other dialects by those of the GenAI conventions. */
const operations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    chat: [
      'llm',
      'generation',
      'completion',
      'generate_content',
      'text_completion',
      'chat_model',
      'responses',
      'converse',
      'chat.completions',
      'text.completions',
      // Methods of the SDKs of OpenAI, Anthropic, Amazon Bedrock, Google and Cohere.
      ...toMethods(
        'chat.completions',
        'completions',
        'chat.completion',
        'messages',
        'beta.messages',
        'responses',
        'chat',
      ),
      'beta.chat.completions.parse',
      'chat.completions.parse',
      'responses.parse',
      'completions',
      'chat.completion',
      'messages',
      'beta.messages',
      'converse_stream',
      'invoke_model',
      'invoke_model_with_response_stream',
      'generate_content_stream',
      'models.generate_content',
      'models.generate_content_stream',
      'stream_generate_content',
      'chats.send_message',
      'chat_stream',
      'chat.complete',
      'inference',
      'call_llm',
      'llm_call',
      'ai.generateText.doGenerate',
      'ai.streamText.doStream',
      'ai.generateObject.doGenerate',
      'ai.streamObject.doStream',
    ],
    // Those of Azure's agents, which run on a thread.
    invoke_agent: [
      'agent',
      'agent.run',
      'process_thread_run',
      'start_thread_run',
      'create_thread_run',
      'ai.generateText',
      'ai.streamText',
      'ai.generateObject',
      'ai.streamObject',
    ],
    invoke_workflow: ['chain', 'workflow', 'entry', 'workflow.run', 'conversation', 'initiate_chats'],
    execute_tool: ['tool', 'tool.execute', 'mcp_tool.execute', 'ai.toolCall'],
    embeddings: [
      'embedding',
      ...toMethods('embeddings'),
      'embed',
      'embed_content',
      'models.embed_content',
      'ai.embed',
      'ai.embed.doEmbed',
      'ai.embedMany',
      'ai.embedMany.doEmbed',
    ],
    retrieval: ['retriever', 'rag'],
    rerank: ['reranker', 'ai.rerank', 'ai.rerank.doRerank'],
    guardrail: [],
    evaluate: ['evaluator', 'evaluation'],
    prompt: [],
  }).flatMap(([operation, names]) => [operation, ...names].map((name) => [toPlain(name), operation] as const)),
);

/** `messages.create`, `messages.stream` and the like. */
function toMethods(...resources: readonly string[]): string[] {
  return resources.flatMap((resource) => ['create', 'stream'].map((method) => `${resource}.${method}`));
}

/** Senders write `execute_tool`, `ExecuteTool` and `execute-tool`, `chat.completions` and `chat_completions`. */
function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]/g, '');
}

const escapedLabels = /^(?:escaped?|escalat(?:e|ed|ion)|hand(?:ed)?[ _-]?(?:off|over)|transferred)$/i;

export function findConversation({ conversation }: NamedFields): Named | null {
  return conversation ? { text: capId(conversation.text), rank: conversation.rank } : null;
}

/** Names of this rank and above are guessed. After every name of the table, because facts keep the rank. */
export const guessedSkillRank = 1000;
const agentNodeRank = guessedSkillRank;
const spanNameRank = 1001;

/**
 * OpenInference names the agent of OpenAI Agents by its place in the graph, as it names the steps of other frameworks. Its
 * wrappers name an agent by the span alone (`traceAgent({ name })`, `@tracer.agent(name=…)`).
 */
export function findSkill({ skill, agentNode, kind }: NamedFields, spanName: string): Named | null {
  if (skill) return { text: capName(skill.text), rank: skill.rank };
  if (kind?.text.toLowerCase() !== 'agent') return null;
  if (agentNode) return { text: capName(agentNode.text), rank: agentNodeRank };
  const isNamed = getFieldName('kind', kind.rank) === 'openinference.span.kind' && spanName.trim() !== '';
  return isNamed ? { text: capName(spanName.trim()), rank: spanNameRank } : null;
}

/** The kind by Langfuse is more specific than the generic names on the same span. One that names a tool alone is its call. */
export function findOperation(
  { observation, operation, kind, tool }: NamedFields,
  { name, isRelevant }: { readonly name: string; readonly isRelevant: boolean },
): string {
  const toOperation = (named: Named | undefined) => named && findNamedOperation(named.text);
  const ofTool = tool?.rank === 0 ? 'execute_tool' : undefined;
  return capName(
    toOperation(observation) ??
      toOperation(operation) ??
      operation?.text.toLowerCase() ??
      toOperation(kind) ??
      ofTool ??
      (isRelevant ? findOfSpanName(name) : undefined) ??
      '',
    60,
  );
}

/** Names of vendors before the method of their SDK, e.g. `openai.chat.completions.create`. */
const vendors =
  /^(?:async)?(?:azure[ ._]?openai|azure\.ai\.inference|openai|anthropic|bedrock ?runtime|amazon[ ._]bedrock|aws\.bedrock|bedrock|google[ ._]?genai|google_generativeai|gemini|vertex[ ._]?ai|cohere|mistral(?:ai)?|groq|together|ollama|xai|deepseek|watsonx)[ ./:](?:client\.)?/i;

function findNamedOperation(name: string): string | undefined {
  return operations.get(toPlain(name)) ?? findOfSpanName(name);
}

/** The operation of a span by its name, where that begins with a vendor: other names are those of functions. */
function findOfSpanName(name: string): string | undefined {
  const method = name.trim().replace(vendors, '');
  if (method === name.trim()) return undefined;
  const operation = operations.get(toPlain(method));
  return operation === 'chat' || operation === 'embeddings' ? operation : undefined;
}

export function findUser(fields: NamedFields): ReportedUser | null {
  const [id, email, sapId] = [fields.user?.text, findEmail(fields), fields.sapId?.text];
  if (id === undefined && email === undefined && sapId === undefined) return null;
  return {
    ...(id === undefined ? {} : { id: capId(id) }),
    ...(email === undefined ? {} : { email }),
    ...(sapId === undefined ? {} : { sapId: capName(sapId, 100) }),
    ...toNames(fields.userName?.text ?? ''),
    ...toTechnical(fields.isTechnical?.text),
  };
}

/** Also an id that is an address. */
function findEmail({ user, email }: NamedFields): string | undefined {
  const text = email?.text ?? user?.text;
  const isEmail = text !== undefined && text.length <= 254 && (email !== undefined || /^[^\s@]+@[^\s@]+$/.test(text));
  return isEmail ? text : undefined;
}

function toNames(name: string): Pick<ReportedUser, 'firstName' | 'lastName'> {
  const [firstName = '', ...lastNames] = name.split(/\s+/);
  return firstName === '' ? {} : { firstName: capName(firstName), lastName: capName(lastNames.join(' ')) };
}

function toTechnical(text: string | undefined): Pick<ReportedUser, 'isTechnical'> {
  return text === undefined ? {} : { isTechnical: /^(?:true|1|yes)$/i.test(text) };
}

export function findStatus({ status }: NamedFields): ConversationStatus | null {
  const named = status?.text.toLowerCase();
  return conversationStatuses.find((each) => each.toLowerCase() === named) ?? null;
}

/** The id of the run that other channels report too. */
export function findRequest({ request }: NamedFields): string | null {
  return request === undefined ? null : capId(request.text);
}

/** Whether the run is billed, where the span says so. */
export function findBilled({ billed }: NamedFields): boolean | null {
  const text = billed?.text.toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  return null;
}

export function isEscapedLabel(attributes: Attributes): boolean {
  return escapedLabels.test(findText(attributes, ['gen_ai.evaluation.score.label']) ?? '');
}

export function findApproval({ approvedAt }: NamedFields): string | null {
  const text = approvedAt?.text ?? '';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
