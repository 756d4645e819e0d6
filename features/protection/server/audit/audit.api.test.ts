import { runSql } from '#server/testing/sql/run-sql.ts';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import { waitForTemporaryPassword } from '#server/testing/caught-mail.ts';
import { testPassword, useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm, profileForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

interface Page {
  readonly entries: AuditEntry[];
  readonly next: string | null;
}

async function readAudit(query = '', as = superAdmin): Promise<Page> {
  const { status, body } = await portal().call(`/audit${query}`, { as });
  expect(status).toBe(200);
  return body as Page;
}

const create = async (values: Record<string, unknown> = {}, headers: Record<string, string> = {}, as = superAdmin) => {
  const answer = await portal().call('/users', { as, body: newUserForm(values), headers });
  return { id: (answer.body as { id: string }).id, requestId: answer.headers.get('x-request-id') };
};

test('a change says who, when, and of the changed fields alone what was before and after', async () => {
  const form = newUserForm({ lastName: 'Enne' });
  const created = await portal().call('/users', { as: superAdmin, body: form });
  const { id } = created.body as { id: string };
  const saved = await portal().call(`/users/${id}`, { as: superAdmin, body: { ...form, lastName: 'Pärast' } });
  const { entries } = await readAudit(`?entity=user&entityId=${id}`);
  expect(entries[0]).toEqual({
    id: entries[0]?.id,
    date: entries[0]?.date,
    actor: { name: 'Mari Maasikas', email: superAdmin.email, company: null },
    action: 'users.update',
    entity: 'user',
    entityId: id,
    entityLabel: 'Jaan Pärast',
    before: { lastName: 'Enne' },
    after: { lastName: 'Pärast' },
    requestId: saved.headers.get('x-request-id'),
  });
  expect(Math.abs(Date.parse(entries[0]?.date ?? '') - Date.now())).toBeLessThan(3_600_000);
  expect(entries.map(({ action }) => action)).toEqual(['users.update', 'users.create']);
});

test('a save that changes nothing leaves nothing to read, a refused one neither', async () => {
  const form = newUserForm();
  const { id } = (await portal().call('/users', { as: superAdmin, body: form })).body as { id: string };
  await portal().call(`/users/${id}`, { as: superAdmin, body: { ...form, roles: ['TechnicalUser'] } });
  await portal().call(`/users/${id}`, { as: superAdmin, body: { ...form, version: 99 } });
  expect((await readAudit(`?entityId=${id}`)).entries.map(({ action }) => action)).toEqual(['users.create']);
});

test('the id of a request finds what it changed', async () => {
  const { id, requestId } = await create({ lastName: 'Otsitud' });
  expect((await readAudit(`?search=${requestId}`)).entries).toMatchObject([{ entityId: id, requestId }]);
  expect((await readAudit(`?search=${requestId?.slice(0, 8)}`)).entries).toMatchObject([{ entityId: id }]);
  expect((await readAudit(`?search=${requestId?.slice(0, 7)}`)).entries).toEqual([]);
});

test('a deletion keeps what was deleted', async () => {
  const { id } = await create({ lastName: 'Kadunud' });
  await portal().call('/users', { as: superAdmin, method: 'DELETE', body: [id] });
  const [entry] = (await readAudit('?search=kadunud')).entries;
  expect(entry).toMatchObject({ action: 'users.delete', entityId: id, before: { lastName: 'Kadunud' }, after: null });
});

test('no password, code or key is ever written down', async () => {
  const form = newUserForm();
  await portal().call('/users', { as: superAdmin, body: form });
  const temporary = await waitForTemporaryPassword(portal(), form.email);
  const person = await portal().makeUser(superAdmin.companyId);
  const email = `new-${person.email}`;
  const change = profileForm(email, { currentPassword: testPassword });
  await portal().call(`/users/${person.id}`, { as: person, body: change });
  const setUp = await portal().call('/session/two-factor', { as: person, body: { password: testPassword } });
  const { secret, recoveryCodes } = setUp.body as { secret: string; recoveryCodes: string[] };
  const code = readAuthenticator(secret, portal().clock.now());
  await portal().call('/session/two-factor/confirm', { as: person, body: { code } });
  const rows = await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql<{ text: string }>(tx, 'select string_agg(to_jsonb(e)::text, chr(10)) as text from audit_entries e'),
  );
  const written = rows[0]?.text ?? '';
  expect(written).toContain('account.two-factor-on');
  for (const planted of [testPassword, temporary, secret, code, ...recoveryCodes, person.token]) {
    expect(written).not.toContain(planted);
  }
});

test('what the provider does in a company is in that company’s log, with the name of the provider', async () => {
  const provider = await portal().makeCompany({ name: 'The provider', isProvider: true });
  const { id } = await create({}, { 'x-company': superAdmin.companyId }, provider.superAdmin);
  const [entry] = (await readAudit(`?entityId=${id}`)).entries;
  expect(entry).toMatchObject({
    action: 'users.create',
    actor: { email: provider.superAdmin.email, company: 'The provider' },
  });
  expect((await readAudit('', provider.superAdmin)).entries).toEqual([]);
});

test('pages follow each other by key without a gap, also while entries are added', async () => {
  const { superAdmin: own } = await portal().makeCompany();
  for (let index = 0; index < 5; index += 1) await create({ lastName: `Page ${index}` }, {}, own);
  const first = await readAudit('?limit=2', own);
  await create({ lastName: 'Page late' }, {}, own);
  const second = await readAudit(`?limit=2&before=${first.next}`, own);
  const third = await readAudit(`?limit=2&before=${second.next}`, own);
  const labels = [first, second, third].flatMap(({ entries }) => entries.map(({ entityLabel }) => entityLabel));
  expect(labels).toEqual(['Jaan Page 4', 'Jaan Page 3', 'Jaan Page 2', 'Jaan Page 1', 'Jaan Page 0']);
  expect(third.next).toBeNull();
});

test('the search takes % and _ as they are', async () => {
  await create({ lastName: '50%_off' });
  expect((await readAudit('?search=0%25_o')).entries).toHaveLength(1);
  expect((await readAudit('?search=%25%25')).entries).toEqual([]);
});

test('asking for another company’s record is noted in one’s own company, like asking for none at all', async () => {
  const { id: companyId, superAdmin: asker } = await portal().makeCompany();
  const { superAdmin: stranger } = await portal().makeCompany();
  const none = '00000000-0000-4000-8000-000000000000';
  await portal().call(`/users/${stranger.id}`, { as: asker });
  await portal().call(`/users/${none}`, { as: asker });
  const user = await portal().makeUser(companyId);
  await portal().call('/audit', { as: user });
  const { entries } = await readAudit('?entity=request', asker);
  expect(entries.map(({ entityId, entityLabel, after }) => ({ entityId, entityLabel, after }))).toEqual([
    { entityId: '/audit', entityLabel: 'auditList', after: { answer: 'access.refused' } },
    { entityId: `/users/${none}`, entityLabel: 'usersGet', after: { answer: 'record.not-found' } },
    { entityId: `/users/${stranger.id}`, entityLabel: 'usersGet', after: { answer: 'record.not-found' } },
  ]);
  expect((await readAudit('?entity=request', stranger)).entries).toEqual([]);
});

test('many denied requests of one minute are ten entries and one with the number of the rest', async () => {
  const { id: companyId, superAdmin: owner } = await portal().makeCompany();
  const user = await portal().makeUser(companyId);
  const knock = () => portal().call('/audit', { as: user });
  await Promise.all(Array.from({ length: 25 }, knock));
  expect((await readAudit('?entity=request', owner)).entries).toHaveLength(10);
  portal().clock.advance(60_000);
  await knock();
  const { entries } = await readAudit('?entity=request', owner);
  expect(entries).toHaveLength(12);
  expect(entries[1]).toMatchObject({ after: { answer: 'access.refused', moreRequests: 15 } });
});

test('sign-ins of both outcomes, the lock after failures and sign-outs are entries with their network', async () => {
  const { id: companyId, superAdmin: owner } = await portal().makeCompany();
  const { email } = await portal().makeUser(companyId);
  const signIn = (password: string) => portal().call('/session/sign-in', { body: { email, password } });
  const { headers } = await signIn(testPassword);
  const cookie = headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  await portal().call('/session/sign-out', { method: 'POST', headers: { cookie: cookie.join('; ') } });
  for (let time = 0; time < 6; time += 1) await signIn('Wrong-Horse-7');
  const read = async () => {
    const { entries } = await readAudit(`?entity=account&search=${encodeURIComponent(email)}`, owner);
    return entries.map(({ action, after }) => `${action} ${String(after?.['address'])}`).toSorted();
  };
  const address = '127.0.0.1';
  await expect
    .poll(read)
    .toEqual([
      `account.locked ${address}`,
      `account.sign-in ${address}`,
      ...Array.from({ length: 5 }, () => `account.sign-in-failed ${address}`),
      `account.sign-out ${address}`,
    ]);
});

test('entries are filtered by author and by days of the company’s zone, both included', async () => {
  const { id: companyId, superAdmin: anna } = await portal().makeCompany();
  // The first and the last moment of 5 January in Tallinn, and those beside them.
  const moments = ['2020-01-04T21:59:59Z', '2020-01-04T22:00:00Z', '2020-01-05T21:59:59Z', '2020-01-05T22:00:00Z'];
  await portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into audit_entries (occurred_at, actor_name, actor_email, action, entity, entity_id, entity_label, request_id)
        select at, case when place = 2 then 'Bo Ek' else 'Anna Berg' end, 'a@test.example', 'a', 'user', 'x', place::text, 'r'
        from unnest($1::timestamptz[]) with ordinality as moment (at, place)`,
      [moments],
    ),
  );
  const list = async (query: string) => (await readAudit(query, anna)).entries.map(({ entityLabel }) => entityLabel);
  expect(await list('?from=2020-01-05&to=2020-01-05')).toEqual(['3', '2']);
  expect(await list('?from=2020-01-06')).toEqual(['4']);
  expect(await list('?actor=BO%20ek')).toEqual(['2']);
  expect((await portal().call('/audit?from=today', { as: anna })).status).toBe(422);
});

test('the present name of an author also finds what was changed under an earlier one', async () => {
  const { id: companyId, superAdmin: anna } = await portal().makeCompany();
  const { id } = await create({}, {}, anna);
  await portal().database.inCompany(companyId, (tx) =>
    runSql(tx, `update users set last_name = 'Uusnimi' where id = '${anna.id}'`),
  );
  const { entries } = await readAudit('?actor=uusnimi', anna);
  expect(entries.map(({ entityId }) => entityId)).toContain(id);
  expect(entries.every(({ actor }) => !actor.name.includes('Uusnimi'))).toBe(true);
});
