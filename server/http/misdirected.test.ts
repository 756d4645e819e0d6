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
])('%s names the address of OpenTelemetry', (path) => {
  expect(findMisdirected(path)).toBe('intake.otlp-address');
});

test.each(['/public/ingestion', '/api/public/ingestion/'])('%s names the version of the SDK', (path) => {
  expect(findMisdirected(path)).toBe('intake.langfuse-version');
});

test.each(['/', '/users', '/otlpx', '/v1/tracesx', '/v1/traces/x', '/public/ingestion/x'])(
  '%s is any address',
  (path) => {
    expect(findMisdirected(path)).toBeUndefined();
  },
);
