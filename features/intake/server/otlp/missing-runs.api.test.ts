import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeAssistant, type Assistant } from '#features/money/server/authorize/testing/assistant.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { settleMs } from './derive/place-facts.ts';
import { testStartMs, toJsonRequest, toJsonSpan, toSpanId, toTraceId, type SpanValues } from './testing/json-export.ts';

const portal = useTestPortal({ LOG_LEVEL: 'error' });
const hourMs = 3_600_000;

const toRun = (skill: string, values: SpanValues): SpanValues => ({
  ...values,
  attributes: {
    'gen_ai.operation.name': 'invoke_workflow',
    'gen_ai.conversation.id': 'c',
    'gen_ai.agent.name': skill,
    ...values.attributes,
  },
});
const outer = toRun('Leave', { span: 1, start: 0, end: 30 });
const steps = [2, 3, 4].map((span) => toRun('RunnableSequence', { span, parent: 1, start: span }));
const toId = (span: number) => `${toTraceId(1)}:${toSpanId(span)}`;

/** Makes the assistant of a company that is billed since before the tests' time, in which a run of the skill costs 0.89 euros. */
async function open(at = testStartMs + hourMs): Promise<Assistant> {
  const { clock } = portal();
  clock.advance(at - clock.now().getTime());
  const assistant = await makeAssistant(portal());
  await assistant.run(`update companies set created_at = '2026-01-01', billed_since = '2026-01-01' where id = $1`, [
    assistant.companyId,
  ]);
  await assistant.makeSkill('Leave', 0.89);
  return assistant;
}

async function report(assistant: Assistant, ...spans: readonly SpanValues[]): Promise<void> {
  const { status, body } = await assistant.post('/otlp/v1/traces', toJsonRequest(spans.map(toJsonSpan)));
  expect([status, body]).toEqual([200, {}]);
}

async function settle(assistant: Assistant): Promise<void> {
  portal().clock.advance(settleMs);
  await report(assistant, { trace: 99, name: 'GET /health', start: (portal().clock.now().getTime() / 1000) % 60 });
}

const listBilled = (assistant: Assistant) =>
  assistant.run(`
    select e.external_id as id, r.name as skill, e.price_ten_thousandths::int as price from usage_events e
    join reported_skills r on r.company_id = e.company_id and r.number = e.skill_number order by 1`);

async function expectBilled(assistant: Assistant, expected: ReadonlyArray<readonly [string, string, number]>) {
  expect(await listBilled(assistant)).toEqual(expected.map(([id, skill, price]) => ({ id, skill, price })));
  const sums = await assistant.run('select sum(requests)::int as requests from usage_daily');
  expect(sums).toEqual([{ requests: expected.length }]);
  expect(await verifyRollups(portal().database, assistant.companyId)).toEqual([]);
}

test('an outermost span that arrives late replaces what was billed of its run, under its own skill', async () => {
  const assistant = await open();
  await report(assistant, ...steps);
  await settle(assistant);
  await expectBilled(assistant, [[toId(2), 'RunnableSequence', 0]]);
  await report(assistant, outer);
  await expectBilled(assistant, [[toId(1), 'Leave', 8900]]);
  await report(assistant, ...steps, outer);
  await settle(assistant);
  await expectBilled(assistant, [[toId(1), 'Leave', 8900]]);
});

test('a span inside a run that arrives after it corrects the skill that it names better', async () => {
  const assistant = await open();
  await report(assistant, {
    ...toRun('Some agent', outer),
    attributes: { ...outer.attributes, 'gen_ai.agent.name': 'Some agent' },
  });
  await expectBilled(assistant, [[toId(1), 'Some agent', 0]]);
  await report(assistant, toRun('', { span: 2, parent: 1, attributes: { 'gen_ai.skill.name': 'Leave' } }));
  await expectBilled(assistant, [[toId(1), 'Leave', 8900]]);
});

test('what arrives late below a missing span changes neither number nor skill of what was billed', async () => {
  const assistant = await open();
  for (const step of steps.toReversed()) {
    await report(assistant, { ...step, attributes: { ...step.attributes, 'gen_ai.agent.name': 'Leave' } });
    await settle(assistant);
  }
  await expectBilled(assistant, [[toId(2), 'Leave', 8900]]);
});

test('an outermost span that arrives late finds the commit of its run', async () => {
  const assistant = await open();
  const { reservation } = await assistant.ask('Leave', 'asked');
  await report(assistant, ...steps);
  await settle(assistant);
  await assistant.commit(reservation, 'c');
  await expectBilled(assistant, [
    [toId(2), 'RunnableSequence', 0],
    ['asked', 'Leave', 8900],
  ]);
  await report(assistant, outer);
  await expectBilled(assistant, [['asked', 'Leave', 8900]]);
  expect(await assistant.rows('matched_usage_events')).toMatchObject([{ external_id: toId(1) }]);
});

test('a commit that a late run covered by mistake is billed in its place', async () => {
  const assistant = await open();
  const { reservation } = await assistant.ask('RunnableSequence', 'asked');
  await report(assistant, ...steps);
  await settle(assistant);
  await assistant.commit(reservation, 'c');
  await expectBilled(assistant, [[toId(2), 'RunnableSequence', 0]]);
  await report(assistant, outer);
  await expectBilled(assistant, [
    [toId(1), 'Leave', 8900],
    ['asked', 'RunnableSequence', 0],
  ]);
});

test.each([
  ['in a month that is billed', undefined, 0],
  ['under the id of a run that was asked for', 'asked', 8900],
])('what was billed %s stays, and is not billed again', async (_, request, price) => {
  const lastHour = Date.UTC(2026, 9, 31, 21, 0);
  const assistant = await open(lastHour);
  const skill = request ? 'Leave' : 'RunnableSequence';
  if (request) await assistant.commit((await assistant.ask('Leave', request)).reservation);
  const startS = (lastHour - testStartMs) / 1000;
  const inner = steps.map((step) =>
    toRun(skill, { ...step, start: startS, attributes: request ? { 'portal.request.id': request } : {} }),
  );
  await report(assistant, ...inner);
  await settle(assistant);
  const billed = [[request ?? toId(2), skill, price]] as const;
  await expectBilled(assistant, billed);
  // November in Tallinn.
  portal().clock.advance(2 * hourMs);
  await report(assistant, { ...outer, start: startS, end: startS + 30 });
  await settle(assistant);
  await expectBilled(assistant, billed);
});
