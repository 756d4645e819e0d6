import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { StoreFigures } from '#features/skills/contract/store-figures.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { skillForm, useSkillCalls } from './testing/skill-calls.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
let superAdmin: TestUser;
let stranger: TestUser;
let provider: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
  ({ superAdmin: provider } = await portal().makeCompany({ isProvider: true }));
});

const notFound = { status: 404, body: { code: 'record.not-found' } };
const provided = { status: 403, body: { code: 'skills.provided' } };

async function setAgreedPrice(companyId: string, skillId: string, price: number): Promise<void> {
  await portal().database.inCompany(companyId, (tx) =>
    runSql(tx, 'insert into skill_prices (skill_id, price_ten_thousandths) values ($1, $2)', [skillId, price]),
  );
}

describe('another company’s skill', () => {
  test('is not in the store, and answered like one that does not exist', async () => {
    const skill = await calls.make(stranger);
    for (const id of [skill.id, randomUUID(), 'x', 'unmapped', `${skill.id}%00`, `${skill.id} `]) {
      for (const answer of [
        await calls.read(superAdmin, id),
        await calls.save(superAdmin, id, skillForm()),
        await calls.remove(superAdmin, id),
        await calls.remove(superAdmin, id, { _id: skill.id }),
      ]) {
        expect([400, 404]).toContain(answer.status);
      }
    }
    expect(await calls.read(superAdmin, skill.id)).toMatchObject(notFound);
    expect(await calls.save(superAdmin, skill.id, skill)).toMatchObject(notFound);
    expect(await calls.remove(superAdmin, skill.id)).toMatchObject(notFound);
    expect((await calls.listStore(superAdmin)).map(({ id }) => id)).not.toContain(skill.id);
    expect((await calls.read(stranger, skill.id)).body).toEqual(skill);
    expect(await calls.listAudit(stranger, skill.id)).toHaveLength(1);
  });

  test('is not saved through the id of an own one', async () => {
    const [own, foreign] = [await calls.make(superAdmin), await calls.make(stranger)];
    const body = skillForm({ _id: foreign.id, name: 'Taken over' });
    expect((await calls.save(superAdmin, own.id, body)).status).toBe(422);
    expect([(await calls.read(superAdmin, own.id)).body, (await calls.read(stranger, foreign.id)).body]).toEqual([
      own,
      foreign,
    ]);
  });
});

describe('the provider’s skill', () => {
  test('is in every company’s store, and no other company changes or deletes it', async () => {
    const skill = await calls.make(provider, { name: 'Provided', price: 0.45, serviceProvider: 'Steward' });
    expect(skill).toMatchObject({ isProvided: true, canEdit: true, price: 0.45 });
    for (const as of [superAdmin, stranger]) {
      const seen = { ...skill, canEdit: false };
      expect((await calls.read(as, skill.id)).body).toEqual(seen);
      expect((await calls.listStore(as)).find(({ id }) => id === skill.id)).toEqual(seen);
      expect(await calls.save(as, skill.id, skill)).toMatchObject(provided);
      expect(await calls.remove(as, skill.id)).toMatchObject(provided);
    }
    expect(await calls.save(provider, skill.id, skillForm({ name: 'Renamed' }))).toMatchObject({
      status: 200,
      body: { name: 'Renamed', isProvided: true, price: 0.45 },
    });
    expect((await calls.remove(provider, skill.id)).status).toBe(204);
    for (const as of [superAdmin, stranger]) {
      expect(await calls.read(as, skill.id)).toMatchObject(notFound);
      expect(await calls.save(as, skill.id, skill)).toMatchObject(notFound);
    }
  });

  test('stays the provider’s while its people act in another company; what they make there is that company’s', async () => {
    const skill = await calls.make(provider);
    expect(await calls.save(provider, skill.id, skillForm(), superAdmin.companyId)).toMatchObject(provided);
    const made = await calls.make(provider, { price: 2 }, superAdmin.companyId);
    expect(made).toMatchObject({ isProvided: false, canEdit: true, price: 2 });
    expect((await calls.read(superAdmin, made.id)).body).toEqual(made);
    expect(await calls.read(stranger, made.id)).toMatchObject(notFound);
    expect(await calls.read(provider, made.id)).toMatchObject(notFound);
    const [entry] = await calls.listAudit(superAdmin, made.id);
    expect(entry).toMatchObject({
      action: 'skills.create',
      actor: { email: provider.email, company: expect.any(String) },
    });
  });

  test('costs and is limited as each company has it', async () => {
    const skill = await calls.make(provider, { price: 1 });
    await setAgreedPrice(superAdmin.companyId, skill.id, 7_500);
    await portal().call(`/company/skills/${skill.id}/limit`, { as: superAdmin, method: 'PUT', body: { limit: 9 } });
    expect((await calls.read(superAdmin, skill.id)).body).toMatchObject({ price: 0.75, limit: 9 });
    expect((await calls.read(stranger, skill.id)).body).toMatchObject({ price: 1, limit: null });
    expect((await calls.read(provider, skill.id)).body).toMatchObject({ price: 1, limit: null });
  });
});

describe('the price', () => {
  test('of an own skill is the provider’s to set', async () => {
    for (const price of [0.01, 1]) {
      expect(await calls.create(superAdmin, skillForm({ price }))).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'price', message: 'Only the provider can set the price.' }] },
      });
    }
    const skill = await calls.make(superAdmin, { price: 0 });
    expect((await calls.save(superAdmin, skill.id, skillForm({ price: 0.5 }))).status).toBe(422);
    expect(await calls.save(provider, skill.id, skillForm({ price: 0.5 }), superAdmin.companyId)).toMatchObject({
      status: 200,
      body: { price: 0.5 },
    });
    expect((await calls.save(superAdmin, skill.id, skillForm({ price: 0.4 }))).status).toBe(422);
    expect((await calls.save(superAdmin, skill.id, skillForm({ price: 0.5 }))).status).toBe(200);
    expect((await calls.save(superAdmin, skill.id, skillForm())).body).toMatchObject({ price: 0.5 });
  });

  test('that was agreed stays when the form repeats it, and gives way to a new one', async () => {
    const skill = await calls.make(provider, { price: 1 }, superAdmin.companyId);
    await setAgreedPrice(superAdmin.companyId, skill.id, 7_500);
    expect((await calls.save(superAdmin, skill.id, skillForm({ price: 0.75 }))).body).toMatchObject({ price: 0.75 });
    expect((await calls.save(superAdmin, skill.id, skillForm({ price: 1 }))).status).toBe(422);
    expect((await calls.save(provider, skill.id, skillForm({ price: 1.25 }), superAdmin.companyId)).body).toMatchObject(
      {
        price: 1.25,
      },
    );
    expect((await calls.read(superAdmin, skill.id)).body).toMatchObject({ price: 1.25 });
  });
});

describe('a person who does not manage skills', () => {
  test.each([['Admin'], ['User'], ['TechnicalUser']] as const)('as %s sees names and changes nothing', async (role) => {
    const skill = await calls.make(superAdmin);
    const as = await portal().makeUser(superAdmin.companyId, { roles: [role] });
    const store = await calls.listStore(as);
    expect(store).toContainEqual({ _id: skill.id, id: skill.id, name: skill.name });
    expect(store.every((each: Skill) => Object.keys(each).length === 3)).toBe(true);
    const refused = [
      calls.read(as, skill.id),
      calls.create(as, skillForm()),
      calls.save(as, skill.id, skillForm()),
      calls.remove(as, skill.id),
      portal().call('/skills/store/screenshots', { as, body: new Uint8Array([1]) }),
      portal().call(`/analytics/skills/${skill.id}`, { as }),
    ];
    expect(new Set((await Promise.all(refused)).map(({ status }) => status))).toEqual(new Set([403]));
    expect((await calls.read(superAdmin, skill.id)).body).toEqual(skill);
  });

  test('any more is refused at once', async () => {
    const as = await portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] });
    const skill = await calls.make(as);
    await portal().database.inCompany(superAdmin.companyId, (tx) =>
      runSql(tx, `update users set roles = '{User}' where id = $1`, [as.id]),
    );
    expect((await calls.save(as, skill.id, skillForm())).status).toBe(403);
  });
});

test('who manages skills without reading billing sees no price, cost or limit, and cannot guess them by saving', async () => {
  const { superAdmin: owner } = await portal().makeCompany();
  const admin = await portal().makeUser(owner.companyId, { roles: ['Admin'] });
  const { billing, skills } = defaultRights;
  const levels = { ...defaultRights, billing: { ...billing, Admin: 'none' }, skills: { ...skills, Admin: 'change' } };
  await portal().call('/company/rights', { as: owner, method: 'PUT', body: { levels } });
  const skill = await calls.make(owner, { limit: 9 });
  expect(skill).toMatchObject({ limit: 9, price: 0 });
  const shown = [
    (await calls.read(admin, skill.id)).body,
    (await calls.listStore(admin)).find(({ id }) => id === skill.id),
  ];
  for (const each of shown) {
    expect(each).not.toHaveProperty('limit');
    expect(each).not.toHaveProperty('price');
  }
  const saved = await calls.save(admin, skill.id, skillForm({ name: 'Renamed' }));
  expect(saved.body).toMatchObject({ name: 'Renamed' });
  expect(saved.body).not.toHaveProperty('limit');
  for (const price of [0, 0.5]) expect((await calls.save(admin, skill.id, skillForm({ price }))).status).toBe(200);
  for (const limit of [9, 8]) expect((await calls.save(admin, skill.id, skillForm({ limit }))).status).toBe(403);
  expect((await calls.read(owner, skill.id)).body).toMatchObject({ limit: 9, price: 0 });
  const reported = `insert into reported_skills (name, name_key, skill_id) values ('x', 'x', $1)`;
  await portal().database.inCompany(owner.companyId, (tx) => runSql(tx, reported, [skill.id]));
  const read = async (as: TestUser) => ((await portal().call('/skills/figures', { as })).body as StoreFigures).skills;
  expect(await read(owner)).toEqual([{ _id: skill.id, requests: 0, cost: 0, successRate: null }]);
  expect(await read(admin)).toEqual([{ _id: skill.id, requests: 0, successRate: null }]);
});
