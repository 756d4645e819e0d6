import { conversationStatuses } from '#contract/analytics/conversations.ts';
import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { ReportedUser } from '#contract/intake/intake.ts';
import { capId, capName } from '../limits.ts';
import { findNamed, findText } from '../decode/otlp-values.ts';
import type { Attributes } from '../decode/otlp-values.ts';
import type { Named } from './span-facts.ts';

/* The first name with a value wins. No name for a company is listed, because the intake key alone decides the company. */
const conversationNames = ['gen_ai.conversation.id', 'langfuse.session.id', 'session.id', 'gen_ai.session.id'];
const skillNames = [
  'gen_ai.skill.name',
  'portal.skill',
  'gen_ai.workflow.name',
  'gen_ai.agent.name',
  'agent.name',
  'langfuse.trace.name',
];
const userNames = ['user.id', 'enduser.id', 'langfuse.user.id', 'gen_ai.user.id'];
const kindNames = ['langfuse.observation.type', 'openinference.span.kind', 'gen_ai.span.kind', 'traceloop.span.kind'];

/** Kinds of the other dialects, and the operations of the GenAI conventions. */
const operations: Record<string, string> = {
  llm: 'chat',
  generation: 'chat',
  agent: 'invoke_agent',
  chain: 'invoke_workflow',
  workflow: 'invoke_workflow',
  entry: 'invoke_workflow',
  tool: 'execute_tool',
  retriever: 'retrieval',
  embedding: 'embeddings',
  reranker: 'rerank',
  guardrail: 'guardrail',
  evaluator: 'evaluate',
  prompt: 'prompt',
};

const escapedLabels = /^(?:escaped?|escalat(?:e|ed|ion)|hand(?:ed)?[ _-]?(?:off|over)|transferred)$/i;

export function findConversation(attributes: Attributes): Named | null {
  const found = findNamed(attributes, conversationNames);
  return found ? { text: capId(found.text), rank: found.rank } : null;
}

export function findSkill(attributes: Attributes): Named | null {
  const found = findNamed(attributes, skillNames);
  return found ? { text: capName(found.text), rank: found.rank } : null;
}

/** The kind by Langfuse is more specific than the generic names on the same span. */
export function findOperation(attributes: Attributes): string {
  const [own = '', ...others] = kindNames;
  const langfuse = operations[findText(attributes, [own])?.toLowerCase() ?? ''];
  const kind = findText(attributes, others)?.toLowerCase() ?? '';
  return capName(langfuse ?? findText(attributes, ['gen_ai.operation.name']) ?? operations[kind] ?? '', 60);
}

export function findUser(attributes: Attributes): ReportedUser | null {
  const id = findText(attributes, userNames);
  const email = findText(attributes, ['user.email']) ?? (id && /^[^\s@]+@[^\s@]+$/.test(id) ? id : undefined);
  const sapId = findText(attributes, ['portal.user.sap_id', 'user.sap_id']);
  if (id === undefined && email === undefined && sapId === undefined) return null;
  const [firstName = '', ...lastNames] = (findText(attributes, ['user.name', 'user.full_name']) ?? '').split(/\s+/);
  const isTechnical = findText(attributes, ['portal.user.technical']);
  return {
    ...(id === undefined ? {} : { id: capId(id) }),
    ...(email === undefined || email.length > 254 ? {} : { email }),
    ...(sapId === undefined ? {} : { sapId: capName(sapId, 100) }),
    ...(firstName === '' ? {} : { firstName: capName(firstName), lastName: capName(lastNames.join(' ')) }),
    ...(isTechnical === undefined ? {} : { isTechnical: /^(?:true|1|yes)$/i.test(isTechnical) }),
  };
}

export function findStatus(attributes: Attributes): ConversationStatus | null {
  const named = findText(attributes, ['portal.status'])?.toLowerCase();
  return conversationStatuses.find((status) => status.toLowerCase() === named) ?? null;
}

/** The id of the run that other channels report too. */
export function findRequest(attributes: Attributes): string | null {
  const text = findText(attributes, ['portal.request.id']);
  return text === undefined ? null : capId(text);
}

/** Whether the run is billed, where the span says so. */
export function findBilled(attributes: Attributes): boolean | null {
  const text = findText(attributes, ['portal.billed'])?.toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  return null;
}

export function isEscapedLabel(attributes: Attributes): boolean {
  return escapedLabels.test(findText(attributes, ['gen_ai.evaluation.score.label']) ?? '');
}

export function findApproval(attributes: Attributes): string | null {
  const text = findText(attributes, ['portal.approved_at']) ?? '';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
