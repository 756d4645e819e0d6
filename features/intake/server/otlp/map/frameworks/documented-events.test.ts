import { expect, test } from 'vitest';
import { readLogRecords } from '../../decode/otlp-records.ts';
import { toKeyValues } from '../../testing/json-export.ts';
import { listTexts, text } from '../../testing/read-facts.ts';
import { toEventFacts } from '../to-facts.ts';

const json = (value: unknown) => JSON.stringify(value);
const limits = { earliestMs: 0, latestMs: Infinity };
const [question, answer] = ['How many?', 'Twelve.'];

/** The messages of a log record, each with who said it. */
function readEvent(record: Record<string, unknown>) {
  const logRecord = {
    traceId: '1'.padStart(32, '0'),
    spanId: '1'.padStart(16, '0'),
    timeUnixNano: '1000000000000000000',
    ...record,
  };
  const { records } = readLogRecords({ resourceLogs: [{ scopeLogs: [{ logRecords: [logRecord] }] }] }, limits);
  const [event] = records.map((each) => toEventFacts(each, 0, { counts: new Map() }));
  if (event === undefined || 'reason' in event) return undefined;
  const { conversation, inputs, outputs } = event.facts;
  return [conversation?.text, listTexts(inputs), listTexts(outputs)];
}

const whole = ['c-1', [['user', text(question)]], [['assistant', text(answer)]]];
const session = toKeyValues({ 'event.name': 'strands.telemetry.tracer', 'session.id': 'c-1' });

test('AWS’s distribution moves the messages of spans into log records', () => {
  const body = (input: unknown, output: unknown) => ({
    kvlistValue: {
      values: toKeyValues({
        input: { messages: [{ role: 'user', content: input }] },
        output: { messages: [{ role: 'assistant', content: output }] },
      } as never),
    },
  });
  const strands = body(
    { content: json([{ text: question }]) },
    { message: json([{ text: answer }]), finish_reason: 'end_turn' },
  );
  expect(readEvent({ attributes: session, body: strands })).toEqual(whole);
  expect(readEvent({ attributes: session, body: body(question, answer) })).toEqual(whole);
  expect(readEvent({ attributes: session, body: { stringValue: 'GET /health' } })).toBeUndefined();
});

test.each([
  [
    'in its attributes',
    (values: object[]) => ({ attributes: [...toKeyValues({ 'gen_ai.conversation.id': 'c-1' }), ...values] }),
  ],
  [
    'in its body',
    (values: object[]) => ({
      attributes: toKeyValues({ 'gen_ai.conversation.id': 'c-1' }),
      body: { kvlistValue: { values } },
    }),
  ],
])('the details of an inference as a log record, %s', (_, toRecord) => {
  const values = toKeyValues({
    'gen_ai.operation.name': 'chat',
    'gen_ai.system_instructions': [{ type: 'text', content: 'Be kind.' }],
    'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: question }] }],
    'gen_ai.output.messages': [
      { role: 'assistant', parts: [{ type: 'text', content: answer }], finish_reason: 'stop' },
    ],
  }) as object[];
  expect(readEvent({ eventName: 'gen_ai.client.inference.operation.details', ...toRecord(values) })).toEqual(whole);
});
