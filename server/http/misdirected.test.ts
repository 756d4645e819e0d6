import { expect, test } from 'vitest';
import { findMisdirected } from './misdirected.ts';

test.each([
  '/otlp',
  '/otlp/',
  '/otlp/v1',
  '/otlp/v1/profiles',
  '/api/otlp/traces',
  '/v1/traces',
  '//v1/traces',
  '/v1/metrics/',
  '/otlp/v1/traces/v1/traces',
  '/public/otel/v1/logs',
  '/collector/v1/logs',
  '/v1/trace',
  '/v1/log',
  '/v1/metric',
  '/api/v1/trace/',
  '/v1/Traces',
  '/traces',
  '/api/logs/',
  '/api/v2/spans',
  '/OTLP/v1/traces',
  '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
])('%s names the address of OpenTelemetry', (path) => {
  expect(findMisdirected(path)).toBe('intake.otlp-address');
});

test.each(['/public/ingestion', '/api/public/ingestion/'])('%s names the version of the SDK', (path) => {
  expect(findMisdirected(path)).toBe('intake.langfuse-version');
});

test.each([
  '/intake',
  '/api/intake/conversation',
  '/intake/conversations',
  '/conversations',
  '/api/v1/conversations/',
  '/api/intake/batches',
  '/api/intake/messages',
  '/api/intake/file',
])('%s names the address of conversations', (path) => {
  expect(findMisdirected(path)).toBe('intake.address');
});

test.each([
  '/',
  '/intake/keys',
  '/api/intake/conversations/x',
  '/logs/x',
  '/metrics',
  '/users',
  '/otlpx',
  '/v1/tracesx',
  '/v1/traces/x',
  '/public/ingestion/x',
])('%s is any address', (path) => {
  expect(findMisdirected(path)).toBeUndefined();
});
