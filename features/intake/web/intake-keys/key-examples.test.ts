import { expect, test } from 'vitest';
import { toCurlExample, toTelemetryExample } from './key-examples.ts';

const facts = {
  secret: 'stwk_abc',
  apiUrl: '/api',
  origin: 'https://portal.example',
  now: new Date('2026-11-01T08:30:00Z'),
};

test('the shell example has the address, the key and a complete batch', () => {
  const example = toCurlExample(facts);
  expect(example).toContain('curl https://portal.example/api/intake/conversations');
  expect(example).toContain("-H 'Authorization: Bearer stwk_abc'");
  expect(JSON.parse(/-d '(.*)'$/.exec(example)?.[1] ?? '')).toEqual({
    conversations: [
      { id: 'example-1793521800000', date: '2026-11-01T08:30:00.000Z', skill: 'Example', status: 'Completed' },
    ],
  });
});

test('an API on another origin is addressed by its own URL', () => {
  expect(toTelemetryExample({ ...facts, apiUrl: 'https://api.example/v1/' })).toContain(
    'OTEL_EXPORTER_OTLP_ENDPOINT=https://api.example/v1/otlp\n',
  );
});
