import { describe, expect, test } from 'vitest';
import type { OwnCostRates, OwnCosts } from '#features/money/contract/own-costs.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { addDays, getMonth } from '#contract/calendar/zones.ts';
import { listUnbilledUsage } from '#features/billing/server/invoices/close-period.repository.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addRuns, addSkill, reportSkill } from '../testing/ledger-rows.ts';

const portal = useTestPortal();

const pathOf = (id: string) => `/company/skills/${id}/own-costs`;

const setRate = (as: TestUser, id: string, body: { price: number | null; validFrom: string }) =>
  portal().call(pathOf(id), { as, method: 'POST', body });

const getRates = async (as: TestUser, id: string) => (await portal().call(pathOf(id), { as })).body as OwnCostRates;

const getCosts = async (as: TestUser, period = '') =>
  (await portal().call(`/company/skills/own-costs${period}`, { as })).body as OwnCosts;

const getUsage = async (as: TestUser) => (await portal().call('/company/skills/usage', { as })).body as Usage;

async function makeSkill() {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const { id } = await addSkill(database, companyId, 'Own skill', 200);
  const { number } = await reportSkill(database, companyId, 'Own skill', id);
  const { today } = await getRates(superAdmin, id);
  return { companyId, superAdmin, id, number, today, database };
}

describe('the own cost of an own skill', () => {
  test('is counted by the rate of each day, rounded for each rate, and changes nothing that is billed', async () => {
    const { companyId, superAdmin, id, number, today, database } = await makeSkill();
    // The days of the former month, so that none of them is still to come.
    const first = getMonth(addDays(getMonth(today), -1));
    const period = `?period=${first.slice(0, 7)}`;
    await addRuns(database, companyId, [
      { day: first, skill: number, price: 200, requests: 2 },
      { day: addDays(first, 1), skill: number, price: 200, requests: 3 },
      { day: addDays(first, 2), skill: number, price: 300, requests: 3 },
      { day: today, skill: number, price: 200, requests: 1 },
    ]);
    const span = { first, until: addDays(today, 1) };
    const readBilled = async () => ({
      usage: { ...(await getUsage(superAdmin)), date: '' },
      lines: await database.inCompany(companyId, (tx) => listUnbilledUsage(tx, span)),
    });
    const billed = await readBilled();
    expect(await getCosts(superAdmin, period)).toEqual({ data: [], total: 0 });

    await setRate(superAdmin, id, { price: 0.0145, validFrom: addDays(first, 1) });
    await setRate(superAdmin, id, { price: 0.5, validFrom: addDays(first, 2) });
    const { body } = await setRate(superAdmin, id, { price: 0.1, validFrom: addDays(first, 2) });
    expect(body).toMatchObject({ presentPrice: 0.1, rates: [{ price: 0.1 }, { price: 0.5 }, { price: 0.0145 }] });
    // 3 × 0.0145 is 0.0435, which is 0.04.
    expect(await getCosts(superAdmin, period)).toEqual({
      data: [
        {
          _id: id,
          name: 'Own skill',
          prices: [
            { price: 0.1, requests: 3 },
            { price: 0.0145, requests: 3 },
            { price: null, requests: 2 },
          ],
          requests: 8,
          total: 0.34,
        },
      ],
      total: 0.34,
    });
    expect(await readBilled()).toEqual(billed);
    const audit = JSON.stringify((await portal().call('/audit', { as: superAdmin })).body);
    expect(audit).toContain('"skills.set-own-cost"');
  });

  test('ends, and a skill with a rate is listed before its first request', async () => {
    const { superAdmin, id, today } = await makeSkill();
    await setRate(superAdmin, id, { price: 0.2, validFrom: today });
    expect(await getCosts(superAdmin)).toMatchObject({ data: [{ _id: id, prices: [], requests: 0, total: 0 }] });
    await setRate(superAdmin, id, { price: null, validFrom: today });
    expect(await getRates(superAdmin, id)).toMatchObject({
      presentPrice: null,
      rates: [{ price: null }, { price: 0.2 }],
    });
    expect(await getCosts(superAdmin)).toEqual({ data: [], total: 0 });
  });

  test('is set by who may change billing, for no skill of others, and to amounts and days alone', async () => {
    const { companyId, superAdmin, id, today, database } = await makeSkill();
    const body = { price: 0.2, validFrom: today };
    const reader = await portal().makeUser(companyId, { roles: ['User'] });
    expect((await setRate(reader, id, body)).status).toBe(403);
    expect(await getRates(reader, id)).toMatchObject({ rates: [] });
    const stranger = await makeSkill();
    expect((await setRate(stranger.superAdmin, id, body)).status).toBe(404);
    const provider = await portal().makeCompany({ isProvider: true });
    const provided = await addSkill(database, provider.id, 'Provided');
    expect((await setRate(superAdmin, provided.id, body)).body).toMatchObject({ code: 'skills.provided' });
    for (const wrong of [{ price: -1 }, { price: 0.12345 }, { validFrom: '1999-12-31' }, { validFrom: '2100-01-01' }]) {
      expect((await setRate(superAdmin, id, { ...body, ...wrong })).status).toBe(422);
    }
    expect(await getRates(superAdmin, id)).toMatchObject({ presentPrice: null, rates: [] });
  });
});
