import { beforeAll, describe, expect, test } from 'vitest';
import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { IntakeConversation, Turn } from '#features/intake/contract/intake.ts';
import { rebuildRollups, verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();

/** November 2026 in Tallinn. */
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
const date = '2026-11-10T09:00:00.000Z';

interface Sender {
  readonly companyId: string;
  readonly superAdmin: TestUser;
  readonly send: (...conversations: IntakeConversation[]) => Promise<unknown>;
}

async function makeSender(): Promise<Sender> {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Teams' });
  const send = async (...conversations: IntakeConversation[]) => {
    const { status, body } = await portal().call('/intake/conversations', {
      body: { conversations },
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(status).toBe(200);
    return body;
  };
  return { companyId, superAdmin, send };
}

async function readAnswers({ superAdmin }: Sender, query: Record<string, string> = november) {
  const { status, body } = await portal().call(`/analytics/answers?${new URLSearchParams(query)}`, { as: superAdmin });
  expect(status).toBe(200);
  return body as AnswerStats;
}

async function listLogs({ superAdmin }: Sender, filter: object = {}) {
  const { status, body } = await portal().call('/analytics/logs', { as: superAdmin, body: { ...november, ...filter } });
  expect(status).toBe(200);
  return body as { payloads: ListedConversation[]; size: number };
}

async function readDetails(sender: Sender, filter: object = {}) {
  const [first] = (await listLogs(sender, filter)).payloads;
  const { body } = await portal().call(`/analytics/logs/${first?._id}`, { as: sender.superAdmin });
  return body as ConversationDetails;
}

const turn = (different: Partial<Turn> = {}): Turn => ({
  date,
  durationMs: 1000,
  model: 'gpt-5.1',
  inputTokens: 100,
  outputTokens: 20,
  ...different,
});

describe('the turns of a conversation', () => {
  test('are answered with the conversation, oldest first, as they were reported', async () => {
    const sender = await makeSender();
    const failed = {
      date: '2026-11-10T09:05:00.000Z',
      error: 'Rate limit of org-4711',
      errorType: 'RateLimitError',
      tools: [{ name: 'find_order', durationMs: 30, error: 'No such order' }],
    };
    await sender.send({ id: 'c', date, turns: [failed, turn({ model: '  gpt-5.1 ' })] });
    const details = await readDetails(sender);
    expect(details.turns).toEqual([{ ...turn(), tools: [] }, failed]);
    expect(details.failure).toBe('RateLimitError');
  });

  test('of a newer report replace the older ones, and a report without turns keeps them', async () => {
    const sender = await makeSender();
    const reportedAt = (minute: number) => `2026-11-10T10:0${minute}:00.000Z`;
    await sender.send({ id: 'c', date, reportedAt: reportedAt(1), turns: [turn(), turn({ error: 'No answer' })] });
    await sender.send({ id: 'c', date, reportedAt: reportedAt(3), turns: [turn({ durationMs: 40 })] });
    await sender.send({ id: 'c', date, reportedAt: reportedAt(2), turns: [turn({ durationMs: 90_000 })] });
    await sender.send({ id: 'c', date, reportedAt: reportedAt(4), status: 'Completed' });
    const details = await readDetails(sender);
    expect(details.turns.map(({ durationMs }) => durationMs)).toEqual([40]);
    expect(details).not.toHaveProperty('failure');
    expect(await readAnswers(sender)).toMatchObject({ answers: 1, failed: 0, inputTokens: 100, outputTokens: 20 });
    expect(await verifyRollups(portal().database, sender.companyId)).toEqual([]);
  });

  test('are masked where they hold an address, and grouped without it', async () => {
    const sender = await makeSender();
    const tools = [{ name: 'mail', error: 'mari@acme.example is full' }];
    await sender.send({ id: 'c', date, turns: [turn({ error: 'No mailbox mari@acme.example', tools })] });
    const details = await readDetails(sender);
    expect(details.turns[0]?.error).toMatch(/^No mailbox \[.+\]$/);
    expect(JSON.stringify([details, await readAnswers(sender)])).not.toContain('mari@');
    expect(details.failure).toBe('No mailbox …');
  });

  test('with tools that are masked alike count their conversations once, as the log does', async () => {
    const sender = await makeSender();
    const jaan = { name: 'to jaan@acme.example', error: 'full' };
    const both = [{ name: 'to mari@acme.example' }, jaan];
    await sender.send(
      { id: 'a', date, turns: [turn({ tools: both })] },
      { id: 'b', date, turns: [turn({ tools: [jaan] })] },
    );
    const { tools } = await readAnswers(sender);
    expect(tools).toMatchObject([{ conversations: 2, failed: 2, calls: 3, failedCalls: 2 }]);
    expect((await listLogs(sender, { tools: [tools[0]?.tool] })).size).toBe(2);
  });

  test('with a bad field are rejected with its path, and other conversations are stored', async () => {
    const sender = await makeSender();
    const bad = { ...turn({ durationMs: -1 }), date: '1999-01-01T00:00:00.000Z' };
    const late = turn({ date: '1999-01-01T00:00:00.000Z' });
    const answer = await sender.send(
      { id: 'a', date, turns: [bad] },
      { id: 'b', date, turns: [late] },
      { id: 'c', date, turns: [turn()] },
    );
    expect(answer).toMatchObject({
      accepted: 1,
      rejected: [
        { id: 'a', reasons: [expect.stringContaining('turns.0.durationMs')] },
        { id: 'b', reasons: [expect.stringContaining('turns.0.date')] },
      ],
    });
  });

  test('largest numbers are stored and summed exactly', async () => {
    const sender = await makeSender();
    const most = turn({ inputTokens: 1_000_000_000, outputTokens: 1_000_000_000, durationMs: 86_400_000 });
    await sender.send({ id: 'c', date, turns: Array.from({ length: 5 }, () => most) });
    expect(await readAnswers(sender)).toMatchObject({ inputTokens: 5_000_000_000, outputTokens: 5_000_000_000 });
  });
});

describe('a conversation that ends with a question', () => {
  const message = (id: string, second: number, different: object = {}) => ({
    id,
    date: `2026-11-10T09:00:0${second}.000Z`,
    isAssistant: false,
    data: [{ type: 'text' as const, value: 'Hello?' }],
    ...different,
  });
  const answer = (id: string, second: number, different: object = {}) =>
    message(id, second, { isAssistant: true, ...different });

  test.each([
    ['without messages', [], 0],
    ['with a question alone', [message('q', 1)], 1],
    ['with its answer', [message('q', 1), answer('a', 2)], 0],
    ['with its answer in the same instant', [answer('a', 1), message('q', 1)], 0],
    ['with one more question', [message('q', 1), answer('a', 2), message('r', 3)], 1],
    ['with an answer that is still being written', [message('q', 1), answer('a', 2, { loading: true })], 1],
    ['with an answer that is not shown', [message('q', 1), answer('a', 2, { hide: true })], 1],
    ['with a question that is not shown', [answer('a', 1), message('q', 2, { hide: true })], 0],
  ])('%s', async (_, messages, unanswered) => {
    const sender = await makeSender();
    await sender.send({ id: 'c', date, messages });
    expect(await readAnswers(sender)).toMatchObject({ unanswered });
    expect(await listLogs(sender, { unanswered: true })).toMatchObject({ size: unanswered });
    expect(await listLogs(sender, { unanswered: false })).toMatchObject({ size: 1 - unanswered });
    const [row] = (await listLogs(sender)).payloads;
    expect(row?.isUnanswered).toBe(unanswered === 1 ? true : undefined);
  });

  test('is answered by a later report, and open again where the answer is hidden', async () => {
    const sender = await makeSender();
    await sender.send({ id: 'c', date, messages: [message('q', 1)] });
    await sender.send({ id: 'c', date, messages: [answer('a', 3, { loading: true })] });
    expect(await readAnswers(sender)).toMatchObject({ unanswered: 1 });
    await sender.send({ id: 'c', date, messages: [answer('a', 2)] });
    expect(await readAnswers(sender)).toMatchObject({ unanswered: 0 });
    await sender.send({ id: 'c', date, messages: [answer('a', 4, { hide: true })] });
    expect(await readAnswers(sender)).toMatchObject({ unanswered: 1 });
    expect(await verifyRollups(portal().database, sender.companyId)).toEqual([]);
  });

  test('of an earlier release is found after the roll-ups were rebuilt, with its models and tools', async () => {
    const sender = await makeSender();
    const tools = [{ name: 'find' }, { name: 'book', error: 'No seat' }, { name: 'find' }];
    await sender.send({ id: 'c', date, messages: [message('q', 1)], turns: [turn({ tools })] });
    const read = async () => (await listLogs(sender)).payloads[0];
    const before = await read();
    expect(before).toMatchObject({ models: ['gpt-5.1'], tools: ['find', 'book'], failedTools: ['book'] });
    await portal().database.inCompany(sender.companyId, (tx) =>
      runSql(
        tx,
        `update conversations set last_message_at = null, awaits_answer = false, models = null, tools = null,
          failed_tools = null`,
      ),
    );
    expect(await verifyRollups(portal().database, sender.companyId)).toMatchObject([
      { table: 'conversations', rows: 1 },
    ]);
    await rebuildRollups(portal().database, sender.companyId);
    expect(await read()).toEqual({ ...before, tools: ['book', 'find'] });
    expect(await verifyRollups(portal().database, sender.companyId)).toEqual([]);
  });
});

describe('the error of a row', () => {
  test('ends before what may be part of a value', async () => {
    const sender = await makeSender();
    const error = `${'x '.repeat(290)}please write to mari.maasikas@acme.example today`;
    await sender.send({ id: 'c', date, turns: [turn({ error })] });
    const [row] = (await listLogs(sender)).payloads;
    expect(row?.error).toMatch(/^(x )+…$/);
    const short = await makeSender();
    await short.send({ id: 'c', date, turns: [turn({ error: 'No mailbox mari@acme.example' })] });
    expect((await listLogs(short)).payloads[0]?.error).toBe('No mailbox [e-mail]');
  });
});

describe('the answers of a range', () => {
  let sender: Sender;

  beforeAll(async () => {
    sender = await makeSender();
    const times = Array.from({ length: 19 }, () => turn({ durationMs: 1000 }));
    await sender.send(
      { id: 'fast', date, turns: times },
      { id: 'slow', date: '2026-11-20T09:00:00.000Z', turns: [turn({ durationMs: 60_000, model: 'large' })] },
      { id: 'limited', date, turns: [{ date, errorType: 'RateLimitError' }] },
      { id: 'limited too', date, turns: [{ date, errorType: 'RateLimitError' }] },
      { id: 'named', date, turns: [{ date, error: '503 from node-17 after 12345 ms\nat call' }] },
      {
        id: 'before',
        date: '2026-10-10T09:00:00.000Z',
        turns: [{ date, errorType: 'RateLimitError', durationMs: 500 }],
      },
    );
  });

  test('have times, tokens, models and failures, beside those of the range before', async () => {
    const stats = await readAnswers(sender, { ...november, compare: 'months' });
    expect(stats).toMatchObject({
      ...november,
      timeZone: 'Europe/Tallinn',
      answers: 23,
      failed: 3,
      inputTokens: 2000,
      outputTokens: 400,
      previous: { answers: 1, failed: 1, median: 491 },
      models: [
        { model: 'gpt-5.1', answers: 19, failed: 0 },
        { model: '', answers: 3, failed: 3, inputTokens: 0 },
        { model: 'large', answers: 1 },
      ],
      failures: [
        { failure: 'RateLimitError', total: 2, previous: 1 },
        { failure: '503 from … after … ms', total: 1, previous: 0 },
      ],
    });
    expect(stats.median).toBeGreaterThan(900);
    expect(stats.median).toBeLessThan(1100);
    expect(stats.days.map(({ date: day }) => day)).toEqual(['2026-11-10', '2026-11-20']);
    expect(stats.days[1]?.p95).toBeGreaterThan(54_000);
  });

  test('a part of a day counts the conversations that start in it', async () => {
    const part = { from: '2026-11-10T08:59:00.000Z', to: '2026-11-10T09:01:00.000Z' };
    expect(await readAnswers(sender, part)).toMatchObject({ answers: 22, failed: 3, inputTokens: 1900 });
    const later = { from: '2026-11-10T09:01:00.000Z', to: '2026-11-10T12:00:00.000Z' };
    expect(await readAnswers(sender, later)).toMatchObject({
      answers: 0,
      median: null,
      p95: null,
      days: [],
      models: [],
    });
  });

  test('lead to their conversations: by reason, and by time', async () => {
    const limited = await listLogs(sender, { failures: ['RateLimitError'] });
    expect(limited).toMatchObject({
      size: 2,
      payloads: [{ failure: 'RateLimitError' }, { failure: 'RateLimitError' }],
    });
    expect(await listLogs(sender, { failures: ['503 from … after … ms', 'Unknown'] })).toMatchObject({ size: 1 });
    expect(await listLogs(sender, { slowerThanMs: 1000 })).toMatchObject({ size: 1 });
    expect(await listLogs(sender, { slowerThanMs: 999 })).toMatchObject({ size: 2 });
  });

  test('are rebuilt from the stored turns', async () => {
    const before = await readAnswers(sender);
    await rebuildRollups(portal().database, sender.companyId);
    expect(await readAnswers(sender)).toEqual(before);
    expect(await verifyRollups(portal().database, sender.companyId)).toEqual([]);
  });

  test('of another company are not counted', async () => {
    expect(await readAnswers(await makeSender())).toMatchObject({ answers: 0, failures: [], models: [], days: [] });
  });
});
