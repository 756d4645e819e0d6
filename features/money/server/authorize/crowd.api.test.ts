import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { noteCostOwner } from '#domain/ledger/cost-owners.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { createCompanyBatcher } from '#server/database/company-batcher.ts';
import { toKeyedUser, toRecordId } from '#server/lib/reported-names.ts';
import { reserveBudgets, type ReservationRequest, type ReservationResult } from './authorize.service.ts';
import { makeAssistant } from './testing/assistant.ts';

const portal = useTestPortal();
const count = 200;
const ids = Array.from({ length: count }, (_, place) => `run-${place}`);

test('allows exactly 100 of 200 concurrent requests where the budget has room for 100', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 0.0107);
  await assistant.limitCompany(1.07);
  const answers = await Promise.all(ids.map((id) => assistant.ask('Leave', id, { id: `u-${id}` })));
  const allowed = answers.filter(({ decision }) => decision !== 'deny');
  expect(allowed).toHaveLength(100);
  expect(allowed.filter(({ decision }) => decision === 'warn')).toHaveLength(21);
  const commits = await Promise.all(allowed.map(({ reservation }) => assistant.commit(reservation)));
  expect(commits.every(({ status }) => status === 200)).toBe(true);
  expect(await assistant.rows('usage_daily')).toMatchObject([{ requests: 100 }]);
});

test('limits of each person and of their department are used up and never exceeded by 200 at once', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  const { database, clock } = portal();
  const people = await Promise.all(
    [0, 1, 2, 3].map(async (place) => {
      const email = `${place}-${assistant.companyId}@test.example`;
      const { id } = await buildUser(database, assistant.companyId, { email });
      await database.inCompany(assistant.companyId, (tx) =>
        noteCostOwner(tx, { id, department: 'Sales', costCentre: null }, clock.now()),
      );
      return email;
    }),
  );
  await assistant.limitOwner('eachPerson', '', 30);
  await assistant.limitOwner('department', 'Sales', 100);
  const answers = await Promise.all(
    ids.map(async (id, place) => {
      const email = people[place % people.length] ?? '';
      return { email, ...(await assistant.ask('Leave', id, { email })) };
    }),
  );
  const allowed = answers.filter(({ decision }) => decision !== 'deny');
  expect(allowed).toHaveLength(100);
  for (const ofOne of Map.groupBy(allowed, ({ email }) => email).values()) expect(ofOne.length).toBeLessThanOrEqual(30);
  // Each denial names a limit without room: no one is denied while both have some.
  const denied = answers.filter(({ decision }) => decision === 'deny');
  expect(denied.filter(({ remaining }) => remaining !== 0)).toEqual([]);
  await Promise.all(allowed.map(({ reservation }) => assistant.commit(reservation)));
  expect(await assistant.rows('usage_daily')).toMatchObject([{ requests: 100 }]);
});

test('answers fifty concurrent requests with the same id alike, with one reservation', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(10);
  const answers = await Promise.all(ids.slice(0, 50).map(() => assistant.ask('Leave', 'same')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const commits = await Promise.all(answers.map(({ reservation }) => assistant.commit(reservation)));
  expect(new Set(commits.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await assistant.rows('usage_events')).toHaveLength(1);
  expect(await assistant.ask('Leave', 'next')).toMatchObject({ remaining: 8 });
});

test('two processes together allow no more than the budget', async () => {
  const assistant = await makeAssistant(portal());
  const leave = await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(150);
  await assistant.limitSkill(leave, 100);
  const { database, clock } = portal();
  const caller = { companyId: assistant.companyId, timeZone: 'Europe/Tallinn' };
  const queues = [1, 2].map(() =>
    createCompanyBatcher<ReservationRequest, ReservationResult>(
      (by, items) => reserveBudgets({ database, clock }, by, items),
      { running: 4, countGroup: (line) => Math.min(line.length, 7), hasRoom: () => true },
    ),
  );
  const skill = { key: 'leave', name: 'Leave' };
  const answers = await Promise.all(
    ids.map((externalId, place) =>
      queues[place % 2]?.add(caller, {
        id: toRecordId(externalId),
        externalId,
        skill,
        user: toKeyedUser({ id: externalId }),
        keyId: randomUUID(),
      }),
    ),
  );
  expect(answers.filter((answer) => answer?.decided?.decision !== 'deny')).toHaveLength(100);
});

test('concurrent authorisations, commits and conversations commit every reservation once', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(1000);
  const date = portal().clock.now().toISOString();
  await Promise.all(
    ids.map(async (id, place) => {
      const { reservation } = await assistant.ask('Leave', id);
      const report = () =>
        assistant.post('/intake/conversations', {
          conversations: [{ id: `c-${id}`, date, skill: 'Leave', requests: [{ id }] }],
        });
      const calls = [() => assistant.commit(reservation, `c-${id}`), report];
      for (const call of place % 2 === 0 ? calls : calls.toReversed()) {
        let answer = await call();
        while (answer.status === 429) answer = await call();
        expect(answer.status).toBe(200);
      }
    }),
  );
  expect(await assistant.rows('usage_events')).toHaveLength(count);
  expect(await assistant.run(`select from budget_reservations where state <> 'committed'`)).toEqual([]);
  expect(await assistant.ask('Leave', 'last')).toMatchObject({ remaining: 799, decision: 'allow' });
});
