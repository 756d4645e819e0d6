import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { ConversationDetails } from '#features/conversation-log/contract/logs.ts';
import type { DryRun } from '#features/intake/contract/dry-runs.ts';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { toJsonRequest, toJsonSpan, type SpanValues } from './testing/json-export.ts';
import { agentRun } from './testing/loaded-facts.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let key: IntakeKeyWithSecret;

beforeEach(async () => {
  ({ superAdmin } = await portal().makeCompany());
  const made = await portal().call('/intake/keys', { as: superAdmin, body: { name: randomUUID() } });
  key = made.body as IntakeKeyWithSecret;
});

const post = (path: string, body: unknown) =>
  portal().call(path, { headers: { authorization: `Bearer ${key.secret}` }, body });
const sendSpans = (...spans: readonly SpanValues[]) => post('/otlp/v1/traces', toJsonRequest(spans.map(toJsonSpan)));
async function read(externalId = 'c-1', as = superAdmin): Promise<ConversationDetails> {
  const found = await portal().call(`/analytics/logs/by-external-id?externalId=${externalId}`, { as });
  const { id } = found.body as { id: string };
  return (await portal().call(`/analytics/logs/${id}`, { as })).body as ConversationDetails;
}

const run = agentRun([['user', 'Hi']], [['assistant', 'Hello']], { end: 9 });
const call = (span: number, attributes: SpanValues['attributes']): SpanValues => ({
  span,
  parent: 1,
  start: span,
  attributes: { 'gen_ai.operation.name': 'chat', ...attributes },
});

test.each<[string, Record<string, string | number>, string, string]>([
  ['OpenLIT', { 'gen_ai.usage.cost': 0.000_012_345 }, '0.000012345', 'USD'],
  ['LiteLLM', { 'gen_ai.cost.total_cost': 0.002, 'gen_ai.cost.input_cost': 0.001 }, '0.002', 'USD'],
  ['LiteLLM by parts', { 'gen_ai.cost.input_cost': '0.1', 'gen_ai.cost.output_cost': '0.2' }, '0.3', 'USD'],
  ['OpenInference', { 'llm.cost.total': '0.1234567890123456789' }, '0.1234567890123456789', 'USD'],
  ['OpenInference by parts', { 'llm.cost.prompt': 0.1, 'llm.cost.completion': 0.2 }, '0.3', 'USD'],
  ['Langfuse', { 'langfuse.observation.cost_details': '{"input":0.1,"output":0.2,"total":0.31}' }, '0.31', 'USD'],
  ['Langfuse by parts', { 'langfuse.observation.cost_details': '{"input":0.1,"output":0.2}' }, '0.3', 'USD'],
  ['Langfuse, total', { 'langfuse.observation.total_cost': 0.5 }, '0.5', 'USD'],
  ['Logfire', { 'operation.cost': 1.5e-7 }, '0.00000015', 'USD'],
  ['the conventions', { 'gen_ai.usage.cost.amount': 2, 'gen_ai.usage.cost.currency': 'eur' }, '2', 'EUR'],
])('the cost that %s reports is kept exactly', async (_, attributes, amount, currency) => {
  expect(await sendSpans(run, call(2, attributes))).toMatchObject({ status: 200, body: {} });
  const details = await read();
  expect(details.turns).toMatchObject([{ costs: [{ amount, currency }] }]);
  expect(details.reportedCosts).toEqual([{ amount, currency }]);
});

test('costs of calls add up, what the run repeats counts once, and none of it is billed', async () => {
  const total = { ...run, attributes: { ...run.attributes, 'gen_ai.usage.cost': 0.3 } };
  await sendSpans(total, call(2, { 'gen_ai.usage.cost': 0.1 }), call(3, { 'gen_ai.usage.cost': 0.2 }));
  const euros = { 'gen_ai.usage.cost': 7, 'gen_ai.usage.cost.currency': 'EUR' };
  await sendSpans({ ...run, trace: 2, start: 60, end: 70 }, { ...call(2, euros), trace: 2, start: 61 });
  expect(await read()).toMatchObject({
    cost: 0,
    reportedCosts: [
      { amount: '7', currency: 'EUR' },
      { amount: '0.3', currency: 'USD' },
    ],
  });
});

test.each([-0.5, 'NaN', 1e12, 'free', '1,50'])('a cost of %s is left out, and the answer says so', async (cost) => {
  const answer = await sendSpans(run, call(2, { 'gen_ai.usage.cost': cost }));
  expect(answer).toMatchObject({
    status: 200,
    body: { partialSuccess: { errorMessage: expect.stringContaining('a cost was left out') } },
  });
  expect((await read()).reportedCosts).toEqual([]);
});

test('an unknown currency is left out with its amount, and said', async () => {
  const cost = { 'gen_ai.usage.cost': 1, 'gen_ai.usage.cost.currency': 'credits' };
  expect(JSON.stringify((await sendSpans(run, call(2, cost))).body)).toContain('a cost was left out');
  expect((await read()).reportedCosts).toEqual([]);
});

const report = (costs: unknown) => {
  const date = '2026-10-05T11:00:00+03:00';
  return post('/intake/conversations', { conversations: [{ id: 'n-1', date, turns: [{ date, costs }] }] });
};

test('the portal’s own JSON takes costs, and refuses what is no amount with its field', async () => {
  const costs = [{ amount: '0.1000000000000000055', currency: 'USD' }];
  expect(await report(costs)).toMatchObject({ status: 200, body: { accepted: 1 } });
  expect(await read('n-1')).toMatchObject({ turns: [{ costs }], reportedCosts: costs });
  for (const amount of ['-1', 'NaN', '1e5', '1000000000', 0.1]) {
    const { body } = await report([{ amount, currency: 'USD' }]);
    expect(body).toMatchObject({
      rejected: [{ reasons: [expect.stringMatching(/^turns\.0\.costs\.0\.amount: The amount/)] }],
    });
  }
  const { body } = await report([{ amount: '1', currency: 'credits' }]);
  expect(JSON.stringify(body)).toContain('turns.0.costs.0.currency: The currency must be three capital letters');
});

test('who may not see billing sees no cost of either kind', async () => {
  await sendSpans(run, call(2, { 'gen_ai.usage.cost': 0.1, 'gen_ai.request.model': 'm' }));
  const user = await portal().makeUser(superAdmin.companyId);
  expect((await read('c-1', user)).reportedCosts).toEqual([{ amount: '0.1', currency: 'USD' }]);
  const levels = { ...defaultRights, billing: { ...defaultRights.billing, User: 'none' } };
  await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  const details = await read('c-1', user);
  expect(details.turns).toMatchObject([{ model: 'm' }]);
  expect(JSON.stringify(details)).not.toMatch(/cost/i);
});

test('the dry run shows the sum that would be stored', async () => {
  const body = toJsonRequest(
    [run, call(2, { 'gen_ai.usage.cost': 0.1 }), call(3, { 'gen_ai.usage.cost': 0.2 })].map(toJsonSpan),
  );
  const dry = (await portal().call('/intake/dry-runs', { as: superAdmin, body })).body as DryRun;
  expect(dry.conversations).toMatchObject([{ reportedCosts: [{ amount: '0.3', currency: 'USD' }] }]);
});
