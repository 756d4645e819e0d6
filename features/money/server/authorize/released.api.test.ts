import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { toJsonRequest, toJsonSpan } from '#features/intake/server/otlp/testing/json-export.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { makeAssistant, type Assistant } from './testing/assistant.ts';

const portal = useTestPortal({ LOG_LEVEL: 'error' });

async function open(): Promise<Assistant> {
  const { clock } = portal();
  clock.advance(Date.UTC(2026, 9, 5, 9) - clock.now().getTime());
  const assistant = await makeAssistant(portal());
  await assistant.run(`update companies set created_at = '2026-01-01', billed_since = '2026-01-01' where id = $1`, [
    assistant.companyId,
  ]);
  await assistant.makeSkill('Leave', 0.89);
  return assistant;
}

type Step = (assistant: Assistant) => Promise<void>;

const reservations = new WeakMap<Assistant, string | null>();
const ask: Step = async (assistant) => {
  reservations.set(assistant, (await assistant.ask('Leave', 'r1')).reservation);
};
const release =
  (conversation?: string): Step =>
  async (assistant) => {
    const { status } = await assistant.release(reservations.get(assistant) ?? null, conversation);
    expect(status).toBe(200);
  };
const span =
  (trace: number, request?: string): Step =>
  async (assistant) => {
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c',
      ...(request !== undefined && { 'portal.request.id': request }),
    };
    const { status } = await assistant.post('/otlp/v1/traces', toJsonRequest([toJsonSpan({ trace, attributes })]));
    expect(status).toBe(200);
  };
const requests =
  (...ids: readonly string[]): Step =>
  async (assistant) => {
    const conversation = { id: 'c', date: '2026-10-05T08:00:00Z', skill: 'Leave', requests: ids.map((id) => ({ id })) };
    await assistant.post('/intake/conversations', { conversations: [conversation] });
  };
const implied: Step = async (assistant) => {
  const conversation = { id: 'c', date: '2026-10-05T08:00:00Z', skill: 'Leave' };
  await assistant.post('/intake/conversations', { conversations: [conversation] });
};
const commitOther =
  (id: string): Step =>
  async (assistant) => {
    const { reservation } = await assistant.ask('Leave', id);
    expect((await assistant.commit(reservation, 'c')).status).toBe(200);
  };

async function expectBilled(assistant: Assistant, count: number): Promise<void> {
  expect(await assistant.rows('usage_events')).toHaveLength(count);
  const sums = await assistant.run('select coalesce(sum(requests), 0)::int as requests from usage_daily');
  expect(sums).toEqual([{ requests: count }]);
  expect(await verifyRollups(portal().database, assistant.companyId)).toEqual([]);
}

test.each<[string, Step, Step]>([
  ['its span of the same id', span(1, 'r1'), release()],
  ['its span of the same id, with the conversation', span(1, 'r1'), release('c')],
  ['a span of its conversation', span(1), release('c')],
  ['requests of the same id', requests('r1'), release()],
  ['requests of its conversation', requests('other'), release('c')],
  ['a conversation without requests', implied, release('c')],
])('a released run is not billed by %s, in both orders and repeated', async (_, report, free) => {
  for (const steps of [
    [report, free],
    [free, report],
  ]) {
    const assistant = await open();
    await ask(assistant);
    for (const step of steps) await step(assistant);
    await expectBilled(assistant, 0);
    for (const step of [report, free, report]) await step(assistant);
    await expectBilled(assistant, 0);
    expect(await assistant.rows('budget_reservations')).toMatchObject([{ state: 'released' }]);
  }
});

test('of a conversation the runs that took place are billed, and the released one is not', async () => {
  const reports: Step[] = [span(1), span(2), span(3)];
  for (const steps of [
    [release('c'), ...reports, commitOther('r2'), commitOther('r3')],
    [...reports, commitOther('r2'), release('c'), commitOther('r3')],
    [commitOther('r2'), commitOther('r3'), ...reports, release('c')],
    [span(1), commitOther('r2'), release('c'), span(2), span(3), commitOther('r3'), requests('a', 'b', 'c')],
  ]) {
    const assistant = await open();
    await ask(assistant);
    for (const step of steps) await step(assistant);
    await expectBilled(assistant, 2);
  }
});

test('a run that is asked for again under its id and committed is billed', async () => {
  const assistant = await open();
  await ask(assistant);
  await release('c')(assistant);
  await span(1, 'r1')(assistant);
  await expectBilled(assistant, 0);
  await ask(assistant);
  expect((await assistant.commit(reservations.get(assistant) ?? null, 'c')).status).toBe(200);
  await expectBilled(assistant, 1);
  expect((await assistant.release(reservations.get(assistant) ?? null, 'c')).body).toMatchObject({
    code: 'authorize.committed',
  });
  await span(1, 'r1')(assistant);
  await expectBilled(assistant, 1);
});

test('a run that is asked for again, and reported as it was before, can be released again', async () => {
  for (const report of [span(1, 'r1'), requests('r1')]) {
    for (const conversation of [undefined, 'c']) {
      const assistant = await open();
      await ask(assistant);
      for (const step of [release(conversation), report, ask, report, release(conversation)]) await step(assistant);
      await expectBilled(assistant, 0);
      for (const step of [ask, report]) await step(assistant);
      expect((await assistant.commit(reservations.get(assistant) ?? null, 'c')).status).toBe(200);
      await expectBilled(assistant, 1);
    }
  }
});

test('what an invoice has billed stays', async () => {
  const assistant = await open();
  await ask(assistant);
  await span(1, 'r1')(assistant);
  portal().clock.advance(31 * 86_400_000);
  const { status } = await assistant.release(reservations.get(assistant) ?? null, 'c');
  expect(status).toBe(409);
  await expectBilled(assistant, 1);
});
