import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { LogView, LogViewCount, LogViewFilters } from '#features/conversation-log/contract/log-views.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { erasePerson } from '#features/intake/server/testing/person-sender.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
let superAdmin: TestUser;
let colleague: TestUser;
let reader: TestUser;

const callViews = (path = '', call: { method?: string; body?: unknown; as?: TestUser } = {}) =>
  portal().call(`/analytics/log-views${path}`, { as: superAdmin, ...call });
const list = async (as = superAdmin) => (await callViews('', { as })).body as LogView[];
const listNames = async (as?: TestUser) => (await list(as)).map(({ name }) => name);

async function save(view: { name?: string; filters?: LogViewFilters; isShared?: boolean } = {}, as = superAdmin) {
  const body = { name: randomUUID(), filters: { failed: true }, isShared: false, ...view };
  const { status, body: saved } = await callViews('', { as, body });
  expect({ status, saved }).toMatchObject({ status: 201 });
  return saved as LogView;
}

async function listAudited(id: string): Promise<AuditEntry[]> {
  const { body } = await portal().call(`/audit?entity=logView&entityId=${id}`, { as: superAdmin });
  return (body as { entries: AuditEntry[] }).entries;
}

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  const { companyId } = superAdmin;
  colleague = await portal().makeUser(companyId, { roles: ['Admin'], firstName: 'Kadri', lastName: 'Kask' });
  reader = await portal().makeUser(companyId, { roles: ['User'], firstName: 'Ott' });
  const levels = { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' } };
  const rights = await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  expect(rights.status).toBe(200);
  const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Teams' });
  const date = '2026-11-10T09:00:00.000Z';
  const failed = { turns: [{ date, durationMs: 5, error: 'Too many', errorType: 'RateLimit' }] };
  const of = ({ email }: TestUser) => ({ date, user: { email } });
  const { status } = await portal().call('/intake/conversations', {
    body: {
      conversations: [
        { id: 'a', ...of(superAdmin), ...failed },
        { id: 'b', ...of(colleague), ...failed, status: 'Failed' },
        { id: 'c', ...of(reader), ...failed, skill: 'Leave' },
        { id: 'd', ...of(reader), status: 'Completed' },
        { id: 'e', ...of(reader), ...failed, date: '2026-10-01T09:00:00.000Z' },
      ],
    },
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(status).toBe(200);
});

test('a view is seen, changed and deleted by who saved it alone, and stands in no audit log', async () => {
  const saved = await save({ name: '  Failed invoices ' });
  expect(saved).toMatchObject({
    name: 'Failed invoices',
    filters: { failed: true },
    isShared: false,
    owner: 'Mari Maasikas',
    isOwn: true,
    canDelete: true,
    lost: [],
    version: 1,
  });
  expect(await listNames(colleague)).not.toContain('Failed invoices');
  const change = { name: 'Failed orders', isShared: false };
  for (const as of [colleague, reader]) {
    expect(await callViews(`/${saved.id}`, { as, method: 'PUT', body: change })).toMatchObject({ status: 404 });
    expect(await callViews(`/${saved.id}`, { as, method: 'DELETE' })).toMatchObject({ status: 404 });
  }
  const renamed = await callViews(`/${saved.id}`, { method: 'PUT', body: { ...change, version: 1 } });
  expect(renamed).toMatchObject({ status: 200, body: { ...change, filters: { failed: true }, version: 2 } });
  const filters = { unanswered: true };
  const replaced = await callViews(`/${saved.id}`, { method: 'PUT', body: { ...change, filters } });
  expect(replaced).toMatchObject({ status: 200, body: { ...change, filters } });
  expect((await callViews(`/${saved.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await listNames()).not.toContain('Failed orders');
  expect(await listAudited(saved.id)).toEqual([]);
});

test('a shared view is seen by everyone who reads conversations, and its changes are audited without texts', async () => {
  const shared = await save({ filters: { status: ['Failed'], failures: ['Mari is away'] }, isShared: true }, colleague);
  const ofReview = await save({ filters: { tags: ['Tone'] }, isShared: true }, colleague);
  const seen = (await list()).find(({ id }) => id === shared.id);
  expect(seen).toMatchObject({ owner: 'Kadri Kask', isOwn: false, canDelete: true, isShared: true });
  const ofReader = await list(reader);
  expect(ofReader.find(({ id }) => id === shared.id)).toMatchObject({ isOwn: false, canDelete: false });
  expect(ofReader.find(({ id }) => id === ofReview.id)).toBeUndefined();
  const change = { name: 'Mine now', isShared: false };
  for (const as of [superAdmin, reader]) {
    const refused = await callViews(`/${shared.id}`, { as, method: 'PUT', body: change });
    expect(refused).toMatchObject({ status: 403, body: { code: 'log-views.not-own' } });
  }
  const foreign = await callViews(`/${shared.id}`, { as: reader, method: 'DELETE' });
  expect(foreign.status).toBe(403);
  const body = { name: shared.name, isShared: true, filters: { status: ['Failed'], failures: ['Jaan is away'] } };
  expect((await callViews(`/${shared.id}`, { as: colleague, method: 'PUT', body })).status).toBe(200);
  expect((await callViews(`/${shared.id}`, { method: 'DELETE' })).status).toBe(204);
  const entries = await listAudited(shared.id);
  expect(entries.map(({ action }) => action)).toEqual(['logViews.delete', 'logViews.update', 'logViews.create']);
  expect(entries.at(-1)?.after).toMatchObject({ shared: true, filters: { status: ['Failed'], failures: 1 } });
  expect(JSON.stringify(entries)).not.toContain('away');
});

test('only who reads all conversations shares a view', async () => {
  const body = { name: 'Mine', filters: { failed: true }, isShared: true };
  const refused = await callViews('', { as: reader, body });
  expect(refused).toMatchObject({ status: 403, body: { code: 'log-views.sharing' } });
  const { id } = await save({ name: 'Mine' }, reader);
  expect((await callViews(`/${id}`, { as: reader, method: 'PUT', body })).status).toBe(403);
});

test('names are unique for each person, and twenty are saved at most', async () => {
  const { superAdmin: other } = await portal().makeCompany();
  const body = { name: 'Twice', filters: { failed: true }, isShared: false };
  const answers = await Promise.all(Array.from({ length: 5 }, () => callViews('', { as: other, body })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'log-views.name-taken' });
  const more = await Promise.all(
    Array.from({ length: 24 }, (_, place) => callViews('', { as: other, body: { ...body, name: `View ${place}` } })),
  );
  expect(more.filter(({ status }) => status === 201)).toHaveLength(19);
  expect(more.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'log-views.limit' });
});

test.each([
  ['no filter', {}],
  ['an empty list', { status: [] }],
  ['the opposite of a flag', { failed: false }],
  ['a day without an hour', { weekday: 1 }],
  ['more values than an address holds', { tags: Array.from({ length: 101 }, () => '') }],
  ['more text than an address holds', { tools: ['x'.repeat(4000), 'y'.repeat(3000)] }],
  ['an unknown filter', { colour: 'red' }],
  ['an unknown value', { status: ['Lost'] }],
])('a view with %s is rejected', async (_, filters) => {
  const answer = await callViews('', { body: { name: 'Wrong', filters, isShared: false } });
  expect(answer.status).toBe(422);
});

test('each view counts the conversations of the range that the log lists for the reader', async () => {
  const ofReader = await save({ filters: { users: [reader.id], failed: true }, isShared: true });
  const masked = await save({ filters: { failures: ['[Name]'] }, isShared: true });
  const size = async (filters: object, as: TestUser) => {
    const { body } = await portal().call('/analytics/logs', { as, body: { ...november, ...filters } });
    return (body as { size: number }).size;
  };
  for (const [as, expected] of [
    [superAdmin, { review: 0, failed: 3, unanswered: 0, mine: 1, [ofReader.id]: 1 }],
    [colleague, { review: 0, failed: 3, unanswered: 0, mine: 1, [ofReader.id]: 1 }],
    [reader, { failed: 1, unanswered: 0, mine: 2, [ofReader.id]: 1 }],
  ] as const) {
    const query = new URLSearchParams(november);
    const { status, body } = await callViews(`/counts?${query.toString()}`, { as });
    expect(status).toBe(200);
    const counts = body as LogViewCount[];
    expect(Object.fromEntries(counts.map(({ view, count }) => [view, count]))).toMatchObject(expected);
    expect(counts.some(({ isMore }) => isMore)).toBe(false);
    expect(counts.find(({ view }) => view === masked.id)).toBeUndefined();
    expect(await size({ failed: true }, as)).toBe(expected.failed);
    expect(await size({ users: [as.id] }, as)).toBe(expected.mine);
  }
  const earlier = await callViews('/counts?from=2026-09-30T22:00:00.000Z&to=2026-10-31T21:59:59.999Z', {});
  expect(earlier.body).toContainEqual({ view: 'failed', count: 1, isMore: false });
});

test('a deleted user takes the private views along, shared ones stay, and a view that names it says so', async () => {
  const { companyId } = superAdmin;
  const gone = await portal().makeUser(companyId, { roles: ['Admin'], firstName: 'Gone' });
  const [kept, own] = [await save({ isShared: true }, gone), await save({ isShared: false }, gone)];
  const ofGone = await save({
    filters: { users: [`${gone.id}::${colleague.id}`], skills: [randomUUID(), 'unmapped'] },
  });
  expect(ofGone.lost).toEqual(['skill']);
  const deletion = { as: superAdmin, method: 'DELETE', body: [gone.id] };
  expect((await portal().call('/users', deletion)).status).toBeLessThan(300);
  const views = await list();
  expect(views.find(({ id }) => id === kept.id)).toMatchObject({ owner: null, isOwn: false, canDelete: true });
  expect(views.find(({ id }) => id === ofGone.id)?.lost).toEqual(['user', 'skill']);
  const rows = await portal().database.inCompany(companyId, (tx) => runSql(tx, 'select id from log_views'));
  expect(rows).not.toContainEqual({ id: own.id });
});

test('a filter that no longer exists is left out, and the view says so', async () => {
  const { id } = await save();
  await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql(
      tx,
      `update log_views set filters = '{"colour": "red", "status": ["Lost"], "unanswered": true}' where id = $1`,
      [id],
    ),
  );
  const view = (await list()).find((each) => each.id === id);
  expect(view).toMatchObject({ filters: { unanswered: true }, lost: ['filter'] });
  expect((await callViews('/counts')).status).toBe(200);
});

test('an erasure of a person deletes the views that name the person', async () => {
  const person = await portal().makeUser(superAdmin.companyId, { firstName: 'Zoran', lastName: 'Quist' });
  const named = [
    await save({ name: 'About zoran quist' }),
    await save({ filters: { users: [person.id] }, isShared: true }),
  ];
  const other = await save();
  const erased = await erasePerson(portal(), superAdmin, person.id);
  expect(erased.status).toBeLessThan(300);
  const ids = (await list()).map(({ id }) => id);
  expect(ids).toContain(other.id);
  for (const { id } of named) expect(ids).not.toContain(id);
});

test('the provider acting in a company sees and deletes what is shared, and saves nothing there', async () => {
  const { superAdmin: provider } = await portal().makeCompany({ isProvider: true });
  const [shared, own] = [await save({ isShared: true }), await save()];
  const callThere = (path: string, call: { method?: string; body?: unknown } = {}) =>
    portal().call(`/analytics/log-views${path}`, {
      as: provider,
      headers: { 'x-company': superAdmin.companyId },
      ...call,
    });
  const ids = ((await callThere('')).body as LogView[]).map(({ id }) => id);
  expect([ids.includes(shared.id), ids.includes(own.id)]).toEqual([true, false]);
  const body = { name: 'Here', filters: { failed: true }, isShared: true };
  expect(await callThere('', { body })).toMatchObject({ status: 409, body: { code: 'log-views.guest' } });
  expect((await callThere(`/${shared.id}`, { method: 'DELETE' })).status).toBe(204);
});
