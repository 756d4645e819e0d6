import { beforeAll, expect, test } from 'vitest';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { Company } from '#features/company/contract/company.ts';
import { defaultRights, type RightName, type RightsTable } from '#features/people/contract/role-rights.ts';
import type { CompanyRights } from '#features/people/contract/rights.ts';
import { greyPng } from '#server/testing/pictures.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;
let stranger: TestUser;

/** The defaults with one right of a role changed. */
function withLevel(right: RightName, level: string, role = 'User'): RightsTable {
  return { ...defaultRights, [right]: { ...defaultRights[right], [role]: level } };
}

const save = (levels: unknown, version?: number, as = superAdmin) =>
  portal().call('/company/rights', { as, method: 'PUT', body: { levels, ...(version && { version }) } });

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
  user = await portal().makeUser(superAdmin.companyId);
});

test('a company starts with the defaults; a change is audited by cell', async () => {
  const first = (await portal().call('/company/rights', { as: superAdmin })).body as CompanyRights;
  expect(first).toEqual({ levels: defaultRights, version: 1 });
  expect(await save(withLevel('audit', 'read'), 1)).toMatchObject({ status: 200, body: { version: 2 } });
  expect((await portal().call('/audit', { as: user })).status).toBe(200);
  expect(await save(defaultRights)).toMatchObject({ status: 200, body: { levels: defaultRights, version: 3 } });
  expect((await portal().call('/audit', { as: user })).status).toBe(403);
  const { entries } = (await portal().call('/audit?entity=roleRights', { as: superAdmin })).body as {
    entries: { before: object; after: object }[];
  };
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [{ 'audit.User': 'read' }, { 'audit.User': 'none' }],
    [{ 'audit.User': 'none' }, { 'audit.User': 'read' }],
  ]);
  expect((await portal().call('/company/rights', { as: stranger })).body).toEqual({
    levels: defaultRights,
    version: 1,
  });
});

test.each([
  ['people of a SuperAdmin', () => withLevel('people', 'none', 'SuperAdmin')],
  ['an unknown level', () => withLevel('transcripts', 'some')],
  ['an unknown right', () => ({ ...defaultRights, companies: defaultRights.people })],
  ['a missing right', () => ({ ...defaultRights, audit: undefined })],
  ['an unknown role', () => ({ ...defaultRights, audit: { ...defaultRights.audit, Owner: 'read' } })],
])('%s is refused with its field', async (_name, make) => {
  const { status, body } = await save(make());
  expect({ status, path: (body as { fields: { path: string }[] }).fields[0]?.path }).toEqual({
    status: 422,
    path: expect.stringMatching(/^levels/) as string,
  });
});

test('without the right, transcripts and their pictures are withheld wherever they are read', async () => {
  const { secret } = await makeIntakeKey(portal(), user.companyId, { name: 'Assistant' });
  const report = (path: string, body: unknown, type = 'application/json') =>
    portal().call(path, { body, headers: { authorization: `Bearer ${secret}`, 'content-type': type } });
  const upload = async () => {
    const bytes = greyPng(4, 4);
    return ((await report('/intake/files', bytes, 'image/png')).body as { fileKey: string }).fileKey;
  };
  const [ownKey, otherKey] = [await upload(), await upload()];
  const date = portal().clock.now().toISOString();
  const toConversation = (email: string, fileKey: string) => ({
    id: email,
    date,
    skill: 'Leave',
    user: { email },
    messages: [{ id: email, date, isAssistant: false, author: 'A', data: [{ type: 'filePicker', fileKey }] }],
    requests: [{ id: email, skill: 'Leave', date }],
  });
  const conversations = [toConversation(user.email, ownKey), toConversation(superAdmin.email, otherKey)];
  expect((await report('/intake/conversations', { conversations })).status).toBe(200);

  const list = (as = user, body: object = {}) => portal().call('/analytics/logs', { as, body });
  const all = (await list()).body as { payloads: ListedConversation[]; size: number };
  expect(all.size).toBe(2);
  await save(withLevel('transcripts', 'own'));
  const { payloads, size } = (await list()).body as typeof all;
  const [own] = payloads;
  const other = all.payloads.find(({ _id }) => _id !== own?._id);
  expect({ size, length: payloads.length }).toEqual({ size: 1, length: 1 });
  const statusOf = async (path: string) => (await portal().call(path, { as: user })).status;
  const readAll = (id = '') =>
    Promise.all([statusOf(`/analytics/logs/${id}`), statusOf(`/analytics/logs/conversation/${id}`)]);
  expect([await readAll(own?._id), await readAll(other?._id)]).toEqual([
    [200, 200],
    [404, 404],
  ]);
  expect([await statusOf(`/files/${ownKey}`), await statusOf(`/files/${otherKey}`)]).toEqual([200, 404]);
  // A filter by another user answers nothing, and no number of theirs.
  expect((await list(user, { users: [superAdmin.id] })).body).toEqual({ payloads: [], size: 0 });
  const usage = (await portal().call('/company/skills/usage', { as: user })).body as { data: { _id: string }[] };
  const events = await portal().call(`/company/skills/usage/${usage.data[0]?._id}/requests`, { as: user });
  const ids = (events.body as { payloads: { conversationId: string | null }[] }).payloads;
  expect(ids.map(({ conversationId }) => conversationId).toSorted()).toEqual([own?._id, null].toSorted());

  await save(withLevel('transcripts', 'none'));
  expect((await list()).status).toBe(403);
  expect([await readAll(own?._id), await statusOf(`/files/${ownKey}`)]).toEqual([[403, 403], 404]);
  expect(((await list(superAdmin)).body as typeof all).size).toBe(2);
  await save(defaultRights);
});

test('a withheld VAT number is in no answer, and is kept by who cannot change it', async () => {
  const form = { companyName: 'Acme', country: 'Estonia', address_1: 'a', city: 'Tallinn', zip: '1' };
  const put = (body: object, as = user) => portal().call('/company/info', { as, method: 'PUT', body });
  expect((await put({ ...form, vatNumber: 'EE100594102' }, superAdmin)).status).toBe(200);
  await save(withLevel('vatNumber', 'read'));
  expect((await portal().call('/company/info', { as: user })).body).toMatchObject({ vatNumber: 'EE100594102' });
  expect((await put({ ...form, vatNumber: 'EE100594102' })).status).toBe(200);
  expect((await put({ ...form, vatNumber: 'EE100000007' })).status).toBe(403);
  await save(withLevel('vatNumber', 'none'));
  expect((await portal().call('/company/info', { as: user })).body).not.toHaveProperty('vatNumber');
  // Neither by guessing nor by a stale save.
  expect((await put({ ...form, vatNumber: 'EE100594102' })).status).toBe(403);
  const saved = await put({ ...form, city: 'Tartu' });
  expect(saved).toMatchObject({ status: 200, body: { city: 'Tartu' } });
  expect(saved.body).not.toHaveProperty('vatNumber');
  const stale = await put({ ...form, version: (saved.body as Company).version - 1 });
  expect(JSON.stringify(stale.body)).not.toContain('EE100594102');
  expect((await portal().call('/company/info', { as: superAdmin })).body).toMatchObject({ vatNumber: 'EE100594102' });
  expect(await put(form, superAdmin)).toMatchObject({ status: 422, body: { fields: [{ path: 'vatNumber' }] } });
  await save({ ...withLevel('vatNumber', 'none'), audit: { ...defaultRights.audit, User: 'read' } });
  const audit = await portal().call('/audit?entity=company', { as: user });
  expect(audit.status).toBe(200);
  expect(JSON.stringify(audit.body)).not.toContain('EE100594102');
  await save(defaultRights);
});

test('without billing the dashboard has no amounts', async () => {
  await save(withLevel('billing', 'none'));
  const { status, body } = await portal().call('/analytics/stats', { as: user });
  expect({ status, hasCost: JSON.stringify(body).includes('cost') }).toEqual({ status: 200, hasCost: false });
  await save(defaultRights);
});

test('an Admin with the right to people manages no SuperAdmin and grants no more than they hold', async () => {
  const admin = await portal().makeUser(superAdmin.companyId, { roles: ['Admin'] });
  await save(withLevel('people', 'change', 'Admin'));
  const call = (path: string, options: object) => portal().call(path, { as: admin, ...options });
  expect((await call('/users', { body: newUserForm({ roles: ['SuperAdmin'] }) })).status).toBe(403);
  expect((await call('/users', { body: newUserForm({ roles: ['Admin'] }) })).status).toBe(201);
  expect((await call(`/users/${superAdmin.id}`, { body: newUserForm({ email: superAdmin.email }) })).status).toBe(403);
  expect((await call('/users', { method: 'DELETE', body: [superAdmin.id] })).status).toBe(403);
  expect((await save(defaultRights, undefined, admin)).status).toBe(403);
  await save(defaultRights);
});

test('the provider acts with the rights of a SuperAdmin, and keeps its invoices', async () => {
  const provider = await portal().makeCompany({ isProvider: true });
  const headers = { 'x-company': superAdmin.companyId };
  const statusOf = async (path: string) => (await portal().call(path, { as: provider.superAdmin, headers })).status;
  const narrowed = {
    ...withLevel('billing', 'none', 'SuperAdmin'),
    skills: { ...defaultRights.skills, SuperAdmin: 'none' },
  };
  await save(narrowed);
  expect([await statusOf('/company/billing'), await statusOf('/analytics/skills/x')]).toEqual([200, 403]);
  expect((await portal().call('/company/billing', { as: superAdmin })).status).toBe(403);
  await save(defaultRights);
});
