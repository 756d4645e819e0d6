import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import type { KeyReports } from '#features/intake/contract/key-reports.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let key: IntakeKeyWithSecret;

beforeEach(async () => {
  ({ superAdmin } = await portal().makeCompany());
  key = (await portal().call('/intake/keys', { as: superAdmin, body: { name: 'An assistant' } }))
    .body as IntakeKeyWithSecret;
});

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  portal().call(path, { headers: { authorization: `Bearer ${key.secret}`, ...headers }, body });

async function read(as = superAdmin): Promise<KeyReports> {
  const { status, body } = await portal().call(`/intake/keys/${key.id}/reports?days=7`, { as });
  expect(status).toBe(200);
  return body as KeyReports;
}

const instant = (offsetMs = 0) => new Date(portal().clock.now().getTime() + offsetMs).toISOString();
const hourMs = 3_600_000;
const conversation = (id: string, values: object = {}) => ({ id, date: instant(), ...values });

const span = (values: object = {}) => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'chat',
  startTimeUnixNano: `${portal().clock.now().getTime()}000000`,
  endTimeUnixNano: `${portal().clock.now().getTime()}000000`,
  attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
  ...values,
});
const traces = (...spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

describe('what the calls of a key became', () => {
  test('a key that has reported nothing has no days', async () => {
    expect(await read()).toMatchObject({ name: 'An assistant', acceptedAt: null, silenceHours: 72, days: [] });
  });

  test('items of a batch are counted as accepted, late, or rejected by their reason', async () => {
    const message = { conversationId: 'c-1', id: 'm-1', date: instant(), isAssistant: false, data: [] };
    await send('/intake/conversations', {
      conversations: [
        conversation('c-1'),
        conversation('c-2', { date: instant(-25 * hourMs) }),
        conversation('c-3', { date: 'yesterday' }),
        conversation('c-4', { date: '1999-01-01T00:00:00Z' }),
        conversation('c-5', { unknown: 1 }),
      ],
      messages: [message, { ...message, isAssistant: true }],
    });
    const { days, acceptedAt } = await read();
    expect(acceptedAt).not.toBeNull();
    expect(days).toMatchObject([{ accepted: 3, late: 1, ignored: 0 }]);
    expect(new Set(days[0]?.rejected)).toEqual(
      new Set([
        { reason: 'fields', items: 2 },
        { reason: 'time', items: 1 },
        { reason: 'repeated', items: 1 },
      ]),
    );
    expect(days[0]?.rejected[0]?.reason).toBe('fields');
  });

  test('spans are counted as accepted, ignored, or rejected', async () => {
    await send(
      '/otlp/v1/traces',
      traces(
        span(),
        span({ spanId: 'b7ad6b7169203332', attributes: [] }),
        span({ spanId: 'x' }),
        span({ spanId: 'b7ad6b7169203333', startTimeUnixNano: '1' }),
      ),
    );
    const { days } = await read();
    expect(days).toMatchObject([{ accepted: 1, late: 0, ignored: 1 }]);
    expect(new Set(days[0]?.rejected)).toEqual(
      new Set([
        { reason: 'ids', items: 1 },
        { reason: 'time', items: 1 },
      ]),
    );
  });

  test('what is reported of a deleted conversation counts as that, and the rest as accepted', async () => {
    await send('/intake/conversations', { conversations: [conversation('c-1'), conversation('c-2')] });
    const named = [{ key: 'gen_ai.conversation.id', value: { stringValue: 'c-1' } }];
    const uuid = toRecordId('c-1').replace(/(.{8})(.{4})(.{4})(.{4})(.*)/, '$1-$2-$3-$4-$5');
    const deleted = await portal().call(`/erasures/conversations/${uuid}`, {
      as: superAdmin,
      body: { reason: 'Reported by mistake' },
    });
    expect(deleted.status).toBe(200);
    const message = { id: 'm-1', date: instant(), isAssistant: false, data: [] };
    await send('/intake/conversations', {
      conversations: [conversation('c-1', { messages: [message] }), conversation('c-3')],
      messages: [{ conversationId: 'c-1', ...message, id: 'm-2' }],
    });
    await send('/otlp/v1/traces', traces(span({ attributes: named })));
    expect((await read()).days).toMatchObject([{ accepted: 3, rejected: [{ reason: 'deleted', items: 3 }] }]);
  });

  test('a call that is refused as a whole counts as one, and so does a second one', async () => {
    await send('/intake/conversations', '{');
    await send('/intake/conversations', '{');
    await send('/intake/conversations', { conversations: 1 });
    await send('/otlp/v1/traces', 'x', { 'content-type': 'text/plain' });
    const [day] = (await read()).days;
    expect(day).toMatchObject({ accepted: 0 });
    expect(new Set(day?.rejected)).toEqual(
      new Set([
        { reason: 'malformed', items: 2 },
        { reason: 'fields', items: 1 },
        { reason: 'type', items: 1 },
      ]),
    );
  });

  test('each day has its own counts, the latest first', async () => {
    await send('/intake/conversations', { conversations: [conversation('c-1')] });
    await read();
    portal().clock.advance(48 * hourMs);
    const { token } = await portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] });
    const later = { ...superAdmin, token };
    await send('/intake/conversations', { conversations: [conversation('c-2'), conversation('c-3')] });
    const { days } = await read(later);
    expect(days.map(({ accepted }) => accepted)).toEqual([2, 1]);
    expect((days[0]?.date ?? '') > (days[1]?.date ?? '')).toBe(true);
  });

  test('a user’s call and another company’s key count nothing here', async () => {
    const { superAdmin: other } = await portal().makeCompany();
    const refused = await portal().call(`/intake/keys/${key.id}/reports`, { as: other });
    expect(refused).toMatchObject({ status: 404, body: { code: 'record.not-found' } });
    await portal().call('/intake/conversations', { as: superAdmin, body: { conversations: [] } });
    expect((await read()).days).toEqual([]);
  });
});

describe('the hours of silence', () => {
  const update = (silenceHours: unknown) =>
    portal().call(`/intake/keys/${key.id}/alerts`, { as: superAdmin, method: 'PUT', body: { silenceHours } });

  test('are set, turned off, and audited', async () => {
    expect(await update(6)).toMatchObject({ status: 200, body: { silenceHours: 6 } });
    expect(await update(null)).toMatchObject({ status: 200, body: { silenceHours: null } });
    expect((await read()).silenceHours).toBeNull();
    const { body } = await portal().call(`/audit?entity=intakeKey&entityId=${key.id}`, { as: superAdmin });
    expect((body as { entries: AuditEntry[] }).entries.slice(0, 2)).toMatchObject([
      { action: 'intakeKeys.updateAlerts', before: { silenceHours: 6 }, after: { silenceHours: null } },
      { action: 'intakeKeys.updateAlerts', before: { silenceHours: 72 }, after: { silenceHours: 6 } },
    ]);
  });

  test.each([0, 5, 1000, '6'])('are not %s', async (hours) => {
    expect(await update(hours)).toMatchObject({ status: 422, body: { fields: [{ path: 'silenceHours' }] } });
  });

  test('of a revoked key cannot be changed', async () => {
    await portal().call(`/intake/keys/${key.id}`, { as: superAdmin, method: 'DELETE' });
    expect(await update(6)).toMatchObject({ status: 409, body: { code: 'intake.key-revoked' } });
    const [listed] = (await portal().call('/intake/keys', { as: superAdmin })).body as IntakeKey[];
    expect(listed?.alert).toBeUndefined();
  });
});
