import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import {
  assignedUserFields,
  listedUserFields,
  mapOptionalFields,
  mapUserFields,
  optionalUserFields,
  ownTextFields,
} from '#features/people/contract/user-fields.ts';
import type { User } from '#features/people/contract/users.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm, profileForm } from '#server/testing/user-forms.ts';
import { erasePerson, findPerson, findText, waitForErasures } from '#features/intake/server/testing/person-sender.ts';

/* Each optional field of the catalogue, so that a new one is tried without a test of its own. */

const portal = useTestPortal();
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const texts = (of: string) => mapOptionalFields((field) => `zq${of}${field}`);

async function create(values: object): Promise<{ id: string; email: string }> {
  const form = newUserForm({ ...values });
  const { status, body } = await portal().call('/users', { as: superAdmin, body: form });
  expect(status).toBe(201);
  return { id: (body as User).id, email: form.email };
}

const findUser = async (id: string) => (await portal().call(`/users/${id}`, { as: superAdmin })).body as User;

test('optional fields are saved, audited and downloaded, and found by those who see them where the list shows them', async () => {
  const { id } = await create(texts('a'));
  expect(await findUser(id)).toMatchObject(texts('a'));
  const changed = newUserForm({ ...texts('b') });
  expect(await portal().call(`/users/${id}`, { as: superAdmin, body: changed })).toMatchObject({ status: 200 });
  const { body: log } = await portal().call('/audit?entity=user', { as: superAdmin });
  const [entry] = (log as { entries: AuditEntry[] }).entries;
  expect(entry).toMatchObject({ action: 'users.update', before: texts('a'), after: texts('b') });
  const { body: file } = await portal().call('/exports/users', { as: superAdmin, body: { format: 'jsonl' } });
  const rows = String(file).split('\n').slice(0, -1);
  expect(rows.map((row) => JSON.parse(row) as object)).toContainEqual(expect.objectContaining({ id, ...texts('b') }));
  const other = await portal().makeUser(superAdmin.companyId);
  const listed: readonly string[] = listedUserFields;
  for (const field of optionalUserFields) {
    const search = async (as: TestUser) =>
      (await portal().call(`/users?stringValue=zqb${field}`, { as })).body as User[];
    expect((await search(superAdmin)).length).toBe(listed.includes(field) ? 1 : 0);
    expect(await search(other)).toEqual([]);
  }
});

test('optional fields may be missing in an invitation, follow from one, and are changed by their own user', async () => {
  const forms = [
    newUserForm({ ...mapOptionalFields(() => undefined), lastName: 'Bare' }),
    newUserForm({ ...texts('c'), lastName: 'Full' }),
  ];
  const { status } = await portal().call('/users/invitations', { as: superAdmin, body: { users: forms } });
  expect(status).toBe(200);
  const { body } = await portal().call('/users', { as: superAdmin });
  const invited = (name: string) => (body as User[]).find(({ lastName }) => lastName === name);
  expect(invited('Bare')).toMatchObject(mapOptionalFields(() => null));
  expect(invited('Full')).toMatchObject(texts('c'));
  const own = await portal().makeUser(superAdmin.companyId);
  const update = (values: object) =>
    portal().call(`/users/${own.id}`, { as: own, body: profileForm(own.email, { ...values }) });
  const ownTexts = mapUserFields(ownTextFields, (field) => `zqd${field}`);
  expect((await update(ownTexts)).body).toMatchObject(ownTexts);
  expect((await portal().call('/session/user', { as: own })).body).toMatchObject(ownTexts);
  expect((await update(mapOptionalFields(() => undefined))).body).toMatchObject(ownTexts);
  expect((await update(mapUserFields(ownTextFields, () => ''))).body).toMatchObject(
    mapUserFields(ownTextFields, () => null),
  );
});

test('assigned fields are read by their person, and changed by those who manage users alone', async () => {
  const own = await portal().makeUser(superAdmin.companyId);
  const assigned = mapUserFields(assignedUserFields, (field) => `zqe${field}`);
  const form = newUserForm({ ...assigned, email: own.email });
  expect(await portal().call(`/users/${own.id}`, { as: superAdmin, body: form })).toMatchObject({ status: 200 });
  const update = (values: object) =>
    portal().call(`/users/${own.id}`, { as: own, body: profileForm(own.email, { ...values }) });
  expect(await update(assigned)).toMatchObject({ status: 200, body: assigned });
  for (const field of assignedUserFields) {
    for (const value of ['other', '', null]) {
      expect(await update({ [field]: value })).toMatchObject({
        status: 422,
        body: { fields: [{ path: field, message: 'Only those who manage users can change this.' }] },
      });
    }
  }
  expect((await portal().call('/session/user', { as: own })).body).toMatchObject(assigned);
});

test('optional fields stand in the export of their person, and an erasure leaves none of them', async () => {
  const { email } = await create(texts('erased'));
  const { id } = await findPerson(portal(), superAdmin, email);
  const response = await fetch(`${portal().url}/api/erasures/persons/${id}/file`, {
    headers: { authorization: `Bearer ${superAdmin.token}` },
  });
  const entries = await unpackTar(gunzipSync(Buffer.from(await response.arrayBuffer())));
  const all = entries.map(({ data = new Uint8Array() }) => Buffer.from(data).toString()).join('\n');
  for (const field of optionalUserFields) expect(all).toContain(`zqerased${field}`);
  await erasePerson(portal(), superAdmin, id);
  await waitForErasures(portal(), superAdmin);
  expect(await findText(portal(), 'zqerased')).not.toContainEqual(expect.stringMatching(/^users\./));
});
