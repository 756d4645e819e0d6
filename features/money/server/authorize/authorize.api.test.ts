import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reservationMinutes } from '#features/money/contract/authorize.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeAssistant } from './testing/assistant.ts';

const portal = useTestPortal();

test('allows every run without a limit, and resolves skill and user as the intake does', async () => {
  const assistant = await makeAssistant(portal());
  const leave = await assistant.makeSkill('Leave requests', 1.25);
  const user = await buildUser(portal().database, assistant.companyId, { email: 'mari@test.example' });
  expect(await assistant.ask(' leave  Requests ', 'r1', { id: 'u-7', email: 'Mari@Test.example' })).toEqual({
    decision: 'allow',
    reservation: expect.any(String),
    remaining: null,
    message: '“leave  Requests” may run.',
  });
  await assistant.ask('Nobody knows', 'r2');
  expect(await assistant.rows('reported_skills', 'number')).toMatchObject([
    { name: 'leave  Requests', skill_id: leave },
    { name: 'Nobody knows', skill_id: null },
  ]);
  const [mari] = await assistant.rows('reported_users');
  expect(mari).toMatchObject({ user_id: user.id });
  expect(await assistant.rows('budget_reservations', 'external_id')).toMatchObject([
    { external_id: 'r1', price_ten_thousandths: 12_500, user_number: mari?.['number'], state: 'held' },
    { external_id: 'r2', price_ten_thousandths: 0, user_number: 0, state: 'held' },
  ]);
});

test('allows runs up to what an invoice would say of them, to the cent, and warns from 80 %', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 0.3333);
  await assistant.limitCompany(1.67);
  const answers = [];
  for (const id of ['1', '2', '3', '4', '5', '6']) answers.push(await assistant.ask('Leave', id));
  expect(answers.map(({ decision, remaining }) => [decision, remaining])).toEqual([
    ['allow', 1.34],
    ['allow', 1],
    ['allow', 0.67],
    ['allow', 0.34],
    ['warn', 0],
    ['deny', 0],
  ]);
  expect(answers[5]?.reservation).toBeNull();
});

test('the limit of a skill covers all names mapped to it; that of an unmapped name covers the name', async () => {
  const assistant = await makeAssistant(portal());
  const leave = await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(100);
  await assistant.limitSkill(leave, 2);
  await assistant.ask('Leave', 'a');
  await assistant.ask('Days off', 'b');
  await assistant.run(`update reported_skills set skill_id = $1 where name = 'Days off'`, [leave]);
  expect(await assistant.ask('Days off', 'c')).toMatchObject({ decision: 'warn', remaining: 0 });
  expect(await assistant.ask('Leave', 'd')).toMatchObject({ decision: 'deny', reservation: null, remaining: 0 });
  await assistant.makeSkill('Elsewhere', 5);
  expect(await assistant.ask('Elsewhere', 'e')).toMatchObject({ decision: 'allow', remaining: 93 });
  const [{ id = '' } = {}] = await assistant.run(`select id from reported_skills where name = 'Days off'`);
  await assistant.limitSkill(String(id), 0);
  await assistant.limitSkill(leave, 50);
  expect(await assistant.ask('Days off', 'f')).toMatchObject({ decision: 'allow', remaining: 47 });
});

test.each([
  ['Отчёт й', ['Отчёт й'.normalize('NFD'), 'ОТЧЕ\u0308Т Й']],
  ['Đặt phòng', ['Đặt phòng'.normalize('NFD'), 'Đa\u0306\u0323t pho\u0300ng', 'Đa\u0323\u200D\u0306t phòng']],
])('every spelling of %s is one name with one price, one mapping and one limit', async (name, spellings) => {
  const assistant = await makeAssistant(portal());
  await assistant.limitSkill(await assistant.makeSkill(name.normalize('NFD'), 1), spellings.length);
  for (const [place, spelling] of spellings.entries()) {
    const { decision, remaining } = await assistant.ask(spelling, `r${place}`);
    expect([decision === 'deny', remaining]).toEqual([false, spellings.length - place - 1]);
  }
  expect(await assistant.ask(name, 'last')).toMatchObject({ decision: 'deny' });
  expect(await assistant.rows('reported_skills')).toHaveLength(1);
});

test('an unmapped name has its own limit, and a free run is always allowed', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.ask('Small talk', '1');
  const [{ id = '' } = {}] = await assistant.run('select id from reported_skills');
  await assistant.limitSkill(String(id), 0);
  await assistant.limitCompany(0);
  const { decision, reservation, remaining } = await assistant.ask('Small talk', '2');
  expect([decision, remaining]).toEqual(['allow', 0]);
  expect((await assistant.commit(reservation)).status).toBe(200);
  expect(await assistant.rows('usage_events')).toMatchObject([{ external_id: '2', price_ten_thousandths: 0 }]);
});

test('an agreed price counts from its day on, and an ended one no more', async () => {
  const assistant = await makeAssistant(portal());
  const leave = await assistant.makeSkill('Leave', 9);
  const agree = (price: number | null, days: number) =>
    assistant.run(
      `insert into skill_prices (skill_id, price_ten_thousandths, valid_from) values ($1, $2, $3::timestamptz::date)`,
      [leave, price, new Date(portal().clock.now().getTime() + days * 86_400_000)],
    );
  await agree(20_000, -40);
  await agree(10_000, 2);
  await assistant.limitCompany(1000);
  expect(await assistant.ask('Leave', '1')).toMatchObject({ remaining: 998 });
  await assistant.commit((await assistant.ask('Leave', '1')).reservation);
  await agree(null, 0);
  expect(await assistant.ask('Leave', '2')).toMatchObject({ remaining: 989 });
});

test('the company’s own price overrides the skill’s', async () => {
  const assistant = await makeAssistant(portal());
  const leave = await assistant.makeSkill('Leave', 9);
  await assistant.run('insert into skill_prices (skill_id, price_ten_thousandths) values ($1, 20000)', [leave]);
  await assistant.limitCompany(5);
  expect(await assistant.ask('Leave', '1')).toMatchObject({ decision: 'allow', remaining: 3 });
});

test('answers a repeated request id alike after any change, and rejects it for another skill', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(2);
  const first = await assistant.ask('Leave', 'same');
  expect(await assistant.ask(' LEAVE', 'same')).toEqual(first);
  await assistant.ask('Leave', 'other');
  const denied = await assistant.ask('Leave', 'denied');
  expect(denied.decision).toBe('deny');
  await assistant.limitCompany(1000);
  expect(await assistant.ask('Leave', 'denied')).toEqual(denied);
  expect(await assistant.ask('Leave', 'same')).toEqual(first);
  const reused = await assistant.post('/authorize', { skill: 'Another', requestId: 'same' });
  expect([reused.status, reused.body]).toMatchObject([409, { code: 'authorize.request-reused' }]);
  expect(await assistant.ask('Leave', 'next')).toMatchObject({ remaining: 997 });
});

test('a released or expired request that is asked again reserves again, or is denied', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(1);
  const first = await assistant.ask('Leave', 'released');
  await assistant.release(first.reservation);
  const again = await assistant.ask('Leave', 'released');
  expect(again).toMatchObject({ decision: 'warn', remaining: 0 });
  expect(again.reservation).not.toBe(first.reservation);
  expect((await assistant.ask('Leave', 'other')).decision).toBe('deny');
  expect((await assistant.release(first.reservation)).status).toBe(404);
  portal().clock.advance(reservationMinutes * 60_000);
  expect((await assistant.ask('Leave', 'next')).decision).toBe('warn');
  expect(await assistant.ask('Leave', 'released')).toMatchObject({ decision: 'deny', reservation: null });
  expect(await assistant.rows('budget_reservations', 'external_id')).toMatchObject([
    { external_id: 'next', state: 'held' },
    { external_id: 'other', state: 'denied' },
    { external_id: 'released', state: 'denied' },
  ]);
});

test('a run that another report has billed is allowed without a second reservation', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(10);
  const report = (id: string) =>
    assistant.post('/intake/conversations', {
      conversations: [{ id: 'c', date: portal().clock.now().toISOString(), skill: 'Leave', requests: [{ id }] }],
    });
  await assistant.commit((await assistant.ask('Leave', '1')).reservation, 'c');
  await report('same run');
  expect(await assistant.ask('Leave', 'same run')).toMatchObject({ decision: 'allow', remaining: 9 });
  expect(await assistant.rows('usage_events')).toHaveLength(1);
});

test('a limit that only warns denies nothing, also where it is exceeded', async () => {
  const assistant = await makeAssistant(portal());
  const leave = await assistant.makeSkill('Leave', 4);
  await assistant.limitCompany(3);
  await assistant.run(`update company_limits set action = 'warn'`);
  expect(await assistant.ask('Leave', '1')).toMatchObject({
    decision: 'warn',
    remaining: -1,
    message: expect.stringContaining('limit (€3.00) is exceeded: €4.00 has been used. Ask a SuperAdmin to raise it.'),
  });
  await assistant.limitSkill(leave, 6);
  expect(await assistant.ask('Leave', '2')).toMatchObject({ decision: 'deny', remaining: -1 });
  await assistant.run(`update skill_limits set action = 'warn'`);
  const { reservation } = await assistant.ask('Leave', '3');
  portal().clock.advance(reservationMinutes * 60_000);
  expect((await assistant.commit(reservation)).status).toBe(200);
});

test('the example of a warning in the guide is answered as it stands there', async () => {
  const guide = await readFile(new URL('../../../../docs/connect-an-assistant.md', import.meta.url), 'utf8');
  const [example = ''] = /\{[^{}]*"decision": "warn"[^{}]*\}/.exec(guide) ?? [];
  const month = portal().clock.now().toLocaleDateString('en-GB', { timeZone: 'Europe/Tallinn', month: 'long' });
  const { decision, remaining, message } = JSON.parse(example.replace('November', month)) as Record<string, unknown>;
  const assistant = await makeAssistant(portal());
  await assistant.limitSkill(await assistant.makeSkill('Leave requests', 82.5), 100);
  expect(await assistant.ask('Leave requests', 'run-4711')).toMatchObject({ decision, remaining, message });
});

test('the message names the skill, the limit, the amount left and what to do', async () => {
  const assistant = await makeAssistant(portal());
  const leave = await assistant.makeSkill('Leave', 1.5);
  const now = portal().clock.now();
  const month = now.toLocaleDateString('en-GB', { timeZone: 'Europe/Tallinn', month: 'long' });
  await assistant.limitCompany(1000);
  await assistant.limitSkill(leave, 3.5);
  await assistant.ask('Leave', '1');
  expect((await assistant.ask('Leave', '2')).message).toBe(
    `“Leave” may run. This skill’s ${month} limit (€3.50) is 85% used. Ask a SuperAdmin to raise it.`,
  );
  expect((await assistant.ask('Leave', '3')).message).toMatch(
    `“Leave” cannot run now. This skill’s ${month} limit (€3.50) has €0.50 left; this request costs €1.50. Ask a SuperAdmin to raise it, or wait until 1 `,
  );
  await assistant.limitSkill(leave, 500);
  await assistant.limitCompany(3);
  expect(await assistant.ask('Leave', '4')).toMatchObject({
    decision: 'deny',
    remaining: 0,
    message: expect.stringContaining('Your company’s'),
  });
});

test('a limit below the amount spent leaves a negative amount', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 4);
  await assistant.limitCompany(10);
  await assistant.commit((await assistant.ask('Leave', '1')).reservation);
  await assistant.limitCompany(3);
  expect(await assistant.ask('Leave', '2')).toMatchObject({ decision: 'deny', remaining: -1 });
});

test('rejects a request with the names of its missing fields', async () => {
  const assistant = await makeAssistant(portal());
  const good = { skill: 'Leave', requestId: 'r' };
  const bad = [
    { ...good, skill: ' \u00A0' },
    { ...good, requestId: '' },
    { ...good, requestId: 'x'.repeat(201) },
    { ...good, price: 0 },
    { ...good, user: { name: 'Mari' } },
    { skill: 'Leave' },
  ];
  for (const body of bad) {
    const { status, body: problem } = await assistant.post('/authorize', body);
    expect([status, problem]).toMatchObject([422, { fields: [{}] }]);
  }
  expect(await assistant.rows('budget_reservations')).toEqual([]);
});

test('answers another company’s reservation like an unknown one', async () => {
  const [one, other] = [await makeAssistant(portal()), await makeAssistant(portal())];
  const { reservation } = await other.ask('Leave', 'r');
  for (const id of [reservation, randomUUID()]) {
    for (const call of [one.commit(id), one.release(id)]) {
      const { status, body } = await call;
      expect([status, body]).toMatchObject([404, { code: 'record.not-found' }]);
    }
  }
  expect(await other.rows('budget_reservations')).toMatchObject([{ state: 'held' }]);
});
