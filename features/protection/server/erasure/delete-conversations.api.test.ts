import { expect, test, vi } from 'vitest';
import type { Erasure, KeyContents } from '#features/protection/contract/erasures.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import { makeAssistant, makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';

const portal = useTestPortal();
const reason = 'Reported by mistake';
const dayMs = 86_400_000;
const at = (days = 0, seconds = 0) =>
  new Date(portal().clock.now().getTime() - days * dayMs + seconds * 1000).toISOString();

const makeSender = () => makeReportingCompany(portal());

const makeConversation = (id: string, days = 0, text = `text of ${id}`) => ({
  id,
  date: at(days),
  skill: 'Leave',
  user: { id: 'u1', firstName: 'Mari' },
  status: 'Failed',
  apiCalls: 2,
  turns: [{ date: at(days), model: 'm1', durationMs: 900, inputTokens: 5, error: `failed: ${text}` }],
  messages: [{ id: `${id} m`, date: at(days), isAssistant: false, data: [{ type: 'text', value: text }] }],
});

const deleteOne = (as: TestUser, externalId: string, body: object = { reason }) =>
  portal().call(`/erasures/conversations/${toUuid(toRecordId(externalId))}`, { as, body });
const toUuid = (hex: string) => hex.replace(/(.{8})(.{4})(.{4})(.{4})(.*)/, '$1-$2-$3-$4-$5');

async function waitForDone(as: TestUser): Promise<Erasure[]> {
  return vi.waitFor(
    async () => {
      const erasures = (await portal().call('/erasures', { as })).body as Erasure[];
      if (erasures.some(({ state }) => state === 'waiting')) throw new Error('still waiting');
      return erasures;
    },
    { timeout: 20_000, interval: 50 },
  );
}

test('a deleted conversation is gone with its texts, files and sums; its requests stay billed', async () => {
  const sender = await makeSender();
  const { companyId, superAdmin } = sender;
  const key = newFileKey();
  await portal().adapters.files.put({ companyId, key }, Buffer.from('png'), 'image/png');
  await portal().database.inCompany(companyId, (tx) =>
    runSql(tx, `insert into files (key, purpose, content_type) values ($1, 'conversation', 'image/png')`, [key]),
  );
  const picture = { type: 'filePicker', fileKey: key };
  const shown = { id: 'p', conversationId: 'one', date: at(), isAssistant: true, data: [picture] };
  await sender.send({ conversations: [makeConversation('one'), makeConversation('two')], messages: [shown] });
  const usage = await sender.rows('usage_events');
  const { status, body } = await deleteOne(superAdmin, 'one');
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { kind: 'conversation', state: 'done', conversations: 1, messages: 2, requests: 0, files: 1 },
  });
  expect(await portal().adapters.files.find({ companyId, key })).toBeUndefined();
  expect((await sender.rows('files')).length).toBe(0);
  for (const table of ['conversations', 'messages', 'conversation_partitions']) {
    expect([table, (await sender.rows(table)).length]).toEqual([table, 1]);
  }
  expect(await sender.rows('model_daily_stats')).toMatchObject([{ turns: 1, failed: 1 }]);
  expect(await sender.rows('usage_events')).toEqual(usage);
  expect(usage).toHaveLength(2);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
  const { entries } = (await portal().call('/audit?entity=conversation', { as: superAdmin })).body as {
    entries: { action: string; after: object }[];
  };
  expect(entries).toMatchObject([
    { action: 'conversations.delete', after: { conversations: 1, messages: 2, files: 1 } },
    { action: 'conversations.request-deletion', after: { reason } },
  ]);
});

test('what is reported later about a deleted conversation is not stored, and its runs are still billed', async () => {
  const sender = await makeSender();
  await sender.send({ conversations: [makeConversation('one')] });
  expect((await deleteOne(sender.superAdmin, 'one')).status).toBe(200);
  await sender.send({
    conversations: [{ ...makeConversation('one', 0, 'again'), requests: [{ id: 'later run' }] }],
    messages: [{ id: 'x', conversationId: 'one', date: at(), isAssistant: true, data: [{ type: 'text', value: 'b' }] }],
    statuses: [{ conversationId: 'one', status: 'Completed', date: at() }],
  });
  expect(await sender.rows('messages')).toEqual([]);
  expect(await sender.rows('conversations')).toEqual([]);
  expect((await sender.rows('usage_events')).map((row) => row['external_id'])).toEqual(['one']);
  expect((await sender.rows('matched_usage_events')).map((row) => row['external_id'])).toEqual(['later run']);
  expect(await verifyRollups(portal().database, sender.companyId)).toEqual([]);
});

test('a message that arrives while its conversation is deleted does not stay', async () => {
  const sender = await makeSender();
  await sender.send({ conversations: Array.from({ length: 15 }, (_, place) => makeConversation(`c${place}`)) });
  const messages = (place: number) => ({
    messages: [
      {
        id: `late ${place}`,
        conversationId: `c${place}`,
        date: at(),
        isAssistant: true,
        data: [{ type: 'text', value: 'late' }],
      },
    ],
  });
  await Promise.all(
    // Two batches of each, of the 32 that may wait.
    Array.from({ length: 15 }, (_, place) => [
      sender.send(messages(place)),
      deleteOne(sender.superAdmin, `c${place}`),
      sender.send(messages(place)),
    ]).flat(),
  );
  expect(await sender.rows('messages')).toEqual([]);
  expect(await verifyRollups(portal().database, sender.companyId)).toEqual([]);
});

test('all conversations of a revoked key are deleted in the background; other keys keep theirs', async () => {
  const sender = await makeSender();
  const { companyId, superAdmin, keyId } = sender;
  const other = await makeAssistant(portal(), companyId);
  const conversations = Array.from({ length: 450 }, (_, place) => makeConversation(`test ${place}`, place % 40));
  await sender.send({ conversations });
  await other.send({ conversations: [makeConversation('real')] });
  const contents = (await portal().call(`/erasures/keys/${keyId}`, { as: superAdmin })).body as KeyContents;
  expect(contents).toMatchObject({ conversations: 450, messages: 450, canDeleteRequests: false });
  expect(contents.openRequests + contents.billedRequests).toBe(450);
  const request = (body: object, as = superAdmin) => portal().call(`/erasures/keys/${keyId}`, { as, body });
  expect((await request({ reason, deletesRequests: false })).body).toMatchObject({ code: 'erasures.key-active' });
  expect((await portal().call(`/intake/keys/${keyId}`, { as: superAdmin, method: 'DELETE' })).status).toBe(200);
  expect((await request({ reason, deletesRequests: true })).status).toBe(403);
  // The lock keeps the first deletion waiting.
  const answers = await portal().database.withLedger(companyId, async (tx) => {
    await runSql(tx, 'select 1');
    return Promise.all([1, 2].map(() => request({ reason, deletesRequests: false })));
  });
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await waitForDone(superAdmin)).toMatchObject([
    { kind: 'key', conversations: 450, messages: 450, requests: 0 },
  ]);
  expect((await sender.rows('conversations')).map((row) => row['external_id'])).toEqual(['real']);
  expect(await sender.rows('usage_events')).toHaveLength(451);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});

test('the provider also deletes the requests of this month, and those of earlier months stay', async () => {
  const provider = await portal().makeCompany({ isProvider: true });
  const sender = await makeSender();
  const { companyId, superAdmin, keyId } = sender;
  await sender.send({ conversations: [makeConversation('now', 0), makeConversation('before', 40)] });
  expect((await portal().call(`/intake/keys/${keyId}`, { as: superAdmin, method: 'DELETE' })).status).toBe(200);
  const body = { reason, deletesRequests: true };
  const headers = { 'x-company': companyId };
  const preview = await portal().call(`/erasures/keys/${keyId}`, { as: provider.superAdmin, headers });
  expect(preview.body).toMatchObject({ openRequests: 1, billedRequests: 1, canDeleteRequests: true });
  const { status } = await portal().call(`/erasures/keys/${keyId}`, { as: provider.superAdmin, headers, body });
  expect(status).toBe(201);
  expect(await waitForDone(superAdmin)).toMatchObject([{ conversations: 2, requests: 1 }]);
  expect((await sender.rows('usage_events')).map((row) => row['external_id'])).toEqual(['before']);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});

test('a conversation of another company is not found, and a reason is needed', async () => {
  const sender = await makeSender();
  const stranger = await portal().makeCompany();
  await sender.send({ conversations: [makeConversation('one')] });
  expect((await deleteOne(stranger.superAdmin, 'one')).status).toBe(404);
  const user = await portal().makeUser(sender.companyId);
  expect((await deleteOne(user, 'one')).status).toBe(403);
  expect((await deleteOne(sender.superAdmin, 'one', { reason: 'short' })).status).toBe(422);
  expect(await sender.rows('conversations')).toHaveLength(1);
});
