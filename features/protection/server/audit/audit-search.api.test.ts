import { beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { companyForm } from '#server/testing/sweeps/valid-calls/valid-bodies.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;

async function find(search: string, as = superAdmin): Promise<string[]> {
  const { status, body } = await portal().call(`/audit?limit=100&search=${encodeURIComponent(search)}`, { as });
  expect(status).toBe(200);
  return (body as { entries: AuditEntry[] }).entries.map(({ action }) => action);
}

beforeAll(async () => {
  const provider = await portal().makeCompany({ name: 'Cloudberry', isProvider: true });
  const { id: companyId, superAdmin: owner } = await portal().makeCompany();
  superAdmin = owner;
  user = await portal().makeUser(companyId);
  const form = newUserForm({ lastName: 'Enne' });
  const created = await portal().call('/users', { as: superAdmin, body: form });
  const { id } = created.body as { id: string };
  await portal().call(`/users/${id}`, { as: superAdmin, body: { ...form, lastName: 'Pärast' } });
  await portal().call('/audit', { as: user });
  await portal().call('/users', { as: provider.superAdmin, headers: { 'x-company': companyId } });
  const levels = {
    ...defaultRights,
    audit: { ...defaultRights.audit, User: 'read' },
    vatNumber: { ...defaultRights.vatNumber, User: 'none' },
  };
  await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  const body = { ...companyForm(null), vatNumber: 'EE100594102', city: 'Vaskjala' };
  expect((await portal().call('/company/info', { as: superAdmin, method: 'PUT', body })).status).toBe(200);
  await portal().call('/audit/export', { as: superAdmin });
});

test.each([
  ['a sentence of an action', 'Audit log downloaded', ['audit.export']],
  ['a part of a sentence, in other letters', 'LOG DOWNLOADED', ['audit.export']],
  ['a record and its verb', 'User changed', ['users.update']],
  ['a verb', 'created', ['users.create']],
  ['what a sentence does not say though its parts do', 'Company entered', []],
  ['a sentence beside its parts', 'opened by the provider', ['companies.enter']],
  ['the company of an author', 'cloudberry', ['companies.enter']],
  ['a denied operation', 'Read the audit log', ['request.refuse']],
  ['the answer of a denied request', 'role does not allow', ['request.refuse']],
  ['a value before', 'enne', ['users.update', 'users.create']],
  ['a value after', 'VASKJALA', ['company.update']],
  ['a number of two values', 'EE100594102', ['company.update']],
  ['nothing of it', 'zzzq', []],
  ['a name that is stored and not shown', 'users.update', []],
])('the search finds %s: %s', async (_, search, actions) => {
  expect(await find(search)).toEqual(actions);
});

test('values that a reader does not see are not found by it', async () => {
  expect(await find('EE100594102', user)).toEqual([]);
  expect(await find('Company changed', user)).toEqual(['company.update']);
});

test('the download has what the search finds', async () => {
  const answer = await portal().call('/audit/export?format=jsonl&search=user%20changed', { as: superAdmin });
  expect(
    String(answer.body)
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { action: string }).action),
  ).toEqual(['users.update']);
});
