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
import { flowiseAgentflow, flowiseChatflow, n8nAgent } from '../../testing/flow-builder-turns.ts';
import { agno, autoGen, langtrace, smolagents } from '../../testing/instrumented-turns.ts';
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

const derive = (turn: Turn) => {
  const loaded = loadSpans(...turn);
  const now = new Date(testStartMs + settleMs);
  return deriveConversations(loaded, [...new Set(loaded.map(({ traceId }) => traceId))], { now }).conversations;
};

const withoutTexts = (turn: Turn): Turn =>
  turn.map(({ attributes = {}, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.endsWith('.messages'))),
  }));

/** A chatflow with a name among the attributes of its settings. */
const named = ([root, ...others]: Turn): Turn => [
  { ...root, attributes: { ...root?.attributes, 'gen_ai.agent.name': 'Leave' } },
  ...others,
];

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
  ['an agent of n8n', n8nAgent],
  ['a chatflow of Flowise', named(flowiseChatflow)],
  ['smolagents', smolagents],
  ['Agno', agno],
  ['AutoGen', autoGen],
  ['Langtrace', langtrace],
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
  const conversations = derive(turn);
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

test('Flowise without a name in its settings: a chatflow is named by its id, a flow with Phoenix or Opik by its project', () => {
  expect(derive(flowiseChatflow)).toMatchObject([{ id: 'c-1', skill: 'f-1', requests: [{}] }]);
  const [conversation, ...others] = derive(flowiseAgentflow);
  expect(others).toEqual([]);
  expect(conversation).toMatchObject({ id: 'c-1', status: 'Completed', skill: 'Leave', requests: [{}] });
  expect(conversation?.messages?.map(({ isAssistant, data }) => [isAssistant, data])).toEqual([
    [false, [text(question)]],
    [true, [text(answer)]],
  ]);
});

test('an agent of n8n whose settings record no texts has none: the list of its tools is no question', () => {
  const [conversation] = derive(withoutTexts(n8nAgent));
  expect(conversation).toMatchObject({ skill: 'Leave', requests: [{}], turns: [{ model: 'm' }] });
  expect(conversation?.messages ?? []).toEqual([]);
});
