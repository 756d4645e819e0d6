import { beforeEach, expect, test } from 'vitest';
import { listGiven, type StoredRating } from '#server/lib/ratings.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { settleMs } from './derive/place-facts.ts';
import { testStartMs, toJsonRequest, toJsonSpan, toKeyValues, toSpanId, toTraceId } from './testing/json-export.ts';
import { makeSender } from './testing/stored.ts';

const portal = useTestPortal();
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
});

async function send(signal: 'traces' | 'logs', body: object): Promise<void> {
  const answer = await fetch(`${portal().url}/api/otlp/v1/${signal}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([answer.status, await answer.text()]).toEqual([200, '{}']);
}

const toText = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** A turn of the conversation in a trace of its own. */
const makeTurn = (trace: number) =>
  toJsonSpan({
    trace,
    span: 1,
    start: trace * 10,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c',
      'gen_ai.input.messages': toText('user', `question ${trace}`),
      'gen_ai.output.messages': toText('assistant', `answer ${trace}`),
    },
  });

const makeLog = (trace: number, value: number, seconds: number) => ({
  resourceLogs: [
    {
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: `${testStartMs + seconds * 1000}000000`,
              traceId: toTraceId(trace),
              spanId: toSpanId(1),
              eventName: 'gen_ai.evaluation.result',
              attributes: toKeyValues({
                'gen_ai.evaluation.name': 'user_feedback',
                'gen_ai.evaluation.score.value': value,
                'gen_ai.evaluation.explanation': `because ${value}`,
              }),
            },
          ],
        },
      ],
    },
  ],
});

interface Rated {
  readonly ratings: StoredRating[] | null;
  readonly messages: Array<{ id: string; text: string }>;
}

async function readRatings() {
  const [row, ...others] = await portal().database.withLedger(companyId, (tx) =>
    runSql<Rated>(
      tx,
      `select ratings, (select json_agg(json_build_object('id', replace(m.id::text, '-', ''), 'text', m.parts->0->>'value'))
         from messages m where m.conversation_id = c.id) as messages from conversations c`,
    ),
  );
  expect(others).toEqual([]);
  return listGiven(row?.ratings ?? []).map(({ message, value, comment }) => [
    row?.messages.find(({ id }) => id === message)?.text ?? null,
    value,
    comment,
  ]);
}

test('an evaluation of a user that comes later rates the answer of its span, and changes its mind', async () => {
  await send('traces', toJsonRequest([makeTurn(1), makeTurn(2)]));
  await send('logs', makeLog(1, 1, 60));
  expect(await readRatings()).toEqual([['answer 1', 'positive', 'because 1']]);
  for (let times = 0; times < 2; times += 1) await send('logs', makeLog(1, 0, 90));
  await send('traces', toJsonRequest([makeTurn(1)]));
  expect(await readRatings()).toEqual([['answer 1', 'negative', 'because 0']]);
});

test('an evaluation that comes before its span waits for it, and makes no conversation alone', async () => {
  await send('logs', makeLog(2, 0, 60));
  portal().clock.advance(settleMs);
  await send('logs', makeLog(3, 0, 60));
  expect(await portal().database.withLedger(companyId, (tx) => runSql(tx, 'select id from conversations'))).toEqual([]);
  await send('traces', toJsonRequest([makeTurn(1), makeTurn(2)]));
  expect(await readRatings()).toEqual([['answer 2', 'negative', 'because 0']]);
});

test('feedback on a span of its own rates the answer of the span that it links', async () => {
  const feedback = {
    'openinference.span.kind': 'EVALUATOR',
    'annotations.0.annotation.name': 'helpfulness',
    'annotations.0.annotation.score': 1,
    'annotations.0.annotation.annotator_kind': 'HUMAN',
  };
  const carrier = {
    ...toJsonSpan({ trace: 9, span: 7, start: 90, attributes: feedback }),
    links: [{ traceId: toTraceId(1), spanId: toSpanId(1) }],
  };
  await send('traces', toJsonRequest([makeTurn(1), makeTurn(2)]));
  await send('traces', toJsonRequest([carrier]));
  expect(await readRatings()).toEqual([['answer 1', 'positive', undefined]]);
});
