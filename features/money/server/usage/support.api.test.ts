import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Support } from '#features/money/contract/limit-forms.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();

const read = async (as: TestUser) => (await portal().call('/company/support', { as })).body as Support;
const save = (as: TestUser, body: unknown) => portal().call('/company/support/limits', { as, method: 'PUT', body });
const idOf = ({ data }: Support, type: string) => data.find((item) => item.type === type)?._id ?? '';

test('every company has both channels of support from its first day, without limits', async () => {
  const { superAdmin } = await portal().makeCompany();
  expect(await read(superAdmin)).toMatchObject({
    total: 0,
    limit: null,
    version: 1,
    data: [
      { type: 'E-mail', limit: null, version: 1 },
      { type: 'Voice', limit: null, version: 1 },
    ],
  });
});

test('limits are saved together; the total is what those of the items add up to', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const before = await read(as);
  const data = [
    { _id: idOf(before, 'E-mail'), limit: 99.99 },
    { _id: idOf(before, 'Voice'), limit: 0.02 },
  ];
  const saved = await save(as, { limit: 150, data, version: 1 });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      total: 100.01,
      limit: 150,
      version: 2,
      data: [
        { limit: 99.99, version: 2 },
        { limit: 0.02, version: 2 },
      ],
    },
  });
  expect(await read(as)).toEqual(saved.body);
  expect((await save(as, { data: [{ ...data[1], limit: null }] })).body).toMatchObject({
    total: 99.99,
    limit: 150,
    version: 3,
    data: [{ version: 2 }, { limit: null, version: 3 }],
  });
  expect((await save(as, {})).body).toMatchObject({ version: 3 });
  const { body } = await portal().call('/audit?entity=supportLimit', { as });
  expect((body as { entries: object[] }).entries).toMatchObject([
    { before: { Voice: 0.02 }, after: { Voice: null } },
    { before: { limit: null, 'E-mail': null }, after: { limit: 150, 'E-mail': 99.99, Voice: 0.02 } },
  ]);
});

test('an unknown item leaves everything as it was', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const before = await read(as);
  const data = [
    { _id: idOf(before, 'E-mail'), limit: 1 },
    { _id: randomUUID(), limit: 2 },
  ];
  expect((await save(as, { limit: 3, data })).status).toBe(404);
  expect(await read(as)).toEqual(before);
});

test('a stale save is answered with the present state; the account limit is apart', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  await portal().call('/company/limits', { as, method: 'PUT', body: { limit: 9 } });
  expect((await save(as, { limit: 1, version: 1 })).status).toBe(200);
  expect(await save(as, { limit: 2, version: 1 })).toMatchObject({
    status: 409,
    body: { current: { limit: 1, version: 2 } },
  });
});

test('items are named once, by id and with a limit', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const item = { _id: idOf(await read(as), 'Voice'), limit: 1 };
  const bodies: [unknown, string][] = [
    [{ data: [item, item] }, 'data'],
    [{ data: [{ ...item, limit: -1 }] }, 'data.0.limit'],
    [{ data: [{ ...item, type: 'Fax' }] }, 'data.0.type'],
    [{ data: [{ ...item, _id: 'x' }] }, 'data.0._id'],
    [{ data: Array.from({ length: 101 }, () => ({ ...item, _id: randomUUID() })) }, 'data'],
  ];
  for (const [body, path] of bodies) {
    expect(await save(as, body)).toMatchObject({ status: 422, body: { fields: [{ path }] } });
  }
});

test('what another company sets is not seen here', async () => {
  const [own, other] = [await portal().makeCompany(), await portal().makeCompany()];
  const before = await read(own.superAdmin);
  const data = [{ _id: idOf(before, 'Voice'), limit: 5 }];
  await save(other.superAdmin, { limit: 5, data });
  expect(await read(own.superAdmin)).toEqual(before);
});
