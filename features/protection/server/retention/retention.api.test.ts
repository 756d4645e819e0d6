import { expect, test } from 'vitest';
import type { RetentionPreview } from '#features/protection/contract/retention.ts';
import { deleteAllExpired } from '#server/background/retention.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { findText, getBody, makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';

const portal = useTestPortal();
const dayMs = 86_400_000;
const at = (days: number) => new Date(portal().clock.now().getTime() - days * dayMs).toISOString();

const reported = (id: string, days: number) => ({
  id,
  date: at(days),
  skill: 'Leave',
  user: { id: 'u', firstName: 'Mari' },
  billed: true,
  turns: [{ date: at(days), model: 'm1', durationMs: 900, error: `text ${id}` }],
  messages: [{ id: `m ${id}`, date: at(days), isAssistant: false, data: [{ type: 'text', value: `text ${id}` }] }],
});

const save = (as: TestUser, body: object) => portal().call('/privacy/retention', { as, method: 'PUT', body });
const preview = async (as: TestUser, body: object) =>
  (await portal().call('/privacy/retention/preview', { as, body })).body as RetentionPreview;
const run = () => {
  const { database, adapters, clock } = portal();
  const failures: unknown[] = [];
  const log = { warn: (fields: object) => failures.push(fields) };
  return deleteAllExpired({ database, files: adapters.files, clock, log }).then(() => expect(failures).toEqual([]));
};

test('it is off by default, and wrong settings are refused under their field', async () => {
  const { superAdmin, companyId } = await makeReportingCompany(portal());
  expect(await getBody(portal(), '/privacy/retention', superAdmin)).toEqual({
    contentDays: null,
    sumsDays: null,
    version: 1,
  });
  const wrong: [object, string][] = [
    [{ contentDays: 0, sumsDays: null }, 'contentDays'],
    [{ contentDays: -90, sumsDays: null }, 'contentDays'],
    [{ contentDays: 29, sumsDays: null }, 'contentDays'],
    [{ contentDays: 30.5, sumsDays: null }, 'contentDays'],
    [{ contentDays: 1e9, sumsDays: null }, 'contentDays'],
    [{ contentDays: null, sumsDays: 3651 }, 'sumsDays'],
    [{ contentDays: 90, sumsDays: 60 }, 'contentDays'],
    [{ contentDays: '90', sumsDays: null }, 'contentDays'],
  ];
  for (const [body, path] of wrong) {
    expect([body, await save(superAdmin, body)]).toMatchObject([body, { status: 422, body: { fields: [{ path }] } }]);
  }
  expect(
    (await save(await portal().makeUser(companyId, { roles: ['Admin'] }), { contentDays: 90, sumsDays: null })).status,
  ).toBe(403);
  expect(await save(superAdmin, { contentDays: 90, sumsDays: null, version: 1 })).toMatchObject({
    status: 200,
    body: { version: 2 },
  });
  expect((await save(superAdmin, { contentDays: 60, sumsDays: null, version: 1 })).status).toBe(409);
});

test('texts go after their time, and every figure and bill stays', async () => {
  const { superAdmin, companyId, send, rows } = await makeReportingCompany(portal());
  const key = newFileKey();
  await portal().adapters.files.put({ companyId, key }, Buffer.from('png'), 'image/png');
  await portal().database.inCompany(companyId, (tx) =>
    runSql(tx, `insert into files (key, purpose, content_type) values ($1, 'conversation', 'image/png')`, [key]),
  );
  // Days of the company's zone: 91 times 24 hours are a day less where the clocks went back meanwhile.
  const old = Array.from({ length: 430 }, (_, place) => reported(`old ${place}`, 92 + (place % 60)));
  const shown = {
    id: 'p',
    conversationId: 'old 1',
    date: at(92),
    isAssistant: true,
    data: [{ type: 'filePicker', fileKey: key }],
  };
  await send({ conversations: [...old, reported('kept', 89), reported('new', 0)], messages: [shown] });
  const figures = async () => ({
    usage: await rows('usage_events'),
    daily: await rows('usage_daily'),
    hours: await rows('hourly_stats'),
    models: await rows('model_daily_stats'),
    times: await rows('answer_time_daily_stats'),
  });
  const before = await figures();
  const settings = { contentDays: 90, sumsDays: null };
  const { content, sums } = await preview(superAdmin, settings);
  expect({ content, sums }).toMatchObject({ content: { conversations: 430 }, sums: null });
  expect((await save(superAdmin, settings)).status).toBe(200);
  await run();
  expect(await findText(portal(), 'text old')).toEqual([]);
  expect((await findText(portal(), 'text kept')).toSorted()).toEqual([
    'conversations.failure',
    'conversations.turns',
    'messages.parts',
  ]);
  expect(await portal().adapters.files.find({ companyId, key })).toBeUndefined();
  expect(await figures()).toEqual(before);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
  expect(await preview(superAdmin, settings)).toMatchObject({ content: { conversations: 0, before: content?.before } });

  // A report that comes late has no text either.
  await send({
    messages: [
      {
        id: 'late',
        conversationId: 'old 1',
        date: at(91),
        isAssistant: true,
        data: [{ type: 'text', value: 'text old late' }],
      },
    ],
  });
  expect(await findText(portal(), 'text old')).toEqual([]);

  await run();
  const audit = await getBody<{ entries: { action: string; after: object }[] }>(
    portal(),
    '/audit?entity=retention',
    superAdmin,
  );
  expect(audit.entries).toMatchObject([
    { action: 'retention.run', after: { emptied: 430, deleted: 0, emptiedBefore: content?.before } },
    { action: 'retention.update', after: { contentDays: 90 } },
  ]);
});

test('conversations go whole with their figures after their time, and usage stays', async () => {
  const { superAdmin, companyId, send, rows } = await makeReportingCompany(portal());
  const other = await makeReportingCompany(portal());
  await send({ conversations: [reported('a', 200), reported('b', 150), reported('c', 40), reported('d', 0)] });
  await other.send({ conversations: [reported('other', 200)] });
  const usage = await rows('usage_events');
  const settings = { contentDays: 30, sumsDays: 100 };
  expect(await preview(superAdmin, settings)).toMatchObject({
    content: { conversations: 3 },
    sums: { conversations: 2 },
  });
  await save(superAdmin, settings);
  await run();
  expect((await rows('conversations')).map((row) => [row['external_id'], row['without_content']]).toSorted()).toEqual([
    ['c', true],
    ['d', false],
  ]);
  expect(await rows('usage_events')).toEqual(usage);
  expect(usage).toHaveLength(4);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
  expect(await other.rows('conversations')).toMatchObject([{ without_content: false }]);
  // What is reported again is not billed again, and goes with the next run.
  await send({ conversations: [reported('a', 200)] });
  await run();
  expect(await rows('conversations')).toHaveLength(2);
  expect(await rows('usage_events')).toHaveLength(4);
});

test('a run that was killed is continued by the next one', async () => {
  const { superAdmin, companyId, send, rows } = await makeReportingCompany(portal());
  await send({ conversations: Array.from({ length: 700 }, (_, place) => reported(`x ${place}`, 60)) });
  await save(superAdmin, { contentDays: 30, sumsDays: null });
  const { database, adapters, clock } = portal();
  let transactions = 0;
  const killed: typeof database = {
    ...database,
    withLedger: (id, work) => {
      transactions += 1;
      if (transactions > 2) throw new Error('killed');
      return database.withLedger(id, work);
    },
  };
  const failures: object[] = [];
  const log = { warn: (fields: object) => failures.push(fields) };
  const killedRun = deleteAllExpired({ database: killed, files: adapters.files, clock, log });
  await expect(killedRun).rejects.toThrow('what a company does not keep is not deleted');
  expect(failures).not.toEqual([]);
  const emptied = async () => (await rows('conversations')).filter((row) => row['without_content'] === true).length;
  expect(await emptied()).toBe(400);
  await run();
  expect(await emptied()).toBe(700);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});
