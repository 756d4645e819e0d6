import { describe, expect, test } from 'vitest';
import { readLogRecords, readSpans } from './otlp-records.ts';
import { readAnyValue, readAttributes } from './otlp-values.ts';
import { toJsonRequest, toJsonSpan, toKeyValues } from '../testing/json-export.ts';

const limits = { earliestMs: Date.UTC(2010, 0, 1), latestMs: Date.UTC(2026, 10, 1) };
const read = (...spans: unknown[]) => readSpans(toJsonRequest(spans), limits);
const span = toJsonSpan({ parent: 2, attributes: { 'gen_ai.operation.name': 'chat' } });

describe('a span', () => {
  test('in OTLP’s JSON', () => {
    expect(read(span).records).toMatchObject([
      {
        traceId: '00000000000000000000000000000001',
        spanId: '0000000000000001',
        parentSpanId: '0000000000000002',
        startMs: Date.UTC(2026, 9, 5, 8),
        endMs: Date.UTC(2026, 9, 5, 8, 0, 1),
        isError: false,
        isRelevant: true,
      },
    ]);
  });

  test.each([
    ['status as a number', { ...span, status: { code: 2 } }],
    ['status as a number in text', { ...span, status: { code: '2' } }],
    ['status by its name', { ...span, status: { code: 'STATUS_CODE_ERROR' } }],
  ])('%s', (_, sent) => {
    expect(read(sent).records).toMatchObject([{ isError: true }]);
  });

  test.each([
    ['ids in capitals', { ...span, traceId: '0000000000000000000000000000000A' }],
    ['ids in base64', { ...span, traceId: Buffer.from('0000000000000000000000000000000a', 'hex').toString('base64') }],
    [
      'the names of the protobuf',
      {
        trace_id: '0000000000000000000000000000000a',
        span_id: span.spanId,
        start_time_unix_nano: span.startTimeUnixNano,
      },
    ],
  ])('%s', (_, sent) => {
    expect(read(sent).records).toMatchObject([
      { traceId: '0000000000000000000000000000000a', startMs: Date.UTC(2026, 9, 5, 8) },
    ]);
  });

  test('takes times as numbers, an end before the start as the start, and none as running', () => {
    const startTimeUnixNano = Number(span.startTimeUnixNano);
    expect(read({ ...span, startTimeUnixNano, endTimeUnixNano: startTimeUnixNano - 5e9 }).records).toMatchObject([
      { startMs: Date.UTC(2026, 9, 5, 8), endMs: Date.UTC(2026, 9, 5, 8) },
    ]);
    expect(read({ ...span, endTimeUnixNano: '0' }).records).toMatchObject([{ endMs: null }]);
  });

  test.each([
    ['none', null],
    ['no object', 'span'],
    ['an id of zeros', { ...span, traceId: '0'.repeat(32) }],
    ['a short id', { ...span, spanId: '12' }],
    ['an id that is no text', { ...span, spanId: 12 }],
    ['no start', { ...span, startTimeUnixNano: undefined }],
    ['a start in the year 275760', { ...span, startTimeUnixNano: '8640000000000000000000000' }],
    ['a start before all months', { ...span, startTimeUnixNano: '1' }],
    ['a start that is no number', { ...span, startTimeUnixNano: 'now' }],
  ])('is rejected without its neighbour: %s', (_, sent) => {
    const { records, rejections } = read(sent, span);
    expect([records.length, rejections.length]).toEqual([1, 1]);
  });

  test('describes an assistant by its own attributes only', () => {
    const plain = toJsonSpan({ attributes: { 'http.route': '/' } });
    const { records } = readSpans(toJsonRequest([plain], { 'gen_ai.agent.name': 'Leave' }), limits);
    expect(records).toMatchObject([{ isRelevant: false }]);
    expect(records[0]?.attributes.get('gen_ai.agent.name')).toBe('Leave');
  });
});

describe('requests of unknown shape have no spans', () => {
  test.each([[{}], [{ resourceSpans: 'none' }], [{ resourceSpans: [null, 7, { scopeSpans: [{ spans: {} }] }] }]])(
    '%j',
    (request) => {
      expect(readSpans(request, limits)).toEqual({ records: [], rejections: [], warnings: [] });
    },
  );
});

test('names a log record by its event or by the attribute of older versions', () => {
  const record = { timeUnixNano: span.startTimeUnixNano, body: { stringValue: 'Hi' }, eventName: 'gen_ai.choice' };
  const older = {
    observedTimeUnixNano: span.startTimeUnixNano,
    attributes: toKeyValues({ 'event.name': 'gen_ai.choice' }),
  };
  const request = { resourceLogs: [{ scopeLogs: [{ logRecords: [record, older, { body: {} }] }] }] };
  const { records, rejections } = readLogRecords(request, limits);
  expect(records).toMatchObject([
    { name: 'gen_ai.choice', body: 'Hi', traceId: null, isRelevant: true },
    { name: 'gen_ai.choice', spanId: null },
  ]);
  expect(rejections).toHaveLength(1);
});

describe('values', () => {
  test.each([
    [{ intValue: '42' }, 42],
    [{ intValue: 42 }, 42],
    [{ doubleValue: '1.5' }, 1.5],
    [{ doubleValue: 'NaN' }, null],
    [{ boolValue: 'true' }, true],
    [{ bytesValue: 'AQI=' }, 'AQI='],
    [{ stringValue: 'a\u0000b\uD800' }, 'a\uFFFDb\uFFFD'],
    [{ kvlistValue: { values: [{ key: '__proto__', value: { stringValue: 'x' } }] } }, JSON.parse('{"__proto__":"x"}')],
    [undefined, null],
  ])('%j', (value, expected) => {
    expect(readAnyValue(value)).toEqual(expected);
  });

  test('adds nested lists under dotted names too', () => {
    const attributes = readAttributes(toKeyValues({ gen_ai: { conversation: { id: 'c-1' } } }));
    expect(attributes.get('gen_ai.conversation.id')).toBe('c-1');
  });

  test('truncates any value below the depth limit', () => {
    let value: unknown = { stringValue: 'deep' };
    for (let depth = 0; depth < 100_000; depth += 1) value = { arrayValue: { values: [value] } };
    expect(JSON.stringify(readAnyValue(value))).toContain('nested too deeply');
  });
});
