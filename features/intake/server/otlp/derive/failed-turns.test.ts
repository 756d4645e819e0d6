import { expect, test } from 'vitest';
import { deriveConversations } from './derive-conversations.ts';
import { settleMs } from './place-facts.ts';
import { testStartMs, toTraceId, type SpanValues } from '../testing/json-export.ts';
import { agentRun, loadSpans } from '../testing/loaded-facts.ts';

/* Turns in spans of the program's own, which ended without a status. */
const turn = agentRun([['user', 'Hi']], [], { end: 9 });
const answered = agentRun([['user', 'Hi']], [['assistant', 'Hello']], { end: 9 });
const plain = { end: 9, attributes: { 'session.id': 'c-1', 'user.id': '7' } };

const answer = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'Hello' }] }]);
const answering = { 'gen_ai.output.messages': answer };
const toCall = (attributes: SpanValues['attributes']) => (span: number, values: SpanValues) => ({
  parent: 1,
  span,
  start: span,
  ...values,
  attributes: { ...attributes, ...values.attributes },
});
const call = toCall({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' });
const tool = toCall({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' });
const failed = {
  isError: true,
  attributes: { 'error.type': 'RateLimitError' },
  events: [{ name: 'exception', attributes: { 'exception.message': '429 slow down' } }],
};
const langfuse = toCall({ 'langfuse.observation.type': 'generation', 'langfuse.observation.level': 'ERROR' });
const openInference = toCall({ 'openinference.span.kind': 'LLM' });
const vercel = toCall({ 'ai.operationId': 'ai.streamText.doStream' });

function derive(spans: readonly SpanValues[]) {
  const now = new Date(testStartMs + settleMs);
  const { conversations } = deriveConversations(loadSpans(...spans), [toTraceId(1)], { now });
  return conversations;
}

test.each<[string, SpanValues[]]>([
  ['its only call failed', [turn, call(2, failed)]],
  ['its last call failed after a tool', [turn, call(2, {}), tool(3, {}), call(4, failed)]],
  [
    'text beside the call of a tool is no answer',
    [turn, call(2, { attributes: answering }), tool(3, {}), call(4, failed)],
  ],
  ['its call was repeated, and failed again', [turn, call(2, failed), call(3, failed)]],
  ['its tool failed, then its call', [turn, tool(2, failed), call(3, failed)]],
  ['Langfuse', [turn, langfuse(2, failed)]],
  ['OpenInference', [turn, openInference(2, failed)]],
  ['Vercel AI', [turn, vercel(2, failed)]],
  ['a call inside another', [turn, call(2, { end: 5 }), call(3, { ...failed, parent: 2 })]],
  ['only the outer of two calls says it', [turn, call(2, { ...failed, end: 5 }), call(3, { parent: 2 })]],
  ['a step between turn and call', [turn, { span: 2, parent: 1 }, call(3, { ...failed, parent: 2 })]],
  ['an own span that is no run', [plain, call(2, failed)]],
  [
    'its own span has not arrived',
    [call(2, { ...failed, attributes: { ...failed.attributes, 'gen_ai.conversation.id': 'c-1' } })],
  ],
])('a turn is an error where %s', (_, spans) => {
  expect(derive(spans)).toMatchObject([
    { id: 'c-1', status: 'Error', turns: [{ error: '429 slow down', errorType: 'RateLimitError' }] },
  ]);
});

test.each<[string, string, SpanValues[]]>([
  ['Completed', 'the call was repeated and answered', [turn, call(2, failed), call(3, { attributes: answering })]],
  ['Completed', 'the repeated call succeeded without its text', [turn, call(2, failed), call(3, {})]],
  ['Completed', 'the program answered in its own words', [answered, call(2, failed)]],
  [
    'Completed',
    'two attempts are inside one call',
    [turn, call(2, { end: 6 }), call(3, { ...failed, parent: 2 }), call(4, { parent: 2 })],
  ],
  [
    'Completed',
    'the event of a call has the answer',
    [turn, call(2, { ...failed, events: [{ name: 'gen_ai.choice', attributes: { message: 'Hello' } }] })],
  ],
  [
    'Completed',
    'a tool failed and was called again',
    [turn, call(2, {}), tool(3, failed), tool(4, {}), call(5, { attributes: answering })],
  ],
  [
    'Failed',
    'a tool failed and the model answered',
    [turn, call(2, {}), tool(3, failed), call(4, { attributes: answering })],
  ],
])('a turn is %s and no error where %s', (status, _, spans) => {
  const [conversation] = derive(spans);
  expect(conversation?.status).toBe(status);
  expect(conversation?.turns?.map(({ error, errorType }) => error ?? errorType)).toEqual([undefined]);
});

test('an error in an earlier turn stays with that turn', () => {
  const [conversation] = derive([
    turn,
    call(2, failed),
    agentRun([], [['assistant', 'Hello']], { span: 8, start: 60 }),
  ]);
  expect(conversation).toMatchObject({ status: 'Completed', turns: [{ error: '429 slow down' }, {}] });
});
