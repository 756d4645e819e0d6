import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { listEndpoints } from '#server/testing/sweeps/endpoints.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let key: IntakeKeyWithSecret;

beforeAll(async () => {
  const { superAdmin } = await portal().makeCompany();
  const { body } = await portal().call('/intake/keys', { as: superAdmin, body: { name: randomUUID() } });
  key = body as IntakeKeyWithSecret;
});

async function send(path: string, body: string, type = 'application/json') {
  const answer = await fetch(`${portal().url}/api${path.replaceAll(/\{\w+\}/g, randomUUID())}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': type },
    body,
  });
  return { path, status: answer.status, body: (await answer.json()) as { message: string; fields?: unknown[] } };
}

/** All that take JSON: `/intake/files` takes a picture. */
const doors = listEndpoints()
  .filter(({ method, meta }) => method === 'POST' && meta.access === 'intake' && !meta.takesFile)
  .map(({ path }) => path);
const otlp = ['/otlp/v1/traces', '/otlp/v1/logs', '/public/otel/v1/traces'];
const all = [...new Set([...doors, ...otlp, '/authorize', '/intake/conversations'])];

test.each(all)('%s says why a body is no JSON', async (path) => {
  expect(await send(path, '{"skill": ')).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(/^The request could not be read\. Reason: The body is no (?:valid )?JSON\./),
    },
  });
});

test.each(all)('%s says what a body has to be', async (path) => {
  for (const body of ['[]', 'null', '"text"']) {
    const answer = await send(path, body);
    const said = JSON.stringify(answer.body);
    expect([answer.status, said]).toEqual([
      otlp.includes(path) ? 400 : 422,
      expect.stringMatching(/an? (?:JSON )?object/),
    ]);
  }
});

test.each(otlp)('%s refuses JSON that is no export, and takes an empty one', async (path) => {
  const reason = 'The body is JSON, but no export of OTLP, which is an object with resource';
  expect(await send(path, '{"skill": 7}')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(reason) },
  });
  expect(await send(path, '')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Reason: The body is empty.') },
  });
  expect(await send(path, '{}')).toMatchObject({ status: 200 });
});

test.each([
  ['no body', '', { path: '', message: 'Missing: must be an object.' }],
  ['a missing field', '{"skill": "Leave"}', { path: 'requestId', message: 'Missing: must be text.' }],
  ['another type', '{"skill": 7, "requestId": "1"}', { path: 'skill', message: 'Must be text.' }],
  [
    'an unknown field',
    '{"skill": "Leave", "requestId": "1", "model": "m"}',
    { path: 'model', message: 'Unknown field.' },
  ],
])('authorize says which field: %s', async (_, body, field) => {
  expect(await send('/authorize', body)).toMatchObject({ status: 422, body: { fields: [field] } });
});

test.each([
  ['a name twice', '{"skill": "Leave", "skill": "Travel"}', 'duplicate key'],
  ['a number without quotes', '{"skill": Leave}', 'Unexpected token'],
])('authorize quotes what is no JSON: %s', async (_, body, reason) => {
  expect(await send('/authorize', body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(reason) },
  });
});

test('a person’s body is not quoted', async () => {
  const answer = await fetch(`${portal().url}/api/session/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"password": hunter2}',
  });
  expect(await answer.text()).not.toContain('hunter2');
});
