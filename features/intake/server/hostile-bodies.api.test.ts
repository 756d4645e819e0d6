import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { measureLongest } from '#server/testing/longest-work.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { fill, toEmptySpans, toKeys } from './testing/hostile-bodies.ts';
import { toAnyValue, toJsonRequest, toJsonSpan } from './otlp/testing/json-export.ts';
import { agentRun } from './otlp/testing/loaded-facts.ts';
import { makeSender, readStored } from './otlp/testing/stored.ts';

const portal = useTestPortal();
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
});

/** Milliseconds of the processor; `npm run bench` measures the figure of 200, on a quiet machine. */
const longestStopMs = 1000;

/** Sends a small compressed body, and measures the longest time in which the portal answers no other request. */
async function send(path: string, body: string | Uint8Array, type = 'application/json') {
  const headers = { authorization: `Bearer ${key}`, 'content-encoding': 'gzip', 'content-type': type };
  const compressed = gzipSync(body);
  const { result, ms } = await measureLongest(() => portal().call(path, { body: compressed, headers }));
  expect(ms).toBeLessThan(longestStopMs);
  return result;
}

const list = <Item>(length: number, make: (index: number) => Item) => Array.from({ length }, (_, index) => make(index));

test('reads the attributes of a resource once, and only the first ones', async () => {
  const attributes = list(4000, (index) => ({ key: `a${index}`, value: toAnyValue('v') }));
  const spans = list(4000, (index) => toJsonSpan({ span: index + 1, trace: index + 1 }));
  const [request] = toJsonRequest(spans).resourceSpans;
  const body = JSON.stringify({ resourceSpans: [{ ...request, resource: { attributes } }] });
  expect(await send('/otlp/v1/traces', body)).toMatchObject({
    status: 200,
    body: { partialSuccess: { rejectedSpans: '0', errorMessage: expect.stringContaining('first 256 attributes') } },
  });
});

test('rejects the records of an export beyond the limit', async () => {
  const spans = list(10_002, (index) => ({ ...toJsonSpan({ span: index + 1, trace: index + 1 }) }));
  expect(await send('/otlp/v1/traces', JSON.stringify(toJsonRequest(spans)))).toMatchObject({
    body: { partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringContaining('at most 10,000 records') } },
  });
});

test.each<[string, string, string | Uint8Array, string]>([
  ['objects', '/otlp/v1/traces', fill('{"a":[{}', ',{}', 7, ']}'), 'application/json'],
  [
    'empty spans',
    '/otlp/v1/traces',
    fill('{"resourceSpans":[{"scopeSpans":[{"spans":[{}', ',{}', 6, ']}]}]}'),
    'application/json',
  ],
  ['empty spans', '/otlp/v1/traces', toEmptySpans(4 * 1024 * 1024), 'application/x-protobuf'],
  ['lists', '/intake/conversations', fill('{"conversations":[[]', ',[]', 7, ']}'), 'application/json'],
])('refuses millions of %s to %s', async (_, path, body, type) => {
  expect(await send(path, body, type)).toMatchObject({ status: 413, body: { code: 'request.too-complex' } });
});

test.each<[string, string, string | Uint8Array, string]>([
  ['spans of protobuf', '/otlp/v1/traces', toEmptySpans(2 * 90_000), 'application/x-protobuf'],
  ['log records of protobuf', '/otlp/v1/logs', toEmptySpans(2 * 90_000), 'application/x-protobuf'],
  [
    'spans of JSON',
    '/otlp/v1/traces',
    fill('{"resourceSpans":[{"scopeSpans":[{"spans":[{}', ',{}', 0.25, ']}]}]}'),
    'application/json',
  ],
  [
    'log records of JSON',
    '/otlp/v1/logs',
    fill('{"resourceLogs":[{"scopeLogs":[{"logRecords":[{}', ',{}', 0.25, ']}]}]}'),
    'application/json',
  ],
])('counts tens of thousands of empty %s', async (_, path, body, type) => {
  const { status, body: answer } = await send(path, body, type);
  expect(status).toBe(200);
  if (type !== 'application/json') return;
  const { partialSuccess } = answer as { partialSuccess: Record<string, string> };
  expect(Number(partialSuccess['rejectedSpans'] ?? partialSuccess['rejectedLogRecords'])).toBe(87_382);
  expect(partialSuccess['errorMessage']?.length).toBeLessThan(200);
});

test.each([
  ['/otlp/v1/traces', toEmptySpans(2 * 750_000), 'application/x-protobuf'],
  ['/otlp/v1/logs', toEmptySpans(2 * 500_000), 'application/x-protobuf'],
  ['/otlp/v1/logs', fill('{"resourceLogs":[{"scopeLogs":[{"logRecords":[{}', ',{}', 1.2, ']}]}]}'), 'application/json'],
  ['/otlp/v1/traces', fill('{"resourceSpans":[{"scopeSpans":[{"spans":[{}', ',{}', 1.2, ']}]}]}'), 'application/json'],
])('refuses hundreds of thousands of empty records to %s', async (path, body, type) => {
  expect(await send(path, body, type)).toMatchObject({ status: 413, body: { code: 'request.too-complex' } });
});

describe('a long conversation', () => {
  const text = (index: number) => `Message ${index} of many, long enough to be one.`;

  test('is derived without stopping the portal, and every later span is accepted', async () => {
    for (const part of [0, 1]) {
      const spans = list(200, (span) => {
        const said = list(100, (index) => ['user', text((part * 200 + span) * 100 + index)] as const);
        return toJsonSpan(agentRun(said, [], { span: part * 200 + span + 1, start: part * 200 + span, trace: 1 }));
      });
      expect(await send('/otlp/v1/traces', JSON.stringify(toJsonRequest(spans)))).toMatchObject({ status: 200 });
    }
    const last = toJsonSpan(agentRun([['user', 'Last']], [], { span: 1000, start: 1000 }));
    expect(await send('/otlp/v1/traces', JSON.stringify(toJsonRequest([last])))).toMatchObject({ status: 200 });
    const [conversation] = await readStored(portal(), companyId);
    expect([conversation?.messages, conversation?.requests.length]).toEqual([10_000, 401]);
  });
});

test.each(['/session/sign-in', '/page-views'])('refuses 800 KB of keys from strangers at %s', async (path) => {
  const headers = { 'content-type': 'application/json' };
  const { result, ms } = await measureLongest(() => portal().call(path, { body: toKeys(100_000), headers }));
  expect([result.status, ms < longestStopMs]).toEqual([413, true]);
});
