import { expect, test } from 'vitest';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import {
  addConversations,
  reportSkill,
  reportUser,
  showAll,
  type TestConversation,
} from '#domain/conversations/testing/conversation-rows.ts';

const mostRows = 1200;
const portal = useTestPortal({ EXPORT_STREAM_ROWS: String(mostRows) });
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };

const send = (as: TestUser, body: object) =>
  fetch(`${portal().url}/api/exports/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...november, ...body }),
  });

const addMany = (companyId: string, count: number, user: number, values: Partial<TestConversation> = {}) =>
  addConversations(
    portal().database,
    companyId,
    Array.from({ length: count }, (_, place) => ({
      startedAt: new Date(Date.UTC(2026, 10, 2, 8) + place * 60_000).toISOString(),
      status: conversationStatuses[place % 5] ?? 'Completed',
      technical: place % 7 === 0,
      user,
      ...values,
    })),
  );

async function listEntries(as: TestUser) {
  return ((await portal().call('/audit?limit=20', { as })).body as { entries: AuditEntry[] }).entries;
}

test('a conversation is written with its times by the clock of the company, and no cell is a formula', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const user = await reportUser(portal().database, companyId, { firstName: '=cmd()', lastName: '"Õ", \n' });
  const skill = await reportSkill(portal().database, companyId, '-1 day');
  const facts = { startedAt: '2026-11-05T22:30:15.123Z', user: user.number, skill: skill.number, apiCalls: 3 };
  const [stored = ''] = await addConversations(portal().database, companyId, [
    { ...facts, messages: 7, status: 'Escaped', approvedAt: '2026-11-06T00:00:00Z' },
  ]);
  await portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into conversation_reviews (conversation_id, tags, note, resolved_at, resolved_by, updated_at)
        values ($1, '{Billing,@Tone}', '=asked by mari@acme.ee', '2026-11-07T10:00:00Z', 'Kadri Kask', now())`,
      [stored],
    ),
  );
  const [id] = await showAll(portal().database, companyId, [stored]);
  const answer = await send(superAdmin, { format: 'csv' });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="conversations-[\d-]+\.csv"/);
  expect(answer.headers.get('x-row-count')).toBe('1');
  const csv = await answer.text();
  expect(csv).toBe(
    `"Conversation","ID of the assistant","Started (Europe/Tallinn)","Started (UTC)","Skill","State of the skill",` +
      `"First name","Last name","Messages","API calls","Status","Approved (Europe/Tallinn)","Approved (UTC)",` +
      `"Failure","Error","Models","Tokens","Slowest answer (ms)","Tools","Failed tools","Unanswered","Rating",` +
      `"Review","Tags","Note","Resolved (Europe/Tallinn)","Resolved (UTC)","Resolved by"\r\n` +
      `"${id}","${stored}","2026-11-06 00:30:15","2026-11-05T22:30:15.123Z","'-1 day","",` +
      `"'=cmd()","""Õ"", \n","7","3","Escaped","2026-11-06 02:00:00","2026-11-06T00:00:00.000Z","","","","","","","","false","",` +
      `"resolved","Billing, @Tone","'=asked by [e-mail]","2026-11-07 12:00:00","2026-11-07T10:00:00.000Z","Kadri Kask"\r\n`,
  );
  const forExcel = Buffer.from(await (await send(superAdmin, { format: 'excel' })).arrayBuffer());
  expect(forExcel.toString('utf16le')).toBe(`\uFEFF${csv.replaceAll('","', '"\t"')}`);
  const lines = await (await send(superAdmin, { format: 'jsonl' })).text();
  expect(JSON.parse(lines)).toEqual({
    id,
    externalId: stored,
    dateLocal: '2026-11-06 00:30:15',
    date: '2026-11-05T22:30:15.123Z',
    skill: '-1 day',
    skillState: null,
    firstName: '=cmd()',
    lastName: '"Õ", \n',
    messages: 7,
    apiCalls: 3,
    status: 'Escaped',
    approvedAtLocal: '2026-11-06 02:00:00',
    approvedAt: '2026-11-06T00:00:00.000Z',
    failure: null,
    error: null,
    models: null,
    tokens: null,
    slowestMs: null,
    tools: null,
    failedTools: null,
    isUnanswered: false,
    rating: null,
    review: 'resolved',
    tags: 'Billing, @Tone',
    note: '=asked by [e-mail]',
    resolvedAtLocal: '2026-11-07 12:00:00',
    resolvedAt: '2026-11-07T10:00:00.000Z',
    resolvedBy: 'Kadri Kask',
  });
});

/** Adds `count` reviews, each of a conversation outside of the range. */
const addReviews = (companyId: string, count: number) =>
  portal().database.inCompany(companyId, async (tx) => {
    const others = `from generate_series(1, ${Number(count)}) as place`;
    await runSql(
      tx,
      `insert into conversation_partitions (id, started_at) select lpad(place::text, 32, '0')::uuid, '2026-01-05' ${others}`,
    );
    await runSql(
      tx,
      `insert into conversation_reviews (conversation_id, updated_at) select lpad(place::text, 32, '0')::uuid, now() ${others}`,
    );
  });

test.each([0, 9_999, 10_000])('a review is written beside %i others', async (others) => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  // The first one is technical.
  const ids = await addMany(companyId, 3, 0);
  const [, reviewed, plain] = await showAll(portal().database, companyId, ids);
  await addReviews(companyId, others);
  await portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into conversation_reviews (conversation_id, note, updated_at) values ($1, 'Seen', '2026-11-07T10:00:00Z')`,
      [ids[1]],
    ),
  );
  const lines = (await (await send(superAdmin, { format: 'jsonl' })).text()).trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as { id: string; review: string | null; note: string | null });
  expect(rows.map(({ id, review, note }) => ({ id, review, note }))).toEqual([
    { id: plain, review: 'none', note: null },
    { id: reviewed, review: 'open', note: 'Seen' },
  ]);
});

test('exactly what the log lists with the filter is exported, and the export is an audit entry', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { number, id: user } = await reportUser(portal().database, companyId, { firstName: 'Anna' });
  await addMany(companyId, 700, number);
  await addMany(companyId, 300, 0, { startedAt: '2026-11-20T08:00:00Z' });
  for (const filter of [
    {},
    { status: ['Completed'] },
    { users: [user], weekday: 1, hour: 11 },
    { users: ['unmapped'] },
  ]) {
    const listed: string[] = [];
    for (let page = 1; ; page += 1) {
      const body = { ...november, ...filter, page, limit: 100 };
      const answer = await portal().call('/analytics/logs', { as: superAdmin, body });
      const { payloads } = answer.body as { payloads: ListedConversation[] };
      listed.push(...payloads.map(({ _id }) => _id));
      if (payloads.length < 100) break;
    }
    const answer = await send(superAdmin, { ...filter, format: 'jsonl' });
    expect(answer.headers.get('x-row-count')).toBe(String(listed.length));
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(listed);
  }
  const [newest] = await listEntries(superAdmin);
  expect(newest).toMatchObject({
    action: 'conversations.export',
    entity: 'conversation',
    after: { users: ['unmapped'], format: 'jsonl', rows: 257 },
  });
});

test('a reader of own transcripts gets those alone, without the columns and conversations of others', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId, { roles: ['User'] });
  const own = await reportUser(portal().database, companyId, { userId: reader.id });
  await addMany(companyId, 7, own.number);
  await addMany(companyId, 5, 0);
  const levels = { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' } };
  expect((await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } })).status).toBe(
    200,
  );
  const answer = await send(reader, { format: 'csv', technicalUsers: true });
  const [head, ...rows] = (await answer.text()).trimEnd().split('\r\n');
  expect(head).not.toMatch(/API calls|Review|Note/);
  // The first of the seven is of a technical user, which this reader may not include.
  expect(rows).toHaveLength(6);
});

test('a filter that matches nothing is a file without rows', async () => {
  const { superAdmin } = await portal().makeCompany();
  for (const filter of [{ users: ['nobody'] }, { status: ['Error'] }]) {
    const csv = await send(superAdmin, { ...filter, format: 'csv' });
    expect([csv.headers.get('x-row-count'), (await csv.text()).split('\r\n').length]).toEqual(['0', 2]);
    expect(await (await send(superAdmin, { ...filter, format: 'jsonl' })).text()).toBe('');
  }
});

test('more rows than a download brings are refused before the first one', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  await addMany(companyId, mostRows + 1, 0, { technical: false });
  const answer = await send(superAdmin, { format: 'csv' });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'exports.too-large']);
  expect((await send(superAdmin, { format: 'csv', status: ['Failed'] })).status).toBe(200);
});
