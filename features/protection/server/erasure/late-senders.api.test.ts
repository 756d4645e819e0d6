import { expect, test } from 'vitest';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { testStartMs, toJsonRequest, toJsonSpan } from '#features/intake/server/otlp/testing/json-export.ts';
import {
  erasePerson,
  findPerson,
  makeReportingCompany,
  waitForErasures,
  type ReportingCompany,
} from '#features/intake/server/testing/person-sender.ts';

const portal = useTestPortal({ LOG_LEVEL: 'error' });

async function open(): Promise<ReportingCompany> {
  const { clock } = portal();
  clock.advance(Math.max(0, testStartMs + 3_600_000 - clock.now().getTime()));
  return makeReportingCompany(portal());
}

type Way = (company: ReportingCompany, turn: number) => Promise<void>;

let traces = 0;
const toJson = (role: string, content: string) => JSON.stringify([{ role, content }]);

/** A turn as telemetry reports it, with a tool; of several senders each shows its own prompt, a moment later than the other. */
const bySpan =
  (scope: string, prompt: string, delayMs: number): Way =>
  async ({ postTo }, turn) => {
    traces += 1;
    const place = { trace: traces, start: 60 * turn + delayMs / 1000, end: 60 * turn + 9 + delayMs / 1000 };
    const outer = toJsonSpan({
      ...place,
      span: 1,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'Leave',
        'gen_ai.conversation.id': 'c',
        'user.id': 'u7',
        'gen_ai.input.messages': toJson('user', `${prompt}Question ${turn}`),
        'gen_ai.output.messages': toJson('assistant', `${prompt}Answer ${turn}`),
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.usage.input_tokens': 20,
        'gen_ai.usage.output_tokens': 8,
      },
    });
    const tool = toJsonSpan({
      ...place,
      span: 2,
      parent: 1,
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'days' },
    });
    expect((await postTo('/otlp/v1/traces', toJsonRequest([outer, tool], {}, scope))).status).toBe(200);
  };

/** All turns until then under ids of the assistant, by a clock that is half a second late. */
const byJson: Way = ({ send }, turn) => {
  const toMessages = (of: number) =>
    ['Question', 'Answer'].map((word, place) => ({
      id: `${word} of turn ${of}`,
      date: new Date(testStartMs + 60_000 * of + 9000 * place + 500).toISOString(),
      isAssistant: place === 1,
      data: [{ type: 'text', value: `${word} ${of}` }],
    }));
  const requests = Array.from({ length: turn + 1 }, (_, index) => ({ id: `request ${index}` }));
  const messages = requests.flatMap((_, index) => toMessages(index));
  const date = new Date(testStartMs).toISOString();
  return send({ conversations: [{ id: 'c', date, skill: 'Leave', user: { id: 'u7' }, requests, messages }] });
};

const ways = {
  one: bySpan('assistant', '', 0),
  other: bySpan('langfuse-sdk', 'Be kind. ', 300),
  json: byJson,
} as const satisfies Record<string, Way>;

async function expectFigures({ companyId, rows }: ReportingCompany, turns: number): Promise<void> {
  const [conversation, ...others] = await rows('conversations');
  expect(others).toEqual([]);
  expect(await rows('messages')).toHaveLength(2 * turns);
  expect(conversation).toMatchObject({ messages: 2 * turns });
  expect(await rows('usage_events')).toHaveLength(turns);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
}

type Step = readonly [way: keyof typeof ways, turn: number];

test.each<[before: Step[], after: Step[], turns: number]>([
  [
    [['one', 0]],
    [
      ['one', 1],
      ['other', 1],
    ],
    2,
  ],
  [
    [['one', 0]],
    [
      ['other', 1],
      ['one', 1],
    ],
    2,
  ],
  [
    [
      ['one', 0],
      ['other', 0],
    ],
    [
      ['other', 1],
      ['one', 1],
      ['other', 2],
    ],
    3,
  ],
  [
    [['one', 0]],
    [
      ['other', 0],
      ['other', 1],
    ],
    2,
  ],
  [[['one', 0]], [['json', 0]], 1],
  [
    [['one', 0]],
    [
      ['json', 1],
      ['one', 1],
    ],
    2,
  ],
  [
    [['json', 0]],
    [
      ['one', 0],
      ['one', 1],
      ['json', 1],
    ],
    2,
  ],
])('of a person who is erased after %j, what is reported as %j counts once: %i turns', async (before, after, turns) => {
  const company = await open();
  for (const [way, turn] of before) await ways[way](company, turn);
  const { id } = await findPerson(portal(), company.superAdmin, 'u7');
  expect((await erasePerson(portal(), company.superAdmin, id)).status).toBe(201);
  await waitForErasures(portal(), company.superAdmin);
  for (const [way, turn] of after) await ways[way](company, turn);
  await expectFigures(company, turns);
});

test('figures of an erased conversation stay where telemetry goes on', async () => {
  const company = await open();
  await ways.one(company, 0);
  const { id } = await findPerson(portal(), company.superAdmin, 'u7');
  await erasePerson(portal(), company.superAdmin, id);
  await waitForErasures(portal(), company.superAdmin);
  const read = async () => {
    const [conversation] = await company.rows('conversations');
    return { ...conversation, turns: (conversation?.['turns'] as unknown[] | undefined)?.length };
  };
  const start = { started_at: new Date(testStartMs) };
  expect(await read()).toMatchObject({ ...start, turns: 1, tokens: 28, api_calls: 1 });
  await ways.one(company, 1);
  expect(await read()).toMatchObject({ ...start, turns: 2, tokens: 56, api_calls: 2 });
  await ways.other(company, 1);
  expect(await read()).toMatchObject({ ...start, turns: 2, tokens: 56, api_calls: 2 });
  await expectFigures(company, 2);
});
