import { beforeAll, expect, test } from 'vitest';
import type { Costs } from '#features/money/contract/costs/costs.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let companyId: string;
let superAdmin: TestUser;

beforeAll(async () => {
  ({ id: companyId, superAdmin } = await portal().makeCompany());
});

const shown = async (month: string) => {
  const { body } = await portal().call(`/company/usage/costs?by=model&period=${month}`, { as: superAdmin });
  return (body as Costs).data.map(({ name, requests }) => `${name} ${requests}`).toSorted();
};

test('a run has the model of its turn, also where it asked first or its turn is reported later', async () => {
  const { body } = await portal().call('/intake/keys', { as: superAdmin, body: { name: 'Models' } });
  const headers = { authorization: `Bearer ${(body as { secret: string }).secret}` };
  const post = async (path: string, content: object) => {
    const answer = await portal().call(path, { method: 'POST', headers, body: content });
    expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 204])]);
    return answer.body;
  };
  const start = portal().clock.now().getTime() - 600_000;
  const at = (second: number) => new Date(start + second * 1000).toISOString();
  const turn = (second: number, model?: string) => ({ date: at(second), durationMs: 900, ...(model && { model }) });
  const report = (id: string, requests: readonly [string, number][], turns: readonly object[]) =>
    post('/intake/conversations', {
      conversations: [
        {
          id,
          date: at(0),
          skill: 'Modelled',
          billed: true,
          requests: requests.map(([request, second]) => ({ id: request, date: at(second) })),
          turns,
        },
      ],
    });
  const month = at(0).slice(0, 7);
  await report(
    'm-1',
    [
      ['m-1-a', 1],
      ['m-1-b', 31],
    ],
    [turn(0, 'small'), turn(20), turn(30, 'large')],
  );
  expect(await shown(month)).toEqual(['large 1', 'small 1']);
  // One asks first and names its conversation, which is reported later.
  const asked = (await post('/authorize', { requestId: 'm-2-a', skill: 'Modelled' })) as { reservation: string };
  await post(`/authorize/${asked.reservation}/commit`, { conversation: 'm-2' });
  expect(await shown(month)).toEqual(['Not reported 1', 'large 1', 'small 1']);
  await report(
    'm-2',
    [
      ['m-2-b', 1],
      ['m-2-a', 2],
    ],
    [turn(0, 'small')],
  );
  expect(await shown(month)).toEqual(['large 1', 'small 3']);
  // What is known stays.
  await report('m-2', [['m-2-b', 1]], [turn(0, 'large')]);
  expect(await shown(month)).toEqual(['large 1', 'small 3']);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});
