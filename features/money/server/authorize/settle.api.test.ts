import { expect, test } from 'vitest';
import { reservationMinutes } from '#features/money/contract/authorize.ts';
import { addMonths, getDay, getMonth, getStartOfDay } from '#contract/calendar/zones.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { makeAssistant, type Assistant } from './testing/assistant.ts';

const portal = useTestPortal();
const zone = 'Europe/Tallinn';
const minuteMs = 60_000;
const expire = () => portal().clock.advance(reservationMinutes * minuteMs);

async function makeLimited(limit: number): Promise<Assistant> {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(limit);
  return assistant;
}

const getCode = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const report = (assistant: Assistant, conversation: object) =>
  assistant.post('/intake/conversations', { conversations: [conversation] });

test('a commit records one usage event at the reserved price, and a repeated commit answers the same', async () => {
  const assistant = await makeLimited(10);
  const { reservation } = await assistant.ask('Leave', 'run-1', { id: 'u-7' });
  const [held] = await assistant.rows('budget_reservations');
  await assistant.run('update skills set price_ten_thousandths = 99');
  portal().clock.advance(minuteMs);
  const { status, body } = await assistant.commit(reservation, 'conversation-1');
  const day = getDay(portal().clock.now().getTime() - minuteMs, zone);
  const date = new Date(String(held?.['taken_at'])).toISOString();
  expect([status, body]).toEqual([
    200,
    { committed: true, request: { id: 'run-1', skill: 'Leave', price: 1, date, day, billed: true } },
  ]);
  expect((await assistant.commit(reservation, 'conversation-2')).body).toEqual(body);
  const ledger = await assistant.rows('usage_events');
  expect(ledger).toMatchObject([{ external_id: 'run-1', price_ten_thousandths: 10_000, day }]);
  expect(String(ledger[0]?.['id']).replaceAll('-', '')).toBe(toRecordId('run-1'));
  expect(ledger[0]).toMatchObject({ user_number: held?.['user_number'] });
  expect(String(ledger[0]?.['conversation_id']).replaceAll('-', '')).toBe(toRecordId('conversation-1'));
  expect(await assistant.rows('usage_daily')).toMatchObject([{ requests: 1, price_ten_thousandths: 10_000 }]);
  expect(getCode(await assistant.release(reservation))).toEqual([409, 'authorize.committed']);
  expect(await verifyRollups(portal().database, assistant.companyId)).toEqual([]);
});

test('a release frees the reserved amount, answers the same when repeated, and is final', async () => {
  const assistant = await makeLimited(1);
  const { reservation } = await assistant.ask('Leave', '1');
  expect((await assistant.ask('Leave', '2')).decision).toBe('deny');
  expect(await assistant.release(reservation)).toMatchObject({ status: 200, body: { released: true } });
  expect(await assistant.release(reservation)).toMatchObject({ status: 200, body: { released: true } });
  expect(getCode(await assistant.commit(reservation))).toEqual([409, 'authorize.released']);
  expect((await assistant.ask('Leave', '3')).decision).toBe('warn');
  expect(await assistant.rows('usage_events')).toEqual([]);
});

test('an expired reservation frees its amount, and can be committed while the budget has room', async () => {
  const assistant = await makeLimited(1);
  const first = await assistant.ask('Leave', '1');
  portal().clock.advance(reservationMinutes * minuteMs - 5000);
  expect((await assistant.ask('Leave', '2')).decision).toBe('deny');
  portal().clock.advance(5000);
  const second = await assistant.ask('Leave', '3');
  expect(second.decision).toBe('warn');
  expect(getCode(await assistant.commit(first.reservation))).toEqual([409, 'authorize.expired']);
  await assistant.release(second.reservation);
  expect((await assistant.commit(first.reservation)).status).toBe(200);
  expect((await assistant.ask('Leave', '4')).decision).toBe('deny');
  expect(await assistant.rows('usage_events')).toMatchObject([{ external_id: '1' }]);
});

test('commits only as many expired reservations at once as the budget has room for', async () => {
  const assistant = await makeLimited(3);
  const answers = [];
  for (const id of ['1', '2', '3']) answers.push(await assistant.ask('Leave', id));
  expire();
  await assistant.limitCompany(2);
  const codes = await Promise.all(answers.map(({ reservation }) => assistant.commit(reservation)));
  expect(codes.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  expect(await assistant.rows('usage_events')).toHaveLength(2);
});

test('a lowered limit cancels no reservation', async () => {
  const assistant = await makeLimited(2);
  const [one, two] = [await assistant.ask('Leave', '1'), await assistant.ask('Leave', '2')];
  await assistant.limitCompany(0);
  for (const { reservation } of [one, two]) expect((await assistant.commit(reservation)).status).toBe(200);
  expect((await assistant.ask('Leave', '3')).remaining).toBe(-2);
});

test('a reported run with a reservation counts once, reported before or after the commit', async () => {
  const assistant = await makeLimited(3);
  const date = portal().clock.now().toISOString();
  const before = await assistant.ask('Leave', 'before');
  const after = await assistant.ask('Leave', 'after');
  await assistant.run('update skills set price_ten_thousandths = 77777');
  await report(assistant, { id: 'c1', date, skill: 'Leave', requests: [{ id: 'before' }] });
  expect(await assistant.ask('Leave', 'other')).toMatchObject({ decision: 'deny', remaining: 1 });
  expect((await assistant.commit(before.reservation)).body).toMatchObject({ request: { id: 'before', price: 1 } });
  await assistant.commit(after.reservation, 'c2');
  await report(assistant, { id: 'c2', date, skill: 'Leave', requests: [{ id: 'after' }] });
  expect(getCode(await assistant.release(before.reservation))).toEqual([409, 'authorize.committed']);
  const ledger = await assistant.rows('usage_events', 'external_id');
  expect(ledger).toMatchObject([
    { external_id: 'after', price_ten_thousandths: 10_000 },
    { external_id: 'before', price_ten_thousandths: 10_000 },
  ]);
  expect(await verifyRollups(portal().database, assistant.companyId)).toEqual([]);
});

test('a conversation without a list of runs implies no usage event beside the committed one', async () => {
  const assistant = await makeLimited(10);
  const { reservation } = await assistant.ask('Leave', 'run');
  await assistant.commit(reservation, 'c1');
  const date = portal().clock.now().toISOString();
  await report(assistant, { id: 'c1', date, skill: 'Leave' });
  await report(assistant, { id: 'c1', date, skill: 'Leave', status: 'Completed' });
  expect(await assistant.rows('usage_events')).toMatchObject([{ external_id: 'run' }]);
});

test('a run that is in the ledger already is allowed without a reservation', async () => {
  const assistant = await makeLimited(1);
  const date = portal().clock.now().toISOString();
  await report(assistant, { id: 'c1', date, skill: 'Leave', requests: [{ id: 'billed' }] });
  const answer = await assistant.ask('Leave', 'billed');
  expect(answer).toMatchObject({ decision: 'allow', remaining: 0 });
  expect(await assistant.commit(answer.reservation)).toMatchObject({
    status: 200,
    body: { request: { id: 'billed' } },
  });
  const reused = await assistant.post('/authorize', { skill: 'Other', requestId: 'billed' });
  expect(getCode(reused)).toEqual([409, 'authorize.request-reused']);
  expect(await assistant.rows('usage_events')).toHaveLength(1);
});

test('budgets start with the month of the company’s zone, and a reservation stays in its month', async () => {
  const { clock } = portal();
  const assistant = await makeLimited(2);
  const now = clock.now().getTime();
  const next = addMonths(getMonth(getDay(now, zone)), 1);
  clock.advance(getStartOfDay(next, zone) - now - minuteMs);
  const old = await assistant.ask('Leave', '1');
  await assistant.ask('Leave', '2');
  expect((await assistant.ask('Leave', '3')).decision).toBe('deny');
  clock.advance(2 * minuteMs);
  expect(await assistant.ask('Leave', '4')).toMatchObject({ decision: 'allow', remaining: 1 });
  await assistant.commit(old.reservation);
  expect(await assistant.ask('Leave', '5')).toMatchObject({ decision: 'warn', remaining: 0 });
  const [row] = await assistant.rows('usage_events');
  expect(getMonth(String(row?.['day']))).toBe(addMonths(next, -1));
});
