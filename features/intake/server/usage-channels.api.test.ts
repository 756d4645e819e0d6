import { expect, test } from 'vitest';
import { createRandom } from '#demo-assistant/random.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { createRandomChannels, sendDelivery } from '#server/testing/random-channels.ts';
import { tokensOfRun } from '#server/testing/random-runs.ts';
import { makeSender, type Sender } from './testing/sender.ts';
import { toJsonRequest, toJsonSpan } from './otlp/testing/json-export.ts';

const portal = useTestPortal({ LOG_LEVEL: 'error' });
const date = '2026-11-02T08:30:00.000Z';

const listBilled = async (sender: Sender) =>
  (await sender.rows('usage_events', 'external_id')).map((row) => row['external_id']);
const report = (sender: Sender, id: string, requests: readonly string[], values = {}) =>
  sender.send({
    conversations: [{ id, date, skill: 'Leave', requests: requests.map((request) => ({ id: request })), ...values }],
  });

async function ask(sender: Sender, requestId: string): Promise<string> {
  const { body } = await sender.postTo('/authorize', { skill: 'Leave', requestId });
  return (body as { reservation: string }).reservation;
}

const commit = (sender: Sender, reservation: string, conversation?: string) =>
  sender.postTo(`/authorize/${reservation}/commit`, conversation ? { conversation } : {});

test('bills and shows each of 250 runs once, however it is reported', { timeout: 300_000 }, async () => {
  const sender = await makeSender(portal());
  const { clock } = portal();
  // Not at the edge of a month: what an invoice has billed cannot be released.
  if (clock.now().getUTCDate() === 1 || clock.now().getUTCDate() > 28) clock.advance(4 * 86_400_000);
  const startMs = Math.floor(clock.now().getTime() / 1000) * 1000 - 3_600_000;
  const random = createRandomChannels(createRandom(process.env['SEED'] ?? 'channels').fraction, 250, startMs);
  const { deliveries, runs, judge } = random;
  const waiting = [...deliveries];
  const post = async (path: string, body: object | undefined) => {
    const answer = await sender.postTo(path, body);
    expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, '']);
    return answer.body;
  };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await sendDelivery(post, next);
  };
  await Promise.all([1, 2, 3, 4].map(work));
  expect(runs).toBeGreaterThanOrEqual(250);
  expect(judge((await listBilled(sender)).map(String))).toEqual({ twice: 0, missing: 0 });
  const messages = await sender.rows('messages');
  const texts = messages.map(({ parts }) => String((parts as Array<{ value: string }>)[0]?.value));
  expect(random.judgeTexts(texts)).toEqual({ twice: 0, missing: 0 });
  const sums = await sender.rows('model_daily_stats');
  const sum = (name: string) => sums.reduce((total, row) => total + Number(row[name]), 0);
  expect([sum('turns'), sum('input_tokens'), sum('output_tokens')]).toEqual([
    random.turns,
    random.turns * tokensOfRun.input,
    random.turns * tokensOfRun.output,
  ]);
  expect(await sender.verify()).toEqual([]);
});

test('a commit and a report with other ids are the same run, whichever comes first', async () => {
  const sender = await makeSender(portal());
  const first = await ask(sender, 'asked-1');
  expect((await commit(sender, first, 'c1')).body).toMatchObject({ request: { billed: true } });
  await report(sender, 'c1', ['other-1']);
  await report(sender, 'c2', ['other-2']);
  const second = await ask(sender, 'asked-2');
  const answer = await commit(sender, second, 'c2');
  expect(answer.body).toMatchObject({ committed: true, request: { id: 'asked-2', skill: 'Leave', billed: false } });
  expect((await commit(sender, second)).body).toEqual(answer.body);
  expect(await listBilled(sender)).toEqual(['asked-1', 'other-2']);
  expect(await sender.rows('budget_reservations')).toMatchObject([{ state: 'committed' }, { state: 'committed' }]);
  await report(sender, 'c2', ['other-2', 'other-3']);
  expect(await listBilled(sender)).toEqual(['asked-1', 'other-2', 'other-3']);
});

test('channels that turn out to share an id bill what was taken for the same runs', async () => {
  const sender = await makeSender(portal());
  for (const id of ['1', '2']) await commit(sender, await ask(sender, id), 'c');
  await report(sender, 'c', ['3', '4']);
  expect(await listBilled(sender)).toEqual(['1', '2']);
  await report(sender, 'c', ['1', '3', '4']);
  expect(await listBilled(sender)).toEqual(['1', '2', '3', '4']);
  expect(await sender.rows('matched_usage_events')).toEqual([]);
  expect(await sender.verify()).toEqual([]);
});

test('a run that was billed without its conversation counts there once it is known', async () => {
  const sender = await makeSender(portal());
  const reservation = await ask(sender, 'asked');
  await commit(sender, reservation);
  await commit(sender, reservation, 'c');
  await report(sender, 'c', ['reported']);
  expect(await listBilled(sender)).toEqual(['asked']);
  const late = await ask(sender, 'late');
  await commit(sender, late);
  await report(sender, 'd', ['first']);
  expect(await listBilled(sender)).toEqual(['asked', 'first', 'late']);
  // Both are billed already, so that the conversation's next run is covered.
  await commit(sender, late, 'd');
  await report(sender, 'd', ['first', 'second']);
  expect(await listBilled(sender)).toEqual(['asked', 'first', 'late']);
  await report(sender, 'd', ['first', 'second', 'third']);
  expect(await listBilled(sender)).toHaveLength(4);
});

test('what is older than the first billed day is not billed, and imported history only where it says so', async () => {
  const sender = await makeSender(portal());
  await report(sender, 'before the company', ['1'], { date: '2025-12-31T21:59:00.000Z' });
  await report(sender, 'wanted', ['2'], { date: '2025-12-31T21:59:00.000Z', billed: true });
  await sender.send({
    billed: false,
    conversations: [
      { id: 'imported', date, skill: 'Leave' },
      { id: 'not imported', date, skill: 'Leave', billed: true },
    ],
  });
  await report(sender, 'imported', ['3', '4']);
  expect(await listBilled(sender)).toEqual(['3', '4', 'not imported']);
  await sender.send({ conversations: [{ id: 'imported', date, skill: 'Leave', status: 'Completed' }] });
  expect(await listBilled(sender)).toHaveLength(3);
  // The provider has the company pay for what it reports of December from now on.
  const text = `update companies set billed_since = '2025-12-31'`;
  await portal().database.inCompany(sender.companyId, (tx) => runSql(tx, text));
  await report(sender, 'before the company', ['1'], { date: '2025-12-31T21:59:00.000Z' });
  expect(await listBilled(sender)).toHaveLength(3);
  await report(sender, 'before the company', ['1'], { date: '2025-12-31T21:59:00.000Z', billed: true });
  await report(sender, 'new', ['5'], { date: '2025-12-30T22:01:00.000Z' });
  await report(sender, 'too old', ['6'], { date: '2025-12-30T21:59:00.000Z', billed: true });
  expect(await listBilled(sender)).toEqual(['1', '3', '4', '5', 'not imported']);
  expect((await sender.post({ billed: 'no' })).body).toMatchObject({
    fields: [{ path: 'billed', message: 'Must be true or false.' }],
  });
  expect(await sender.verify()).toEqual([]);
});

type Step = (sender: Sender) => Promise<unknown>;

const history: Step = (sender) => sender.send({ billed: false, conversations: [{ id: 'c', date, skill: 'Leave' }] });
const listed =
  (...ids: string[]): Step =>
  (sender) =>
    report(sender, 'c', ids, { billed: false });
const reported =
  (...ids: string[]): Step =>
  (sender) =>
    report(sender, 'c', ids);
const span =
  (trace: number, attributes = {}): Step =>
  (sender) =>
    sender.postTo(
      '/otlp/v1/traces',
      toJsonRequest([
        toJsonSpan({
          trace,
          attributes: {
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.agent.name': 'Leave',
            'gen_ai.conversation.id': 'c',
            ...attributes,
          },
        }),
      ]),
    );
const committed: Step = async (sender) => commit(sender, await ask(sender, 'asked'), 'c');

test.each<[string, number, Step[]]>([
  ['history and its span', 0, [history, span(1)]],
  ['listed history and its spans', 0, [listed('1', '2'), span(1), span(2)]],
  ['listed history and a span more', 1, [listed('1'), span(1), span(2)]],
  ['history as a span, and as a list', 0, [span(1, { 'portal.billed': false }), reported('1')]],
  [
    'a span that is history, and a later one of the same conversation',
    1,
    [span(1, { 'portal.billed': false }), span(2)],
  ],
  ['history, and what the same channel lists', 2, [history, reported('1', '2')]],
  ['history, and a commit', 1, [history, committed]],
  ['history, its span and a commit', 1, [history, span(1), committed]],
  [
    'history that is billed after all',
    1,
    [listed('1'), span(1), (sender) => report(sender, 'c', ['1'], { billed: true })],
  ],
])('%s bill %i runs, also repeated', async (_, count, steps) => {
  const sender = await makeSender(portal());
  for (const step of steps) await step(sender);
  expect(await listBilled(sender)).toHaveLength(count);
  for (const step of [...steps, ...steps.toReversed()].filter((each) => each !== committed)) await step(sender);
  expect(await listBilled(sender)).toHaveLength(count);
  expect(await sender.verify()).toEqual([]);
});

test('a span that came before its conversation was called history stays billed once', async () => {
  const sender = await makeSender(portal());
  await span(1)(sender);
  await listed('1')(sender);
  expect(await listBilled(sender)).toHaveLength(1);
  await span(2)(sender);
  expect(await listBilled(sender)).toHaveLength(1);
});
