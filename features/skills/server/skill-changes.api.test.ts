import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Usage } from '#features/money/contract/usage.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { skillForm, useSkillCalls } from './testing/skill-calls.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

describe('saving', () => {
  test('changes what the form says, and leaves a record of it', async () => {
    const skill = await calls.make(superAdmin, { serviceProvider: 'Steward' });
    const form = skillForm({ name: 'Holidays', area: 'FI', serviceProvider: 'SAP', version: 1 });
    const { status, body } = await calls.save(superAdmin, skill.id, form);
    expect({ status, body }).toEqual({ status: 200, body: { ...skill, ...form, version: 2 } });
    expect(await calls.listAudit(superAdmin, skill.id)).toMatchObject([
      {
        action: 'skills.update',
        entityLabel: 'Holidays',
        before: { name: 'Leave requests', area: 'General', serviceProvider: 'Steward' },
        after: { name: 'Holidays', area: 'FI', serviceProvider: 'SAP' },
      },
      { action: 'skills.create' },
    ]);
  });

  test('takes the whole record back as it was answered', async () => {
    const skill = await calls.make(superAdmin, { limit: 5, price: 0 });
    expect(await calls.save(superAdmin, skill.id, skill)).toMatchObject({
      status: 200,
      body: { ...skill, version: 2 },
    });
    expect(await calls.save(superAdmin, skill.id.toUpperCase(), { ...skill, version: 2 })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    [{ _id: randomUUID() }, '_id'],
    [{ id: randomUUID() }, 'id'],
    [{ isProvided: true }, 'isProvided'],
    [{ price: 0.5 }, 'price'],
    [{ serviceProvider: 'Oracle' }, 'serviceProvider'],
    [{ version: '1' }, 'version'],
    [{ status: true }, 'status'],
  ])('with %j is refused at %s', async (values, path) => {
    const skill = await calls.make(superAdmin);
    expect(await calls.save(superAdmin, skill.id, skillForm(values))).toMatchObject({
      status: 422,
      body: { fields: [{ path }] },
    });
    expect((await calls.read(superAdmin, skill.id)).body).toEqual(skill);
  });

  test('sets, keeps and removes the limit that the usage page shows', async () => {
    const { superAdmin: as } = await portal().makeCompany();
    const skill = await calls.make(as, { limit: 40 });
    const readLimits = async () => {
      const usage = (await portal().call('/company/skills/usage', { as })).body as Usage;
      return usage.data.filter(({ _id }) => _id === skill.id).map(({ limit }) => limit);
    };
    expect(await readLimits()).toEqual([40]);
    await calls.save(as, skill.id, skillForm());
    expect(await readLimits()).toEqual([40]);
    await calls.save(as, skill.id, skillForm({ limit: 0 }));
    expect(await readLimits()).toEqual([0]);
    await calls.save(as, skill.id, skillForm({ limit: null }));
    expect(await readLimits()).toEqual([]);
    const limits = (await calls.listAudit(as, skill.id)).filter(
      (entry) => 'entity' in entry && entry.entity === 'skillLimit',
    );
    expect(limits).toMatchObject([
      { action: 'limits.update', entityLabel: skill.name, before: { limit: 0 }, after: { limit: null } },
      { before: { limit: 40 }, after: { limit: 0 } },
      { before: { limit: null }, after: { limit: 40 } },
    ]);
  });

  test('a limit that is sent back as it is keeps its version', async () => {
    const { superAdmin: as } = await portal().makeCompany();
    const skill = await calls.make(as, { limit: 40 });
    const readVersion = async () =>
      ((await portal().call('/company/skills/usage', { as })).body as Usage).data[0]?.limitVersion;
    const before = await readVersion();
    await calls.save(as, skill.id, skillForm({ limit: 40, name: 'Renamed' }));
    expect(await readVersion()).toBe(before);
  });
});

describe('deleting', () => {
  test('takes the skill out of the store, once', async () => {
    const skill = await calls.make(superAdmin);
    expect((await calls.remove(superAdmin, skill.id)).status).toBe(204);
    const answers = [
      await calls.remove(superAdmin, skill.id),
      await calls.read(superAdmin, skill.id),
      await calls.save(superAdmin, skill.id, skillForm()),
    ];
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject({ status: 404, body: { code: 'record.not-found' } });
    }
    expect((await calls.listStore(superAdmin)).map(({ id }) => id)).not.toContain(skill.id);
    expect(await calls.listAudit(superAdmin, skill.id)).toMatchObject([
      { action: 'skills.delete', entityLabel: skill.name, before: { name: skill.name }, after: null },
      { action: 'skills.create' },
    ]);
  });

  test('may send the record along, and is refused where that is another or an older one', async () => {
    const skill = await calls.make(superAdmin);
    await calls.save(superAdmin, skill.id, skillForm({ name: 'Newer' }));
    expect(await calls.remove(superAdmin, skill.id, { _id: randomUUID() })).toMatchObject({
      status: 422,
      body: { fields: [{ path: '_id' }] },
    });
    expect(await calls.remove(superAdmin, skill.id, { password: 'x' })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'password' }] },
    });
    expect(await calls.remove(superAdmin, skill.id, { version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'record.stale', current: { name: 'Newer', version: 2 } },
    });
    expect((await calls.remove(superAdmin, skill.id, (await calls.read(superAdmin, skill.id)).body)).status).toBe(204);
  });

  test('against saving: one of them is first, the other is refused, and nothing comes back', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const skill = await calls.make(superAdmin);
      const saves = Array.from({ length: 3 }, (_, place) =>
        calls.save(superAdmin, skill.id, skillForm({ name: `Save ${turn} ${place}`, version: 1 })),
      );
      const [removed, ...saved] = await Promise.all([calls.remove(superAdmin, skill.id, { version: 1 }), ...saves]);
      const winners = [removed.status === 204, ...saved.map(({ status }) => status === 200)].filter(Boolean);
      expect(winners).toHaveLength(1);
      for (const { status } of saved) expect([200, 404, 409]).toContain(status);
      expect([204, 409]).toContain(removed.status);
      expect((await calls.read(superAdmin, skill.id)).status).toBe(removed.status === 204 ? 404 : 200);
    }
  });

  test('twice at once succeeds once', async () => {
    const skill = await calls.make(superAdmin);
    const answers = await Promise.all(Array.from({ length: 5 }, () => calls.remove(superAdmin, skill.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
  });
});
