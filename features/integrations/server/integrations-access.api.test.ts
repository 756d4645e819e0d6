import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createIntegrationCalls, without } from './testing/integration-calls.ts';
import { assistantForm, sapForm } from './testing/integration-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
const { add, create, list, remove, save } = createIntegrationCalls(portal, () => superAdmin);

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

test('several are deleted, each with an entry, all or none, and none of another company', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const { superAdmin: other } = await portal().makeCompany();
  const [one, two, kept] = [await add(sapForm(), as), await add(assistantForm(), as), await add(sapForm(), as)];
  const foreign = await add(sapForm(), other);
  const removeAll = (ids: readonly string[], by = as) =>
    portal().call('/integrations', { as: by, method: 'DELETE', body: ids });
  expect(await removeAll([one.id, foreign.id])).toMatchObject({ status: 404, body: { code: 'record.not-found' } });
  expect(await list(as)).toHaveLength(3);
  const answer = await removeAll([two.id, one.id.toUpperCase(), two.id]);
  expect(answer).toMatchObject({ status: 200, body: [one.id, two.id].toSorted() });
  expect((await list(as)).map(({ id }) => id)).toEqual([kept.id]);
  expect(await list(other)).toHaveLength(1);
  const { body } = await portal().call('/audit?entity=integration', { as });
  const actions = (body as { entries: { action: string }[] }).entries.map(({ action }) => action);
  expect(actions.filter((action) => action === 'integrations.delete')).toHaveLength(2);
  const admin = await portal().makeUser(as.companyId, { roles: ['Admin'] });
  expect((await removeAll([kept.id], admin)).status).toBe(403);
  for (const ids of [[], Array.from({ length: 101 }, () => randomUUID())]) {
    expect((await removeAll(ids)).status).toBe(422);
  }
});

test('an Admin reads, sees credentials of other systems alone, and changes nothing', async () => {
  const admin = await portal().makeUser(superAdmin.companyId, { roles: ['Admin'] });
  const [ai, system] = [await add(assistantForm()), await add(sapForm())];
  const seen = await list(admin);
  const rest = without(ai, 'url', 'username', 'workspaceId');
  expect(seen.find(({ id }) => id === ai.id)).toEqual(rest);
  expect(seen.find(({ id }) => id === system.id)).toEqual(system);
  for (const { status } of [
    await create(sapForm(), {}, admin),
    await save(system.id, system, admin),
    await remove(system.id, admin),
  ]) {
    expect(status).toBe(403);
  }
});

test('users and technical users see nothing of it', async () => {
  for (const role of ['User', 'TechnicalUser'] as const) {
    const user = await portal().makeUser(superAdmin.companyId, { roles: [role] });
    expect((await portal().call('/integrations', { as: user })).status).toBe(403);
  }
});

test('users whose role may read see no credentials, and change nothing', async () => {
  const { superAdmin: owner } = await portal().makeCompany();
  const user = await portal().makeUser(owner.companyId, { roles: ['User'] });
  const [ai, system] = [await add(assistantForm(), owner), await add(sapForm(), owner)];
  const levels = { ...defaultRights, integrations: { ...defaultRights.integrations, User: 'read' } };
  await portal().call('/company/rights', { as: owner, method: 'PUT', body: { levels } });
  const seen = await list(user);
  expect(seen.find(({ id }) => id === ai.id)).toEqual(without(ai, 'url', 'username', 'workspaceId'));
  expect(seen.find(({ id }) => id === system.id)).toEqual(without(system, 'hostname', 'port', 'client', 'username'));
  expect((await save(system.id, system, user)).status).toBe(403);
});
