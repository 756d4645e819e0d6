import { expect, test } from 'vitest';
import { IntakeConversation } from '#features/intake/contract/intake.ts';
import { guides, toCurlExample, toTelemetryExample } from './key-examples.ts';

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
  const sent = JSON.parse(/-d '(.*)'$/.exec(example)?.[1] ?? '') as { conversations: unknown[] };
  expect(sent.conversations).toHaveLength(1);
  expect(sent.conversations[0]).toMatchObject({ id: 'example-1793521800000', status: 'Completed', requests: [] });
  // As the portal reads it, and the shell: no apostrophe ends the text early.
  const read = IntakeConversation.parse(sent.conversations[0]);
  expect(read.messages).toHaveLength(4);
  expect(read.messages?.flatMap(({ data }) => data.map(({ type }) => type))).toContain('table');
});

test('an API on another origin is addressed by its own URL', () => {
  expect(toTelemetryExample({ ...facts, apiUrl: 'https://api.example/v1/' })).toContain(
    'OTEL_EXPORTER_OTLP_ENDPOINT=https://api.example/v1/otlp\n',
  );
});

test('each text of a guide has the key, and each guide without texts leads to the import', () => {
  for (const { toTexts, intro } of guides) {
    const texts = toTexts(facts);
    expect(texts.filter(({ text }) => !text.includes(facts.secret))).toEqual([]);
    expect(texts.length === 0).toBe(intro.includes('mport'));
  }
});
