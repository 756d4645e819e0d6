import { beforeAll, expect, test } from 'vitest';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const all = (value: boolean) => ({
  updates: { announcements: value, maintenance: value, newSkills: value },
  limits: { accountLimit: value, budgetWarning: value, spendingDigest: value },
});
const save = (body: unknown) => portal().call('/company/notifications', { as: superAdmin, method: 'PUT', body });

test('by default only maintenance is on', async () => {
  const { superAdmin: fresh } = await portal().makeCompany();
  expect((await portal().call('/company/notifications', { as: fresh })).body).toEqual({
    updates: { announcements: false, maintenance: true, newSkills: false },
    limits: { accountLimit: false, budgetWarning: false, spendingDigest: false },
    recipients: { invoices: 'both', maintenance: 'both' },
    version: 1,
  });
});

test('what is chosen is kept, for this company alone', async () => {
  const saved = await save(all(true));
  expect(saved).toMatchObject({ status: 200, body: all(true) });
  expect((await portal().call('/company/notifications', { as: superAdmin })).body).toEqual(saved.body);
  const { superAdmin: stranger } = await portal().makeCompany();
  expect((await portal().call('/company/notifications', { as: stranger })).body).toMatchObject({ version: 1 });
});

test('who gets invoices and maintenance is chosen, and kept by a form without recipients', async () => {
  const recipients = { invoices: 'nobody', maintenance: 'contact' };
  expect((await save({ ...all(true), recipients })).body).toMatchObject({ recipients });
  expect((await save(all(false))).body).toMatchObject({ recipients });
  const both = { invoices: 'both', maintenance: 'both' };
  expect((await save({ ...all(true), recipients: both })).body).toMatchObject({ recipients: both });
  const wrong = await save({ ...all(true), recipients: { invoices: 'somebody', maintenance: 'nobody' } });
  expect((wrong.body as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual([
    'recipients.invoices',
    'recipients.maintenance',
  ]);
});

test('it is the SuperAdmin’s alone', async () => {
  const admin = await portal().makeUser(superAdmin.companyId, { roles: ['Admin', 'User', 'TechnicalUser'] });
  for (const call of [{}, { method: 'PUT', body: all(false) }]) {
    const { status } = await portal().call('/company/notifications', { as: admin, ...call });
    expect(status).toBe(403);
  }
});

test.each([
  [
    'a flag that is missing',
    { ...all(true), updates: { announcements: true, maintenance: true } },
    'updates.newSkills',
  ],
  ['a flag as text', { ...all(true), limits: { ...all(true).limits, accountLimit: 'true' } }, 'limits.accountLimit'],
  ['an unknown flag', { ...all(true), updates: { ...all(true).updates, spam: true } }, 'updates.spam'],
])('%s is refused by name', async (_name, body, path) => {
  expect(await save(body)).toMatchObject({ status: 422, body: { fields: [{ path }] } });
});
