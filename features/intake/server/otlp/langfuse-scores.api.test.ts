import { beforeEach, expect, test } from 'vitest';
import type { LangfuseAnswer, LangfuseScore } from '#features/intake/contract/otlp.ts';
import { listGiven, type StoredRating } from '#server/lib/ratings.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { testStartMs, toJsonRequest, toJsonSpan, toSpanId, toTraceId } from './testing/json-export.ts';
import { makeSender } from './testing/stored.ts';

const portal = useTestPortal();
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
});

/** Posts as a Langfuse client, which signs in with a public key that is not read, and the intake key as the secret one. */
const post = async (path: string, body: object) => {
  const authorization = `Basic ${Buffer.from(`pk-lf-1:${key}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json', 'x-langfuse-sdk-version': '5.11.1' };
  const answer = await fetch(`${portal().url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

const at = (seconds: number) => new Date(testStartMs + seconds * 1000).toISOString();

/** A batch as `LangfuseClient.score` of version 5 sends it. */
const send = async (scores: readonly object[], seconds = 60) => {
  const batch = scores.map((body, place) => ({
    id: `e-${place}`,
    type: 'score-create',
    timestamp: at(seconds + place),
    body: { id: `s-${place}`, ...body },
  }));
  const { status, body } = await post('/public/ingestion', { batch });
  expect(status).toBe(207);
  return body as LangfuseAnswer;
};

const text = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** Turns of one session, each in a trace of its own. */
const sendTurns = async (...traces: number[]) => {
  const spans = traces.map((trace) =>
    toJsonSpan({
      trace,
      span: 1,
      start: trace * 10,
      attributes: {
        'langfuse.session.id': 'c',
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.input.messages': text('user', `question ${trace}`),
        'gen_ai.output.messages': text('assistant', `answer ${trace}`),
      },
    }),
  );
  expect((await post('/public/otel/v1/traces', toJsonRequest(spans))).status).toBe(200);
};

async function readRatings() {
  const [row] = await portal().database.withLedger(companyId, (tx) =>
    runSql<{ ratings: StoredRating[] | null; messages: Array<{ id: string; text: string }> }>(
      tx,
      `select ratings, (select json_agg(json_build_object('id', replace(m.id::text, '-', ''), 'text', m.parts->0->>'value'))
         from messages m where m.conversation_id = c.id) as messages from conversations c`,
    ),
  );
  return listGiven(row?.ratings ?? []).map(({ message, value, comment }) => [
    row?.messages.find(({ id }) => id === message)?.text ?? null,
    value,
    comment,
  ]);
}

const score = (values: Partial<LangfuseScore>): object => ({ name: 'user-feedback', value: 1, ...values });
const trace = (number: number) => ({ traceId: toTraceId(number) });

test('a score rates the answer of its trace or observation, and the last one counts', async () => {
  await sendTurns(1, 2);
  const answer = await send([
    score({ ...trace(1), value: 0, dataType: 'BOOLEAN', comment: 'Wrong' }),
    score({ ...trace(2), observationId: toSpanId(1), value: 'thumbs-up', dataType: 'CATEGORICAL' }),
  ]);
  expect(answer).toEqual({
    successes: [
      { id: 'e-0', status: 201 },
      { id: 'e-1', status: 201 },
    ],
    errors: [],
  });
  expect(await readRatings()).toEqual([
    ['answer 1', 'negative', 'Wrong'],
    ['answer 2', 'positive', undefined],
  ]);
  for (let times = 0; times < 2; times += 1) await send([score(trace(1))], 90);
  expect(await readRatings()).toEqual([
    ['answer 1', 'positive', undefined],
    ['answer 2', 'positive', undefined],
  ]);
});

test('a score of a session rates the whole conversation, also where it comes first', async () => {
  await send([score({ sessionId: 'c' })]);
  await sendTurns(1);
  expect(await readRatings()).toEqual([[null, 'positive', undefined]]);
});

test('what is no rating of a user, or has no known scale, is accepted and rates nothing', async () => {
  await sendTurns(1);
  const unread = [
    score({ ...trace(1), name: 'hallucination' }),
    score({ ...trace(1), value: 3 }),
    score({ ...trace(1), value: 0.5 }),
    score({ ...trace(1), name: 'user-rating' }),
    score({ ...trace(1), value: 'so-so', dataType: 'CATEGORICAL' }),
  ];
  expect((await send(unread)).successes).toHaveLength(unread.length);
  expect(await readRatings()).toEqual([]);
});

test('each event that cannot be read says why, and the others are read', async () => {
  await sendTurns(1);
  const { successes, errors } = await send([
    score(trace(1)),
    score({}),
    score({ traceId: 'f0f0-uuid' }),
    score({ ...trace(1), observationId: 'x' }),
    { name: 'user-feedback', ...trace(1) },
  ]);
  expect(successes).toEqual([{ id: 'e-0', status: 201 }]);
  expect(errors.map(({ status, message }) => `${status} ${message}`)).toEqual([
    '400 The score names neither a trace nor a session.',
    '400 The traceId is none of OpenTelemetry.',
    '400 The observationId is none of OpenTelemetry.',
    '400 The score has no name, no value, or a field that is not valid.',
  ]);
  expect(await readRatings()).toEqual([['answer 1', 'positive', undefined]]);
  const others = [
    { id: 'a', type: 'trace-create', timestamp: at(1), body: {} },
    { id: 'b', type: 'score-create', timestamp: 'soon', body: score(trace(1)) },
    { id: 'c', type: 'score-create', timestamp: '2001-01-01T00:00:00Z', body: score(trace(1)) },
  ];
  const answer = (await post('/public/ingestion', { batch: others })).body as LangfuseAnswer;
  expect(answer.errors.map(({ id, message }) => `${id} ${message}`)).toEqual([
    'a Only score-create is read. Spans go to /api/public/otel/v1/traces.',
    'b The timestamp must be ISO 8601.',
    expect.stringMatching(/^c .*time/),
  ]);
});

test('one score alone is sent to an address of its own', async () => {
  await sendTurns(1);
  expect(await post('/public/scores', score({ ...trace(1), id: 'mine', value: 0 }))).toEqual({
    status: 200,
    body: { id: 'mine' },
  });
  expect(await readRatings()).toEqual([['answer 1', 'negative', undefined]]);
  expect((await post('/public/scores', score({}))).status).toBe(422);
});

test('a comment that ends within a character does not lose its batch, and a session that does is named', async () => {
  await sendTurns(1);
  const { successes, errors } = await send([
    { traceId: toTraceId(1), name: 'user-feedback', value: 'positive', comment: 'thanks 😀'.slice(0, -1) },
    { sessionId: 'c\ud83d', name: 'user-feedback', value: 'positive' },
  ]);
  expect(successes).toHaveLength(1);
  expect(errors).toMatchObject([{ id: 'e-1', message: 'The sessionId is cut in the middle of a character.' }]);
});
