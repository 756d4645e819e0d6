import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { DryRun } from '#features/intake/contract/dry-runs.ts';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import type { KeyReports } from '#features/intake/contract/key-reports.ts';
import { maxUnreadNames } from '#features/intake/contract/unread-names.ts';
import { deleteExpiredRows } from '#features/protection/server/retention/expired-rows.repository.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { toJsonRequest, toJsonSpan, toKeyValues, type SpanValues } from './testing/json-export.ts';
import { agentRun } from './testing/loaded-facts.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let key: IntakeKeyWithSecret;

beforeEach(async () => {
  ({ superAdmin } = await portal().makeCompany());
  key = await makeKey(superAdmin);
});

const makeKey = async (as: TestUser) =>
  (await portal().call('/intake/keys', { as, body: { name: randomUUID() } })).body as IntakeKeyWithSecret;

const machine = { 'host.name': 'pc-1', 'process.command': 'node', 'service.name': 'x', 'telemetry.sdk.name': 'otel' };

async function send(spans: readonly SpanValues[], by = key): Promise<void> {
  const body = toJsonRequest(spans.map(toJsonSpan), machine);
  const headers = { authorization: `Bearer ${by.secret}` };
  expect(await portal().call('/otlp/v1/traces', { headers, body })).toMatchObject({ status: 200 });
}

async function readReports(as = superAdmin, id = key.id): Promise<KeyReports> {
  return (await portal().call(`/intake/keys/${id}/reports`, { as })).body as KeyReports;
}

const list = async () => (await readReports()).unread.map(({ name, kind, isMissed }) => [name, kind, isMissed]);

const strange = {
  'acme.chat.id': 'c-1',
  'acme.userRef': 'annika.berg@acme.example',
  'acme.agent': 'Leave',
  'acme.prompt': 'How many days?',
  'acme.temperature': 0.5,
  'acme.blank.user': ' ',
  'user.id': 'annika.berg@acme.example',
};

test('a sender that is not understood: its names are listed, never a value', async () => {
  await send([{ attributes: strange }]);
  expect(await list()).toEqual([
    ['acme.chat.id', 'conversation', true],
    ['acme.userRef', 'person', true],
    ['acme.agent', 'skill', true],
    ['acme.prompt', 'text', true],
  ]);
  const text = JSON.stringify(await readReports());
  for (const value of ['c-1', 'annika', 'How many', 'pc-1']) expect(text).not.toContain(value);
});

test('what another attribute of the trace says is listed after what none says', async () => {
  const said = agentRun([['user', 'Hi']], [['assistant', 'Hello']]);
  await send([said, { span: 2, parent: 1, attributes: { ...strange, 'gen_ai.operation.name': 'chat' } }]);
  await send([{ trace: 2, attributes: { 'gen_ai.operation.name': 'chat', 'acme.customer.email': 'x' } }]);
  expect(await list()).toEqual([
    ['acme.customer.email', 'person', true],
    ['acme.chat.id', 'conversation', false],
    ['acme.userRef', 'person', false],
    ['acme.agent', 'skill', false],
    ['acme.prompt', 'text', false],
  ]);
  await send([{ trace: 3, attributes: { 'gen_ai.operation.name': 'chat', 'acme.chat.id': 'c-2' } }]);
  expect((await list())[0]).toEqual(['acme.chat.id', 'conversation', true]);
});

test('attributes that are read, that the company maps, and what tools are given are not listed', async () => {
  await portal().call('/intake/attributes', { as: superAdmin, body: { name: 'acme.userRef' } });
  const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'x', 'acme.input': '{"a":1}' };
  await send([agentRun([], [], { attributes: { 'acme.userRef': 'x' } }), { span: 2, parent: 1, attributes }]);
  expect(await list()).toEqual([]);
});

test('log records too, and in protobuf as in JSON', async () => {
  const record = {
    timeUnixNano: `${Date.UTC(2026, 9, 5)}000000`,
    eventName: 'acme.turn',
    attributes: toKeyValues({ 'acme.thread_id': 't-1', 'acme.answer': 'Twelve.' }),
  };
  const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
  const headers = { authorization: `Bearer ${key.secret}` };
  expect(await portal().call('/otlp/v1/logs', { headers, body })).toMatchObject({ status: 200 });
  expect((await list()).map(([name]) => name)).toEqual(['acme.thread_id', 'acme.answer']);
});

test('names are bounded, in number and length, and none shows a value that was made part of it', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `a${String.fromCodePoint(97 + (index % 26))}${index}.user`);
  const odd = [`${'x'.repeat(5000)}.prompt`, 'acme.annika@acme.example.user', 'acme.372051234.user', 'acme.<b>.user'];
  await send([{ attributes: Object.fromEntries([...odd, ...names].map((name) => [name, 'x'])) }]);
  const unread = (await readReports()).unread.map(({ name }) => name);
  expect(unread).toHaveLength(maxUnreadNames);
  expect(unread.every((name) => /^(?:a[a-z]\d+|acme\.N)\.user$/.test(name))).toBe(true);
});

test('a name is kept with when it was seen last, for thirty days', async () => {
  await send([{ attributes: strange }]);
  const [first] = (await readReports()).unread;
  portal().clock.advance(120_000);
  await send([{ trace: 2, start: 120, attributes: { 'acme.chat.id': 'c-2' } }]);
  const [again] = (await readReports()).unread;
  expect(Date.parse(again?.seenAt ?? '') - Date.parse(first?.seenAt ?? '')).toBe(120_000);
  const days = (count: number) => new Date(portal().clock.now().getTime() + count * 86_400_000);
  await deleteExpiredRows(portal().database, days(30 - 1 / 1440));
  expect(await list()).toEqual([['acme.chat.id', 'conversation', true]]);
  await deleteExpiredRows(portal().database, days(31));
  expect(await list()).toEqual([]);
});

test('each key has its own, and another company sees none', async () => {
  const { superAdmin: other } = await portal().makeCompany();
  const [second, foreign] = [await makeKey(superAdmin), await makeKey(other)];
  await send([{ attributes: strange }]);
  expect((await readReports(superAdmin, second.id)).unread).toEqual([]);
  expect((await readReports(other, foreign.id)).unread).toEqual([]);
  expect(await portal().call(`/intake/keys/${key.id}/reports`, { as: other })).toMatchObject({ status: 404 });
});

test('the dry run names them first and attributes of the machine last', async () => {
  const attributes = { ...strange, 'gen_ai.operation.name': 'chat' };
  const spans = [1, 2, 3].map((span) => toJsonSpan({ span, trace: span, attributes: { 'acme.flavour': 'x' } }));
  const body = toJsonRequest([toJsonSpan({ trace: 9, attributes }), ...spans], machine);
  const { dropped } = (await portal().call('/intake/dry-runs', { as: superAdmin, body })).body as DryRun;
  const named = dropped.filter(({ kind }) => kind === 'attribute').map(({ name, looksLike }) => [name, looksLike]);
  expect(named.slice(0, 5).toSorted()).toEqual([
    ['acme.agent', 'skill'],
    ['acme.blank.user', 'person'],
    ['acme.chat.id', 'conversation'],
    ['acme.prompt', 'text'],
    ['acme.userRef', 'person'],
  ]);
  expect(
    named
      .slice(-4)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(Object.keys(machine).toSorted());
});
