import { expect, test } from 'vitest';
import { deriveConversations } from '../../derive/derive-conversations.ts';
import { settleMs } from '../../derive/place-facts.ts';
import { anyAgent, crewAi, difyChat, difyChatflow, koog } from '../../testing/agent-framework-turns.ts';
import {
  ag2,
  agentOps,
  answer,
  azureAgents,
  pipecat,
  question,
  semanticKernel,
  type Turn,
} from '../../testing/documented-turns.ts';
import { testStartMs } from '../../testing/json-export.ts';
import { loadSpans } from '../../testing/loaded-facts.ts';
import {
  byMethod,
  claudeAgentSdk,
  haystack,
  honeyHive,
  inKinds,
  langChain4j,
  logfireAgents,
  withNames,
} from '../../testing/more-documented-turns.ts';
import { text } from '../../testing/read-facts.ts';

test.each<readonly [string, Turn]>([
  ['Semantic Kernel', semanticKernel],
  ['Azure AI Foundry', azureAgents],
  ['AG2', ag2],
  ['Pipecat', pipecat],
  ['AgentOps', agentOps],
  ['Haystack', haystack],
  ['a chat of Dify', difyChat],
  ['a chatflow of Dify', difyChatflow],
  ['any-agent', anyAgent],
  ['CrewAI with OpenLLMetry', crewAi],
  ['Koog', koog],
  ['OpenAI Agents with Logfire', logfireAgents],
  ['HoneyHive', honeyHive],
  ['LangChain4j', langChain4j],
  ['FutureAGI', inKinds('fi.span.kind', {}, { 'session.id': 'c-1', 'user.id': '7' })],
  [
    'Weave',
    inKinds(
      'openinference.span.kind',
      { agent: 'CHAIN' },
      { 'wandb.thread_id': 'c-1', 'wandb.is_turn': 'true', 'user.id': '7' },
    ),
  ],
  ['Claude Agent SDK', claudeAgentSdk],
  ...['messages', 'chat.completions', 'responses', 'generate_content', 'converse', 'invoke_model'].map(
    (method) => [`the SDK of a vendor, ${method}`, byMethod(method)] as const,
  ),
  ['PostHog', withNames({ $ai_session_id: 'c-1', 'posthog.distinct_id': '7' })],
  [
    'PostHog with Vercel AI',
    withNames({ 'ai.telemetry.metadata.$ai_session_id': 'c-1', 'ai.telemetry.metadata.posthog.distinct_id': '7' }),
  ],
  ['Google ADK', withNames({ 'gcp.vertex.agent.session_id': 'c-1', 'gcp.vertex.agent.user_id': '7' })],
  [
    'Respan',
    withNames({
      'respan.threads.thread_identifier': 'c-1',
      'respan.customer_params.customer_identifier': '7',
    }),
  ],
  ['Opik', withNames({ 'opik.thread_id': 'c-1', 'user.id': '7' })],
  [
    'Helicone',
    withNames({
      'traceloop.association.properties.Helicone-Session-Id': 'c-1',
      'traceloop.association.properties.Helicone-User-Id': '7',
    }),
  ],
])('%s: one turn comes whole', (_, turn) => {
  const loaded = loadSpans(...turn);
  const traceIds = [...new Set(loaded.map(({ traceId }) => traceId))];
  const { conversations } = deriveConversations(loaded, traceIds, { now: new Date(testStartMs + settleMs) });
  expect(conversations).toHaveLength(1);
  const [conversation] = conversations;
  expect(conversation).toMatchObject({ id: 'c-1', status: 'Completed', user: { id: '7' } });
  expect(conversation?.skill?.replace('.chat', '')).toBe('Leave');
  expect(conversation?.messages?.map(({ isAssistant, data }) => [isAssistant, data])).toEqual([
    [false, [text(question)]],
    [true, [text(answer)]],
  ]);
  expect(conversation?.requests).toHaveLength(1);
  expect(conversation?.turns).toMatchObject([
    { model: 'm', inputTokens: 20, outputTokens: 8, tools: [{ name: 'balance' }] },
  ]);
  expect(conversation?.turns?.[0]?.tools).toHaveLength(1);
});
