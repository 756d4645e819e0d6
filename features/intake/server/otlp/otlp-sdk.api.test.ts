import { SpanStatusCode } from '@opentelemetry/api';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { openSdk, toContext, toMessages, type SdkOptions } from './testing/otel-sdk.ts';
import { makeSender, readStored } from './testing/stored.ts';

const portal = useTestPortal();
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
});

const open = (options: SdkOptions = {}) => openSdk(portal().url, key, options);
const stored = () => readStored(portal(), companyId);

const agent = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'Leave requests',
  'gen_ai.conversation.id': 'c-1',
  'user.id': 'mari',
};
const question = toMessages(['user', 'How many days have I left?']);
const answer = toMessages(['assistant', 'Twelve.']);

describe.each<SdkOptions>([
  { encoding: 'protobuf' },
  { encoding: 'json' },
  { encoding: 'protobuf', isCompressed: true },
  { encoding: 'json', isCompressed: true },
])('the SDK, sending %o', (options) => {
  test('reports a turn with its tools, messages and usage event', async () => {
    const sdk = open(options);
    const turn = sdk.start('invoke_agent', { ...agent, 'gen_ai.input.messages': question });
    const tool = sdk.start('execute_tool', { 'gen_ai.operation.name': 'execute_tool' }, { inside: turn });
    tool.end();
    turn.setAttribute('gen_ai.output.messages', answer);
    turn.end();
    await sdk.flush();
    const { traceId, spanId } = turn.spanContext();
    expect(await stored()).toMatchObject([
      {
        id: 'c-1',
        status: 'Completed',
        skill: 'Leave requests',
        user: 'id:mari',
        messages: 2,
        apiCalls: 1,
        texts: ['How many days have I left?', 'Twelve.'],
        requests: [{ id: `${traceId}:${spanId}`, skill: 'Leave requests' }],
      },
    ]);
    await sdk.close();
  });

  test('reports an evaluation and messages in log records, beside their span', async () => {
    const sdk = open(options);
    const turn = sdk.start('invoke_agent', agent);
    const details = { 'gen_ai.input.messages': question, 'gen_ai.output.messages': answer };
    const context = toContext(turn);
    sdk.logger.emit({ eventName: 'gen_ai.client.inference.operation.details', attributes: details, context });
    sdk.logger.emit({
      eventName: 'gen_ai.evaluation.result',
      attributes: { 'gen_ai.evaluation.name': 'Outcome', 'gen_ai.evaluation.score.label': 'escalated' },
      context,
    });
    turn.end();
    await sdk.flush();
    expect(await stored()).toMatchObject([
      { id: 'c-1', status: 'Escaped', texts: ['How many days have I left?', 'Twelve.'], requests: [{}] },
    ]);
    await sdk.close();
  });
});

test('accepts spans of other programs and derives no conversation', async () => {
  const sdk = open({ resource: { 'gen_ai.agent.name': 'Leave requests' } });
  sdk.start('GET /health', { 'http.request.method': 'GET', 'session.id': 's' }).end();
  sdk.logger.emit({ body: 'started' });
  await sdk.flush();
  expect(await stored()).toEqual([]);
  await sdk.close();
});

test('derives the status Error from a failed root', async () => {
  const sdk = open();
  const turn = sdk.start('invoke_agent', agent);
  turn.setStatus({ code: SpanStatusCode.ERROR, message: 'no model' });
  turn.end();
  await sdk.flush();
  expect(await stored()).toMatchObject([{ status: 'Error', messages: 0, requests: [{}] }]);
  await sdk.close();
});
