import { beforeAll, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import type { User } from '#features/people/contract/users.ts';
import { buildUser, type BuiltUser } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let companyId: string;
let superAdmin: TestUser;
let admin: TestUser;
let user: TestUser;
let signedIn: BuiltUser;

const run = (id: string, text: string, values: unknown[]) =>
  portal().database.inCompany(id, (tx) => runSql(tx, text, values));

/** Signed in at a set time with two-factor authentication, without a call that would note another one. */
async function makeSignedIn() {
  const roles = ['Admin', 'User'] as const;
  const values = { firstName: '=cmd()', lastName: 'Arro', roles, sapId: '+1' };
  const built = await buildUser(portal().database, companyId, values);
  await portal().database.inSystem('demo.seed', async (tx) => {
    await runSql(tx, 'update users set came_in_at = now() where company_id = $1 and id = $2', [companyId, built.id]);
    await runSql(tx, 'update identity.accounts set two_factor_enabled = true where id = $1', [built.accountId]);
  });
  const at = '2026-11-05T22:30:15.123Z';
  await run(companyId, 'insert into user_sign_ins (user_id, last_sign_in_at) values ($1, $2)', [built.id, at]);
  return built;
}

beforeAll(async () => {
  ({ id: companyId, superAdmin } = await portal().makeCompany());
  await portal().makeCompany();
  admin = await portal().makeUser(companyId, { roles: ['Admin'], lastName: 'Kask' });
  user = await portal().makeUser(companyId, { lastName: 'Tamm' });
  signedIn = await makeSignedIn();
  const left = await buildUser(portal().database, companyId, { lastName: 'Uus', company: 'North' });
  await run(companyId, 'update users set deactivated_at = now() where company_id = $1 and id = $2', [
    companyId,
    left.id,
  ]);
  await run(companyId, 'insert into reported_users (first_name, last_name) values ($1, $2)', ['Only', 'Reported']);
});

const download = (as: TestUser, body: object) => portal().call('/exports/users', { as, body });

async function readRows(as: TestUser, filter: object = {}) {
  const { status, headers, body } = await download(as, { ...filter, format: 'jsonl' });
  expect(status).toBe(200);
  const lines = String(body).split('\n').slice(0, -1);
  expect(headers.get('x-row-count')).toBe(String(lines.length));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const readNames = async (as: TestUser, filter: object) => (await readRows(as, filter)).map(({ lastName }) => lastName);

const readHead = async (as: TestUser) => {
  const { body } = await download(as, { format: 'csv' });
  return String(body).split('\r\n')[0];
};

/** A listed user as the fields of a row; what the list leaves out of some users is null. */
const toRow = ({ id, firstName, lastName, email, company, roles, access, ...texts }: User) => ({
  id,
  firstName,
  lastName,
  email,
  company: company ?? null,
  ...mapOptionalFields((field) => texts[field] ?? null),
  roles: roles?.join(', ') ?? null,
  ...(access && { state: access.state, hasTwoFactor: access.hasTwoFactor, lastSignInAt: access.lastSignInAt }),
});

const profileHead =
  '"User ID","First Name","Last Name","E-mail","Company","SAP Login ID","Department","Cost centre","Role"';

test('the file has the users and the fields that the list shows its reader, in its order', async () => {
  for (const as of [superAdmin, admin, user]) {
    const { body } = await portal().call('/users', { as });
    const listed = body as User[];
    const rows = await readRows(as);
    expect(rows).toHaveLength(5);
    expect(rows.map(({ lastSignInAtLocal: _, ...row }) => row)).toEqual(listed.map(toRow));
  }
  const [others, own] = [await readRows(user, { search: 'arro' }), await readRows(user, { search: 'tamm' })];
  expect(others).toMatchObject([{ email: signedIn.email, company: null, sapId: null, roles: null }]);
  expect(own).toMatchObject([{ email: user.email, company: 'Test', roles: 'User' }]);
});

test('a user is written with the time by the clock of the company, and no cell is a formula', async () => {
  expect(await readRows(superAdmin, { search: 'arro' })).toEqual([
    {
      id: signedIn.id,
      firstName: '=cmd()',
      lastName: 'Arro',
      email: signedIn.email,
      company: 'Test',
      ...mapOptionalFields(() => null),
      sapId: '+1',
      roles: 'Admin, User',
      state: 'Active',
      hasTwoFactor: true,
      lastSignInAtLocal: '2026-11-06 00:30:15',
      lastSignInAt: '2026-11-05T22:30:15.123Z',
    },
  ]);
  const { headers, body } = await download(superAdmin, { search: 'arro', format: 'csv' });
  expect(headers.get('content-disposition')).toMatch(/attachment; filename="users-[\d-]+\.csv"/);
  expect(body).toBe(
    `${profileHead},"Status","Two-factor authentication","Last sign-in (Europe/Tallinn)","Last sign-in (UTC)"\r\n` +
      `"${signedIn.id}","'=cmd()","Arro","${signedIn.email}","Test","'+1","","","Admin, User","Active","true",` +
      `"2026-11-06 00:30:15","2026-11-05T22:30:15.123Z"\r\n`,
  );
  expect([await readHead(admin), await readHead(user)]).toEqual([profileHead, profileHead]);
});

test('search and status leave in the file what they leave in the list, and find nothing that is not shown', async () => {
  expect(await readNames(superAdmin, { search: ' TAMM ' })).toEqual(['Tamm']);
  expect(await readNames(superAdmin, { state: 'Deactivated' })).toEqual(['Uus']);
  expect(await readNames(superAdmin, { state: 'Active', search: 'north' })).toEqual([]);
  for (const as of [superAdmin, admin]) expect(await readNames(as, { search: 'north' })).toEqual(['Uus']);
  expect(await readNames(user, { search: 'north' })).toEqual([]);
  for (const filter of [{ state: 'Lost' }, { search: 'x'.repeat(201) }, { unmapped: 'true' }]) {
    expect((await download(superAdmin, { ...filter, format: 'csv' })).status).toBe(422);
  }
});

test('role and last sign-in leave in the file what they leave in the list', async () => {
  const sorted = async (filter: object) => (await readNames(superAdmin, filter)).toSorted();
  expect(await sorted({ role: 'Admin' })).toEqual(['Arro', 'Kask']);
  // Never is a last sign-in that is long ago too.
  const never = await sorted({ signIn: 'never' });
  expect(never).toContain('Uus');
  expect(never).not.toContain('Arro');
  expect((await sorted({ signIn: '30-days', search: 'arro' })).length).toBe(isLongerAgo(30) ? 1 : 0);
  expect((await sorted({ signIn: '90-days', search: 'arro' })).length).toBe(isLongerAgo(90) ? 1 : 0);
  expect(await sorted({ signIn: '90-days', role: 'User', search: 'uus' })).toEqual(['Uus']);
  expect((await download(superAdmin, { signIn: 'ever', format: 'csv' })).status).toBe(422);
  // Chosen ones, of the company alone.
  const { superAdmin: stranger } = await portal().makeCompany();
  expect(await sorted({ users: [admin.id, user.id, stranger.id] })).toEqual(['Kask', 'Tamm']);
  expect(await sorted({ users: [] })).toEqual([]);
  const list = async (query: string, as = superAdmin) => await portal().call(`/users?${query}`, { as });
  expect((await list('role=Admin&signIn=90-days')).body).toHaveLength(
    (await sorted({ role: 'Admin', signIn: '90-days' })).length,
  );
  // Who sees roles may ask for them, and for nothing else.
  expect((await list('role=Admin', admin)).status).toBe(200);
  expect((await list('role=Admin', user)).status).toBe(403);
  expect((await list('signIn=never', admin)).status).toBe(403);
});

const isLongerAgo = (days: number) =>
  portal().clock.now().getTime() - Date.parse('2026-11-05T22:30:15.123Z') > days * 86_400_000;

test('the list has the users of a status too, before it ends where it was asked to', async () => {
  const list = async (query: string) => (await portal().call(`/users?${query}`, { as: superAdmin })).body as User[];
  const names = async (query: string) => (await list(query)).map(({ lastName }) => lastName);
  expect(await names('state=Deactivated')).toEqual(['Uus']);
  expect(await names('state=Deactivated&limit=1&unmapped=true')).toEqual(['Uus']);
  expect(await names('state=Active&stringValue=north')).toEqual([]);
  expect(await names('state=Active&stringValue=arro')).toEqual(['Arro']);
  expect((await portal().call('/users?state=Lost', { as: superAdmin })).status).toBe(422);
});

test('list, download and prepared file refuse a status to those who see none', async () => {
  for (const as of [admin, user]) {
    const refused = { status: 403, body: { code: 'access.refused' } };
    expect(await portal().call('/users?state=Active', { as })).toMatchObject(refused);
    expect(await download(as, { state: 'Active', format: 'csv' })).toMatchObject(refused);
    const body = { kind: 'users', filter: { state: 'Active' }, format: 'csv' };
    const { id } = (await portal().call('/exports/files', { as, body })).body as RowFile;
    await vi.waitFor(async () => {
      const files = (await portal().call('/exports/files', { as })).body as RowFile[];
      expect(files.find((file) => file.id === id)).toMatchObject({ state: 'failed', failure: 'right' });
    });
  }
});

test('each download is an audit entry with its filter', async () => {
  const { superAdmin: founder } = await portal().makeCompany();
  await readRows(founder, { search: founder.email, state: 'Invited' });
  const { body } = await portal().call('/audit?entity=user', { as: founder });
  const [entry] = (body as { entries: AuditEntry[] }).entries;
  expect(entry).toMatchObject({ action: 'users.export', entityLabel: 'Users', actor: { email: founder.email } });
  expect(entry?.after).toEqual({ search: founder.email, state: 'Invited', format: 'jsonl', rows: 0 });
});

test('a prepared file has the same rows, and is not sent to an owner who has fewer rights now', async () => {
  const { id, superAdmin: founder } = await portal().makeCompany();
  const owner = await portal().makeUser(id, { roles: ['SuperAdmin'], lastName: 'Owner' });
  const body = { kind: 'users', filter: { search: 'owner' }, format: 'jsonl' };
  const { id: fileId } = (await portal().call('/exports/files', { as: owner, body })).body as RowFile;
  const getFile = () => portal().call(`/exports/files/${fileId}/file`, { as: owner });
  await vi.waitFor(async () => expect((await getFile()).status).toBe(200), { timeout: 20_000, interval: 50 });
  const rows = String((await getFile()).body)
    .split('\n')
    .slice(0, -1);
  expect(rows.map((line) => JSON.parse(line) as object)).toEqual(await readRows(founder, { search: 'owner' }));
  await run(id, `update users set roles = '{Admin}' where company_id = $1 and id = $2`, [id, owner.id]);
  const refused = await getFile();
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, 'exports.outdated']);
});
