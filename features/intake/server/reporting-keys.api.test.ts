import { expect, test } from 'vitest';
import type { ConversationDetails } from '#features/conversation-log/contract/logs.ts';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { settleMs } from './otlp/derive/place-facts.ts';
import { agentRun } from './otlp/testing/loaded-facts.ts';
import { toJsonRequest, toJsonSpan } from './otlp/testing/json-export.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';

const portal = useTestPortal();

async function makeAssistants() {
  const { id, superAdmin: as } = await portal().makeCompany();
  await setCreatedAt(portal().database, id, '2026-01-01');
  const makeKey = async (name: string) => {
    const { body } = await portal().call('/intake/keys', { as, body: { name } });
    const { id: keyId, secret } = body as IntakeKeyWithSecret;
    const headers = { authorization: `Bearer ${secret}` };
    return {
      send: (batch: object) => portal().call('/intake/conversations', { body: batch, headers }),
      exportSpans: (...spans: Parameters<typeof toJsonSpan>[0][]) =>
        portal().call('/otlp/v1/traces', { body: toJsonRequest(spans.map(toJsonSpan)), headers }),
      revoke: () => portal().call(`/intake/keys/${keyId}`, { as, method: 'DELETE' }),
    };
  };
  const getReporter = async () => {
    const range = { from: '2026-10-01T00:00:00Z', to: '2026-11-30T00:00:00Z' };
    // The clock may have advanced beyond the session of the other.
    const reader = await portal().makeUser(id);
    const { body } = await portal().call('/analytics/logs', { as: reader, body: range });
    const [listed] = (body as { payloads: { _id: string }[] }).payloads;
    const details = await portal().call(`/analytics/logs/${listed?._id}`, { as: reader });
    return (details.body as ConversationDetails).reportedBy;
  };
  return { makeKey, getReporter };
}

const date = '2026-11-02T08:30:00.000Z';
const later = '2026-11-02T08:31:00.000Z';
const message = { conversationId: 'c', id: 'm', date, isAssistant: true, data: [] };

test('a conversation names the key of its newest report, also after it was revoked', async () => {
  const { makeKey, getReporter } = await makeAssistants();
  const [teams, gateway] = [await makeKey('Teams'), await makeKey('Gateway')];
  await gateway.send({ messages: [message] });
  expect(await getReporter()).toMatchObject({ id: expect.any(String) as string, name: 'Gateway', isRevoked: false });
  await teams.send({ conversations: [{ id: 'c', date, reportedAt: later }] });
  await gateway.send({ conversations: [{ id: 'c', date }], messages: [{ ...message, id: 'n' }] });
  expect(await getReporter()).toMatchObject({ id: expect.any(String) as string, name: 'Teams', isRevoked: false });
  await teams.revoke();
  expect(await getReporter()).toMatchObject({ id: expect.any(String) as string, name: 'Teams', isRevoked: true });
});

test('a conversation of OpenTelemetry names the key of its last span, whichever export derives it', async () => {
  const { makeKey, getReporter } = await makeAssistants();
  const [teams, gateway] = [await makeKey('Teams'), await makeKey('Gateway')];
  await gateway.exportSpans(agentRun([], [], { parent: 9 }));
  portal().clock.advance(settleMs);
  await teams.exportSpans({ trace: 5, name: 'health check' });
  expect(await getReporter()).toMatchObject({ id: expect.any(String) as string, name: 'Gateway', isRevoked: false });
  await teams.exportSpans(agentRun([], [], { trace: 2, start: 60 }));
  expect(await getReporter()).toMatchObject({ id: expect.any(String) as string, name: 'Teams', isRevoked: false });
});
