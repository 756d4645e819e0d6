import { beforeAll, expect, test } from 'vitest';
import type { AuditChainState, AuditEntry, AuditVerification } from '#features/protection/contract/audit.ts';
import { signChains } from '#server/background/audit-chain.ts';
import { parseCheckpoints } from '#server/records/audit-chain/checkpoints.ts';
import { withOwner } from '#server/database/copy/owner-connection.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import { recordAudit } from '#server/records/audit.ts';
import { adoptEntries, beginChains } from '#server/records/audit-chain/adopt-entries.ts';

const portal = useTestPortal();

const write = (companyId: string, count: number, label = 'x') =>
  portal().database.inCompany(companyId, async (tx) => {
    const actor = { accountId: null, name: 'Mari', email: 'mari@test.example' };
    const subject = { entity: 'user', entityId: 'u', entityLabel: label };
    const entry = { ...subject, actor, action: 'users.update', requestId: 'r', now: portal().clock.now() };
    // Sent together, because one by one they take seconds.
    await Promise.all(Array.from({ length: count }, (_, number) => recordAudit(tx, { ...entry, after: { number } })));
  });

/** Deletes the entry at `position` of the company's chain, as only the tables' owner can. */
const deleteEntry = (ownerUrl: string, companyId: string, position: number) =>
  withOwner(ownerUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('alter table audit_entries no force row level security');
    await owner.query(
      `delete from audit_entries e using audit_seals s where s.company_id = $1 and s.position = $2
        and e.company_id = s.company_id and e.id = s.entry_id`,
      [companyId, position],
    );
    await owner.query('alter table audit_entries force row level security');
    await owner.query('commit');
  });

let long: Awaited<ReturnType<ReturnType<typeof portal>['makeCompany']>>;

beforeAll(async () => {
  long = await portal().makeCompany();
  await write(long.id, 5200);
});

async function verify(as: TestUser, body: object = {}): Promise<AuditVerification> {
  const answer = await portal().call('/audit/verification', { as, body });
  expect(answer.status).toBe(200);
  return answer.body as AuditVerification;
}

const getChain = async (as: TestUser) => (await portal().call('/audit/chain', { as })).body as AuditChainState;

test('a log of many entries is verified in parts, and the outcome is an entry of it', async () => {
  const { superAdmin } = long;
  const first = await verify(superAdmin);
  expect(first).toMatchObject({ checked: 5000, total: 5200, fault: null });
  const rest = await verify(superAdmin, { progress: first.progress });
  expect(rest).toEqual({ checked: 5200, total: 5200, fault: null, progress: null });
  expect(await getChain(superAdmin)).toMatchObject({
    entries: 5201,
    lastSigned: null,
    lastVerification: { author: 'Mari Maasikas', checked: 5200, verdict: 'intact' },
  });
});

test('the progress of another person, or a changed one, is refused', async () => {
  const { id, superAdmin } = long;
  const other = await portal().makeUser(id, { roles: ['SuperAdmin'] });
  const { progress } = await verify(superAdmin);
  const [position, mac, seal] = (progress ?? '').split('.');
  for (const [as, forged] of [
    [other, progress],
    [superAdmin, `${position}0.${mac}.${seal}`],
    [superAdmin, `${position}.${mac}`],
    [superAdmin, ''],
  ] as const) {
    const answer = await portal().call('/audit/verification', { as, body: { progress: forged } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid', fields: [{ path: 'progress' }] } });
  }
});

test('the first broken entry is named, and checkpoints are downloaded', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  expect((await portal().call('/audit/checkpoints', { as: superAdmin })).status).toBe(404);
  await write(id, 3);
  const { database, clock, adapters } = portal();
  await signChains({ database, files: adapters.files, clock, log: { warn: () => undefined, error: () => undefined } });
  const file = await portal().call('/audit/checkpoints', { as: superAdmin });
  // The download that was refused is an entry as well.
  expect(parseCheckpoints(String(file.body))).toMatchObject([{ companyId: id, position: 4 }]);
  expect((await getChain(superAdmin)).lastSigned).toMatchObject({ entries: 4 });
  await deleteEntry(database.ownerUrl, id, 2);
  const { fault } = await verify(superAdmin);
  expect(fault).toMatchObject({ kind: 'missing', position: 2, date: clock.now().toISOString() });
  expect((await getChain(superAdmin)).lastVerification).toMatchObject({ checked: 1, verdict: 'missing' });
});

const columns = 'occurred_at, actor_name, actor_email, action, entity, entity_id, entity_label, request_id, company_id';
const forged = (at: string) =>
  `insert into audit_entries (${columns}) select ${at}, 'Chief Accountant', 'a', 'invoices.delete', 'invoice', 'x', 'x', 'r', $1`;
/** Seals the newest entry by what a row of `audit_seals` holds already, from `source`. */
const sealed = (source: string) => `
  with made as (${forged('now()')} returning id, occurred_at)
  insert into audit_seals (company_id, position, entry_id, occurred_at, key_number, mac)
  select $1, s.position + 1, made.id, made.occurred_at, s.key_number, s.mac from made, (${source}) s`;
const lastSeal = 'select * from audit_seals where company_id = $1 order by position desc limit 1';

/** Runs the statement as the owner of the tables, who is no exception of the wall. */
const runAsOwnerOf = (ownerUrl: string, text: string) =>
  withOwner(ownerUrl, async (owner) => {
    const tables = ['audit_entries', 'audit_seals', 'audit_heads', 'audit_checkpoints'];
    const force = (how: string) => tables.map((table) => `alter table ${table} ${how} row level security`);
    // One by one, because Citus passes the whole string in which a table is changed to the workers.
    for (const each of ['begin', ...force('no force'), text, ...force('force'), 'commit']) await owner.query(each);
  });

test.each([
  ['dated back', forged(`now() - interval '3 days'`)],
  ['of the future', forged(`now() + interval '3 days'`)],
  ['of a time before its company', forged(`timestamptz '2001-01-01'`)],
  ['with the seal before', sealed(lastSeal)],
  ['with a seal of its own making', sealed(`select position, key_number, sha256(mac) as mac from (${lastSeal}) s`)],
  ['behind a head that was set back', `update audit_heads set position = 1 where company_id = $1`],
  ['behind a head that was deleted', 'delete from audit_heads where company_id = $1'],
  [
    'that a checkpoint of its own making signs',
    `with made as (${forged('now()')})
      insert into audit_checkpoints (company_id, position, mac, signed_at, key_number, signature)
      select $1, position + 1, mac, now(), key_number, sha512(mac) from (${lastSeal}) s`,
  ],
])('an entry %s that is written past the portal is never taken for its own', async (_name, text) => {
  const { id, superAdmin } = await portal().makeCompany();
  await write(id, 3);
  const { database, clock, adapters } = portal();
  const log = { warn: () => undefined, error: () => undefined };
  const pass = async () => {
    await adoptEntries(database, clock.now());
    await beginChains(database, clock.now());
    await signChains({ database, files: adapters.files, clock, log });
  };
  await pass();
  expect((await verify(superAdmin)).fault).toBeNull();
  const literal = text.replaceAll('$1', `'${id}'`);
  await runAsOwnerOf(database.ownerUrl, literal);
  for (let time = 0; time < 2; time += 1) await pass();
  const { fault } = await verify(superAdmin);
  expect(fault).not.toBeNull();
  // The work of the company goes on.
  expect((await portal().call('/users', { as: superAdmin, body: newUserForm() })).status).toBe(201);
});

test('exactly what is filtered is exported, page after page, and the export is an entry of its own', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  await write(id, 503, '=HYPERLINK("x"), ä');
  await portal().call('/users', { as: superAdmin, body: newUserForm() });
  const answer = await portal().call('/audit/export?search=hyperlink', { as: superAdmin });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"/);
  const [head, ...lines] = String(answer.body).trimEnd().split('\r\n');
  expect(head?.replace('\uFEFF', '')).toMatch(/^"Time \(Europe\/Tallinn\)","Time \(UTC\)","Author","E-mail"/);
  expect(lines).toHaveLength(503);
  expect(lines.every((line) => line.includes(`"'=HYPERLINK(""x""), ä"`))).toBe(true);
  const { entries } = (await portal().call('/audit', { as: superAdmin })).body as { entries: AuditEntry[] };
  expect(entries[0]).toMatchObject({ action: 'audit.export', after: { search: 'hyperlink' } });
  const none = await portal().call('/audit/export?from=2020-01-01&to=2020-01-02', { as: superAdmin });
  expect(String(none.body).trimEnd().split('\r\n')).toHaveLength(1);
});

test('without the right to the log it is neither exported nor verified', async () => {
  const { id } = await portal().makeCompany();
  const user = await portal().makeUser(id, { roles: ['User'] });
  for (const path of ['/audit/export', '/audit/chain', '/audit/checkpoints']) {
    expect((await portal().call(path, { as: user })).status).toBe(403);
  }
});
