import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { UsageEventPage } from '#features/money/contract/usage.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { integrationForm, invoiceForm } from '#server/testing/sweeps/valid-calls/valid-bodies.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import {
  addConversations,
  addSkill,
  reportSkill,
  reportUser,
  showAll,
} from '#domain/conversations/testing/conversation-rows.ts';
import { addRuns } from '#features/money/server/usage/testing/ledger-rows.ts';

const portal = useTestPortal({ EXPORT_STREAM_ROWS: '40' });
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
const startedAt = '2026-11-05T10:00:00.000Z';

const download = (as: TestUser, kind: string, body: object = {}) =>
  portal().call(`/exports/${kind}`, { as, body: { format: 'jsonl', ...body } });

async function readRows(as: TestUser, kind: string, body: object = {}) {
  const { status, headers, body: text } = await download(as, kind, body);
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  const lines = String(text).split('\n').slice(0, -1);
  expect(headers.get('x-row-count')).toBe(String(lines.length));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function listActions(as: TestUser) {
  const { body } = await portal().call('/audit', { as });
  return (body as { entries: AuditEntry[] }).entries.map(({ action }) => action);
}

async function addMessages(companyId: string, conversationId: string, count: number, parts: unknown) {
  for (let place = 0; place < count; place += 1) {
    await portal().database.inCompany(companyId, (tx) =>
      runSql(
        tx,
        `insert into messages (conversation_id, started_at, id, external_id, sent_at, is_assistant, author, parts)
          values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          conversationId,
          startedAt,
          randomUUID(),
          `m${place}`,
          new Date(Date.parse(startedAt) + place * 1000),
          place % 2 === 1,
          'Mari anna@acme.ee',
          JSON.stringify(parts),
        ],
      ),
    );
  }
}

test('a message comes with its latest rating, and with rating and review of its conversation', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const [id = ''] = await addConversations(portal().database, companyId, [{ startedAt, status: 'Completed' }]);
  await addMessages(companyId, id, 3, [{ type: 'text', value: 'Hi' }]);
  await portal().database.inCompany(companyId, async (tx) => {
    await runSql(
      tx,
      `update conversations set rating = 3, ratings = (
          select jsonb_agg(jsonb_build_object('key', n || m.external_id, 'message', replace(m.id::text, '-', ''),
            'at', '2026-11-05T10:0' || n || ':00Z', 'value', case when n = 2 then taken.value else 'positive' end))
          from (values ('m0', 'negative'), ('m1', 'none')) as taken (name, value)
          join messages m on m.conversation_id = $1 and m.external_id = taken.name, generate_series(1, 2) n)
        where id = $1`,
      [id],
    );
    await runSql(
      tx,
      `insert into conversation_reviews (conversation_id, tags, note, updated_at) values ($1, '{Tone}', 'a@acme.ee', now())`,
      [id],
    );
  });
  const rows = await readRows(superAdmin, 'messages', november);
  expect(rows.map(({ rating }) => rating)).toEqual(['negative', null, null]);
  const same = { conversationRating: 'negative', review: 'open', tags: 'Tone', note: '[e-mail]' };
  expect(rows).toMatchObject([same, same, same]);
});

test('a reader of own transcripts gets the messages of those, without the columns of reviews', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId, { roles: ['User'] });
  const own = await reportUser(portal().database, companyId, { userId: reader.id });
  const [mine = '', theirs = ''] = await addConversations(portal().database, companyId, [
    { startedAt, user: own.number },
    { startedAt },
  ]);
  for (const id of [mine, theirs]) await addMessages(companyId, id, 2, [{ type: 'text', value: 'Hi' }]);
  await portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into conversation_reviews (conversation_id, tags, note, updated_at) values ($1, '{Tone}', 'Kept apart', now())`,
      [mine],
    ),
  );
  const levels = { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' } };
  const set = await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  expect(set.status).toBe(200);
  const rows = await readRows(reader, 'messages', november);
  expect(rows.map(({ conversation }) => conversation)).toEqual(
    await showAll(portal().database, companyId, [mine, mine]),
  );
  const ofReviews = ['review', 'tags', 'note', 'resolvedAtLocal', 'resolvedAt', 'resolvedBy'];
  expect(Object.keys(rows[0] ?? {}).filter((key) => ofReviews.includes(key))).toEqual([]);
  const { body: csv } = await download(reader, 'messages', { ...november, format: 'csv' });
  expect(csv).not.toMatch(/Review|Tags|Note|Resolved|Tone|Kept apart/);
  const [all] = await readRows(superAdmin, 'messages', { ...november, users: [own.id] });
  expect(all).toMatchObject({ review: 'open', tags: 'Tone', note: 'Kept apart' });
});

test('messages of what is filtered come masked, those of a conversation in their order', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const [failed = '', done = ''] = await addConversations(portal().database, companyId, [
    { startedAt, status: 'Failed' },
    { startedAt, status: 'Completed' },
  ]);
  const text = { type: 'text', value: ['=Write to mari.tamm@acme.ee', '<b>38001085718</b>'] };
  await addMessages(companyId, failed, 30, [text, { type: 'picture', value: 'https://x.ee/a.png' }]);
  await addMessages(companyId, done, 20, [text]);
  const rows = await readRows(superAdmin, 'messages', { ...november, status: ['Failed'] });
  expect(rows.map(({ externalId }) => externalId)).toEqual(Array.from({ length: 30 }, (_, place) => `m${place}`));
  expect(rows[1]).toEqual({
    conversation: (await showAll(portal().database, companyId, [failed]))[0],
    conversationExternalId: failed,
    externalId: 'm1',
    dateLocal: '2026-11-05 12:00:01',
    date: '2026-11-05T10:00:01.000Z',
    from: 'Assistant',
    author: 'Mari [e-mail]',
    hidden: null,
    text: '=Write to [e-mail]\n<b>[national ID]</b>',
    otherParts: [{ type: 'picture', value: 'https://x.ee/a.png' }],
    rating: null,
    conversationRating: null,
    review: 'none',
    tags: null,
    note: null,
    resolvedAtLocal: null,
    resolvedAt: null,
    resolvedBy: null,
  });
  const { body: csv } = await download(superAdmin, 'messages', { ...november, status: ['Failed'], format: 'csv' });
  expect(csv).toContain(`"'=Write to [e-mail]\n`);
  for (const planted of ['mari.tamm', '38001085718', 'anna@']) expect(csv).not.toContain(planted);
  expect(await download(superAdmin, 'messages', november)).toMatchObject({
    status: 413,
    body: { code: 'exports.too-large' },
  });
  expect(await readRows(superAdmin, 'messages', { ...november, users: ['x'] })).toEqual([]);
  expect((await listActions(superAdmin)).filter((action) => action === 'messages.export')).toHaveLength(3);
});

test('billed requests of a month are those that the usage page lists, of all skills or of one', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const user = await reportUser(database, companyId, { firstName: 'Anna', lastName: 'Arro' });
  const skill = await reportSkill(database, companyId, 'Coffee');
  await addRuns(database, companyId, [
    { day: '2026-10-05', skill: skill.number, user: user.number, price: 12_500, requests: 5 },
    { day: '2026-10-07', price: 5, requests: 3 },
    { day: '2026-11-01', price: 5, requests: 3 },
  ]);
  const all = await readRows(superAdmin, 'requests', { period: '2026-10' });
  expect(all).toHaveLength(8);
  const ofSkill = await readRows(superAdmin, 'requests', { period: '2026-10', skill: skill.id });
  const { body } = await portal().call(`/company/skills/usage/${skill.id}/requests?period=2026-10`, { as: superAdmin });
  expect(ofSkill.map(({ id }) => id)).toEqual((body as UsageEventPage).payloads.map(({ id }) => id));
  expect(ofSkill.at(-1)).toMatchObject({
    dateLocal: '2026-10-05 15:00:00',
    skill: 'Coffee',
    firstName: 'Anna',
    lastName: 'Arro',
    price: 1.25,
    conversation: null,
  });
  expect((await download(superAdmin, 'requests', { skill: randomUUID() })).status).toBe(404);
  expect((await download(superAdmin, 'requests', { period: '2099-01' })).status).toBe(422);
  const usage = await readRows(superAdmin, 'usage', { period: '2026-10' });
  expect(usage).toMatchObject([
    { skill: 'Coffee', price: 1.25, requests: 5, total: 6.25, limit: null },
    { skill: 'No skill', requests: 3, total: 0 },
  ]);
});

test('invoices and top users are the lists of their pages, and each download is an entry', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const form = { ...invoiceForm(), company: '@SUM(A1)' };
  expect((await portal().call('/company/billing', { as: superAdmin, body: form })).status).toBeLessThan(300);
  expect(await readRows(superAdmin, 'invoices')).toMatchObject([{ invoiceId: form.invoiceId, total: form.total }]);
  // A record of the company is no debt, so that it is not open; filters are those of the page.
  expect(await readRows(superAdmin, 'invoices', { status: 'open' })).toEqual([]);
  expect(await readRows(superAdmin, 'invoices', { year: Number(form.issueDate.slice(0, 4)) })).toHaveLength(1);
  expect((await download(superAdmin, 'invoices', { status: 'lost' })).status).toBe(422);
  const { body: csv } = await download(superAdmin, 'invoices', { format: 'csv' });
  expect(csv).toContain(`"'@SUM(A1)"`);
  const anna = await reportUser(portal().database, companyId, { firstName: 'Anna', lastName: 'Arro' });
  await addConversations(portal().database, companyId, [
    { startedAt, user: anna.number, messages: 4 },
    { startedAt, user: anna.number, messages: 3, technical: true },
  ]);
  expect(await readRows(superAdmin, 'top-users', { ...november, technicalUsers: true })).toEqual([
    { id: anna.id, firstName: 'Anna', lastName: 'Arro', isListed: false, messages: 4 },
  ]);
  expect((await listActions(superAdmin)).slice(0, 3)).toEqual([
    'topUsers.export',
    'invoices.export',
    'invoices.export',
  ]);
});

test('who may not read billing or the audit log downloads neither', async () => {
  const { id: companyId } = await portal().makeCompany();
  const user = await portal().makeUser(companyId, { roles: ['User'] });
  expect((await portal().call('/audit/export?format=jsonl', { as: user })).status).toBe(403);
  expect((await download(user, 'top-users', november)).status).toBe(200);
});

test('integrations are written without anything that signs in to them, by the filters of their list', async () => {
  const { superAdmin } = await portal().makeCompany();
  const { superAdmin: stranger } = await portal().makeCompany();
  const add = async (form: object, as = superAdmin) =>
    (await portal().call('/integrations', { as, body: form })).body as { id: string; name: string; uniqueId: string };
  const form = { ...integrationForm(), name: '=cmd()' };
  const one = await add(form);
  await add(integrationForm(), stranger);
  const [row, ...others] = await readRows(superAdmin, 'integrations');
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id: one.id, name: '=cmd()', uniqueId: one.uniqueId, health: 'Never tested' });
  expect(Object.keys(row ?? {}).join(' ')).toBe(
    'id name provider service category uniqueId status health failure lastSuccessAtLocal lastSuccessAt',
  );
  for (const secret of [form.password, form.username, form.hostname]) {
    expect(JSON.stringify(row)).not.toContain(secret);
  }
  const { body: csv } = await download(superAdmin, 'integrations', { format: 'csv' });
  expect(csv).toContain(`"'=cmd()"`);
  expect(await readRows(superAdmin, 'integrations', { search: 'CMD' })).toHaveLength(1);
  expect(await readRows(superAdmin, 'integrations', { status: 'Disabled', only: 'broken' })).toEqual([]);
  expect(await readRows(superAdmin, 'integrations', { integrations: [] })).toEqual([]);
  const user = await portal().makeUser(superAdmin.companyId, { roles: ['User'] });
  expect((await download(user, 'integrations')).status).toBe(403);
});

test('skills are written with the month so far, and with amounts for those who read billing alone', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { id: skill } = await addSkill(portal().database, companyId, '=Leave()');
  const { number } = await reportSkill(portal().database, companyId, 'leave', skill);
  const now = portal().clock.now().toISOString();
  await addConversations(portal().database, companyId, [{ startedAt: now, skill: number, requests: 2 }]);
  const [row, ...others] = await readRows(superAdmin, 'skills', { search: 'leave' });
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    id: skill,
    name: '=Leave()',
    serviceProvider: 'SAP',
    requests: 2,
    cost: 2.5,
    limit: null,
  });
  expect(row).toMatchObject({ status: expect.any(String), successRate: 100, price: 0 });
  expect(await readRows(superAdmin, 'skills', { provider: 'Steward', skills: [skill] })).toEqual([]);
  const admin = await portal().makeUser(companyId, { roles: ['Admin'] });
  const { billing, skills } = defaultRights;
  const levels = { ...defaultRights, billing: { ...billing, Admin: 'none' }, skills: { ...skills, Admin: 'change' } };
  await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  const [seen] = await readRows(admin, 'skills', { skills: [skill] });
  expect(seen).toMatchObject({ id: skill, requests: 2, successRate: 100 });
  for (const amount of ['price', 'cost', 'limit']) expect(seen).not.toHaveProperty(amount);
  const user = await portal().makeUser(companyId, { roles: ['User'] });
  expect((await download(user, 'skills')).status).toBe(403);
});
