import { expect, test } from 'vitest';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { erasePerson, findPerson, makeReportingCompany, waitForErasures } from './testing/person-sender.ts';
import { testStartMs, toJsonRequest, toJsonSpan } from './otlp/testing/json-export.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';

const portal = useTestPortal({ LOG_LEVEL: 'error' });

type Company = Awaited<ReturnType<typeof makeReportingCompany>>;
type Step = (company: Company) => Promise<void>;

async function open(): Promise<Company> {
  const { clock } = portal();
  clock.advance(Math.max(0, testStartMs + 3_600_000 - clock.now().getTime()));
  return makeReportingCompany(portal());
}

const at = (seconds: number) => new Date(testStartMs + seconds * 1000).toISOString();
const texts = (turn: number) => [turn === 2 ? 'Question 0' : `Question ${turn}`, `Answer ${turn}`];

/** The assistant itself, by ids of its own and a clock that is half a second late. */
const byJson =
  (...turns: readonly number[]): Step =>
  async ({ send }) => {
    const messages = turns.flatMap((turn) =>
      texts(turn).map((value, place) => ({
        id: `own ${turn} ${place}`,
        date: at(60 * turn + 9 * place + 0.5),
        isAssistant: place === 1,
        data: [{ type: 'text', value }],
        ...(place === 1 && { rating: { value: 'positive' } }),
      })),
    );
    const requests = turns.map((turn) => ({ id: `own ${turn}` }));
    await send({ conversations: [{ id: 'c', date: at(0), skill: 'Leave', user: { id: 'u-1' }, requests, messages }] });
  };

const bySpan =
  (
    turn: number,
    values: { readonly answer?: string; readonly attributes?: Record<string, string | number> } = {},
  ): Step =>
  async ({ postTo }) => {
    const [question = '', answer = ''] = texts(turn);
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c',
      'user.id': 'u-1',
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: question }]),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', content: values.answer ?? answer }]),
      ...values.attributes,
    };
    const place = { trace: turn + 1, span: turn + 1, start: 60 * turn, end: 60 * turn + 9 };
    const { status } = await postTo('/otlp/v1/traces', toJsonRequest([toJsonSpan({ ...place, attributes })]));
    expect(status).toBe(200);
  };

async function listMessages({ rows }: Company) {
  const messages = await rows('messages');
  return messages
    .toSorted((one, other) => Number(one['sent_at']) - Number(other['sent_at']))
    .map(({ external_id: id, parts }) => [
      String(id).startsWith('own') ? 'own' : 'derived',
      (parts as Array<{ value: string }>)[0]?.value,
    ]);
}

async function expectShown(company: Company, shown: readonly string[][]): Promise<void> {
  expect(await listMessages(company)).toEqual(shown);
  expect(await company.rows('conversations')).toMatchObject([{ messages: shown.length }]);
  expect(await verifyRollups(portal().database, company.companyId)).toEqual([]);
}

const own = (...turns: readonly number[]) => turns.flatMap((turn) => texts(turn).map((text) => ['own', text]));
const derived = (...turns: readonly number[]) => turns.flatMap((turn) => texts(turn).map((text) => ['derived', text]));

const all = [bySpan(0), bySpan(1), bySpan(2)];
test.each<[string, Step[]]>([
  ['the assistant first', [byJson(0, 1, 2), ...all]],
  ['telemetry first', [...all, byJson(0, 1, 2)]],
  ['turn by turn', [bySpan(0), byJson(0), byJson(0, 1), bySpan(1), bySpan(2), byJson(0, 1, 2)]],
  ['late and repeated', [bySpan(2), byJson(0, 1, 2), bySpan(0), byJson(0, 1), bySpan(1), ...all, byJson(0, 1, 2)]],
])('turns that an assistant and telemetry report are shown once: %s', async (_, steps) => {
  const company = await open();
  for (const step of steps) await step(company);
  await expectShown(company, own(0, 1, 2));
  expect(await company.rows('usage_events')).toHaveLength(3);
  for (const step of [...all, byJson(0, 1, 2)]) await step(company);
  await expectShown(company, own(0, 1, 2));
});

test('what only one of them reports is shown', async () => {
  const company = await open();
  for (const step of [bySpan(0), byJson(1), bySpan(2)]) await step(company);
  await expectShown(company, [...derived(0), ...own(1), ...derived(2)]);
  // The question of turn 2 is that of turn 0: it is another one.
  for (const step of [byJson(0, 1), bySpan(1)]) await step(company);
  await expectShown(company, [...own(0, 1), ...derived(2)]);
});

test('an answer that is written otherwise at the same time is the same', async () => {
  for (const steps of [
    [byJson(0), bySpan(0, { answer: '<p>Answer zero</p>' })],
    [bySpan(0, { answer: '<p>Answer zero</p>' }), byJson(0)],
  ]) {
    const company = await open();
    for (const step of steps) await step(company);
    await expectShown(company, own(0));
  }
});

test('a rating by telemetry stays with the answer that is shown', async () => {
  const rated = bySpan(0, {
    attributes: {
      'annotations.0.annotation.name': 'user_feedback',
      'annotations.0.annotation.annotator_kind': 'HUMAN',
      'annotations.0.annotation.label': 'thumbs_down',
    },
  });
  for (const steps of [
    [byJson(0), rated],
    [rated, byJson(0)],
  ]) {
    const company = await open();
    for (const step of steps) await step(company);
    await expectShown(company, own(0));
    const answer = (await company.rows('messages')).find(({ is_assistant: isAssistant }) => isAssistant);
    const [conversation] = await company.rows('conversations');
    const ratings = conversation?.['ratings'] as Array<{ message: string; value: string }>;
    const ids = new Set(ratings.map(({ message }) => message));
    expect(ids).toEqual(new Set([String(answer?.['id']).replaceAll('-', '')]));
  }
});

test('of an erased person they are counted once, without texts, also where they come late', async () => {
  const company = await open();
  const { superAdmin, companyId } = company;
  for (const step of [byJson(0, 1), bySpan(0), bySpan(1)]) await step(company);
  expect((await erasePerson(portal(), superAdmin, (await findPerson(portal(), superAdmin, 'u-1')).id)).status).toBe(
    201,
  );
  await waitForErasures(portal(), superAdmin);
  for (const step of [bySpan(0), bySpan(1), byJson(0, 1)]) await step(company);
  expect(await company.rows('conversations')).toMatchObject([{ messages: 4, without_content: true }]);
  const parts = await portal().database.inCompany(companyId, (tx) =>
    runSql<{ parts: string }>(tx, `select parts::text as parts from messages`),
  );
  expect(parts.map((row) => row.parts)).toEqual(['[]', '[]', '[]', '[]']);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});

test('a conversation of a release before, whose sources are not known, is compared by its messages', async () => {
  const company = await open();
  await bySpan(0)(company);
  await portal().database.inCompany(company.companyId, (tx) =>
    runSql(tx, 'update conversations set message_sources = null where company_id = $1', [company.companyId]),
  );
  await byJson(0)(company);
  await expectShown(company, own(0));
});
