import { setAddress } from '#server/database/testing/builders.ts';
import { expect, test } from 'vitest';
import type { Usage } from '#features/money/contract/usage.ts';
import { planZoneChange } from '#contract/calendar/zone-changes.ts';
import { listOffsets, toFixedZone, toLocalTime } from '#contract/calendar/zone-offsets.ts';
import { getDay, getStartOfDay, toClock } from '#contract/calendar/zones.ts';
import { readConfig } from '#server/config/config.ts';
import { getDigestWeek } from '#features/mail/server/digest/digest-weeks.ts';
import { rebuildRollups, verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { closePeriods } from '#features/billing/server/invoices/close-period.service.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
const form = { companyName: 'Acme', vatNumber: 'EE101218458', country: 'Estonia', address_1: 'a', city: 'c', zip: 'z' };
const west = 'Europe/Tallinn 2025-12-01T08:00:00Z America/Los_Angeles';
const east = 'Europe/Tallinn 2025-11-30T22:00:00Z Asia/Tokyo';

const setClock = (instant: string) => portal().clock.advance(Date.parse(instant) - portal().clock.now().getTime());

/** A company with an assistant and a priced skill, as of an instant. */
async function makeCompany(instant: string) {
  setClock(instant);
  const { id, superAdmin } = await portal().makeCompany({ name: 'Acme' });
  const { secret } = await makeIntakeKey(portal(), id, { name: 'Assistant' });
  const run = (text: string, values: unknown[] = []) =>
    portal().database.inCompany(id, (tx) => runSql<Record<string, unknown>>(tx, text, values));
  await run(`update companies set created_at = $1, billed_since = date_trunc('month', $1::timestamptz)::date`, [
    new Date(instant),
  ]);
  await run(`insert into skills (name, service_provider, price_ten_thousandths) values ('Leave', 'SAP', 10000)`);
  const call = async (path: string, body?: unknown) => {
    const as = { ...superAdmin, token: await portal().fetchToken(superAdmin.cookie) };
    return portal().call(path, { as, ...(body !== undefined && { method: 'PUT', body }) });
  };
  return {
    id,
    run,
    call,
    save: (timeZone?: string) => call('/company/info', { ...form, ...(timeZone !== undefined && { timeZone }) }),
    getZone: async () => ((await call('/session/user')).body as { timeZone: string }).timeZone,
    getUsage: async (period: string) => (await call(`/company/skills/usage?period=${period}`)).body as Usage,
    report: (path: string, body: unknown) =>
      portal().call(path, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } }),
  };
}

test('a change is planned from the next month on, replaced, taken back, kept by other saves and audited', async () => {
  const { call, save, getZone } = await makeCompany('2025-11-20T10:00:00Z');
  expect((await save('America/Los_Angeles')).body).toMatchObject({
    timeZone: 'America/Los_Angeles',
    timeZoneFrom: '2025-12-01',
  });
  expect(await getZone()).toBe(west);
  expect((await save()).body).toMatchObject({ timeZoneFrom: '2025-12-01' });
  const { body: planned } = await call('/company/info');
  expect((await call('/company/info', planned)).body).toMatchObject({ ...(planned as object), version: 4 });
  expect((await save('Asia/Tokyo')).body).toMatchObject({ timeZone: 'Asia/Tokyo', timeZoneFrom: '2025-12-01' });
  expect(await getZone()).toBe(east);
  expect((await save('Europe/Tallinn')).body).toMatchObject({ timeZone: 'Europe/Tallinn', timeZoneFrom: null });
  expect(await getZone()).toBe('Europe/Tallinn');
  for (const name of ['', 'Mars/Base', '+02:00', 'europe/tallinn', west]) {
    expect(await save(name)).toMatchObject({ status: 422, body: { fields: [{ path: 'timeZone' }] } });
  }
  const { entries } = (await call('/audit?entity=company')).body as { entries: { after: object }[] };
  expect(entries.slice(0, 2).map(({ after }) => after)).toEqual([
    { timeZone: 'Europe/Tallinn', timeZoneFrom: null },
    { timeZone: 'Asia/Tokyo' },
  ]);
});

test.each([
  ['America/Los_Angeles', west],
  ['Asia/Tokyo', east],
])('over a change to %s every run counts once: in roll-ups, usage, invoices and dashboards', async (name, zone) => {
  const { id, run, call, save, getUsage, report } = await makeCompany('2025-11-20T10:00:00Z');
  await save(name);
  // The period has begun in Tallinn, but not in Los Angeles.
  setClock('2025-12-01T03:00:00Z');
  const allowed = (await report('/authorize', { skill: 'Leave', requestId: 'asked' })).body as { reservation: string };
  expect((await report(`/authorize/${allowed.reservation}/commit`, {})).body).toMatchObject({
    request: { day: '2025-12-01' },
  });
  setClock('2025-12-02T12:00:00Z');
  const hours = Array.from({ length: 96 }, (_, place) => Date.parse('2025-11-29T21:30:00Z') + place * 1_800_000);
  const conversations = hours.map((at) => ({ id: `c${at}`, date: new Date(at).toISOString(), skill: 'Leave' }));
  // Reported twice, and in two batches that overlap.
  for (const part of [conversations.slice(0, 60), conversations.slice(30)])
    expect((await report('/intake/conversations', { conversations: part })).status).toBe(200);
  const begin = getStartOfDay('2025-12-01', zone);
  expect(new Date(begin).toISOString()).toBe('2025-11-30T22:00:00.000Z');
  const before = hours.filter((at) => at < begin).length;
  const after = hours.length - before + 1;
  expect((await getUsage('2025-11')).requests).toBe(before);
  expect(await getUsage('2025-12')).toMatchObject({ requests: after, total: after, timeZone: zone });
  const stored = () =>
    run('select day::text, hour, count(*)::int as count from conversations group by 1, 2 order by 1, 2');
  const counted = await stored();
  expect(counted.reduce((sum, { count }) => sum + Number(count), 0)).toBe(hours.length);
  expect(await verifyRollups(portal().database, id)).toEqual([]);
  await rebuildRollups(portal().database, id);
  expect(await stored()).toEqual(counted);
  const countIn = async (from: number, until: number) => {
    const range = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(until - 1).toISOString() });
    return ((await call(`/analytics/stats?${range}`)).body as { conversations: number }).conversations;
  };
  const days = ['2025-11-29', '2025-12-01', '2025-12-02', '2026-01-01'].map((day) => getStartOfDay(day, zone));
  const [first = 0, seam = 0, next = 0, last = 0] = days;
  expect(await countIn(first, seam)).toBe(before);
  expect(await countIn(seam, last)).toBe(hours.length - before);
  // Parts of days are answered from the rows, whole days from the roll-ups.
  expect((await countIn(seam, next)) + (await countIn(next, last))).toBe(hours.length - before);
  expect((await countIn(seam, seam + 5_400_000)) + (await countIn(seam + 5_400_000, next))).toBe(
    await countIn(seam, next),
  );
  const closing = {
    database: portal().database,
    files: portal().adapters.files,
    provider: readConfig({ PERIOD_CLOSE_GRACE_DAYS: '0' }).provider,
    workers: portal().adapters.workers,
    clock: portal().clock,
  };
  await setAddress(portal().database, id);
  const [closed, ...others] = await closePeriods(closing, id);
  expect([closed, others]).toMatchObject([{ month: '2025-11-01', total: before * 12_400 }, []]);
});

test('a digest is due once in each week over a change', () => {
  for (const zone of [west, east]) {
    const hours = Array.from({ length: 24 * 21 }, (_, place) => Date.parse('2025-11-20T00:00:00Z') + place * 3_600_000);
    const due = hours.map((at) => ({ at, ...getDigestWeek(at, zone) })).filter(({ at, dueAt }) => at >= dueAt);
    expect([...new Set(due.map((week) => week.name))]).toEqual(['2025-W46', '2025-W47', '2025-W48', '2025-W49']);
  }
});

test('the offsets that statements are handed are the clock of the portal over every change', async () => {
  const names = ['Europe/Tallinn', 'America/Havana', 'Asia/Kathmandu', 'America/Los_Angeles'];
  for (const [old, name] of names.flatMap((a) => names.filter((b) => a !== b).map((b) => [a, b] as const))) {
    const month = '2026-11-01';
    const zone = planZoneChange(old, name, getStartOfDay('2026-10-20', old)) ?? 'refused';
    const start = getStartOfDay(month, old);
    const instants = Array.from({ length: 200 }, (_, place) => start + (place - 100) * 900_000);
    const { rows } = await portal().database.systemPool.query<{ clock: string }>(
      `select (at at time zone zone)::text as clock from unnest($1::timestamptz[], $2::text[]) as t (at, zone)`,
      [instants.map((at) => new Date(at)), instants.map((at) => toFixedZone(at, zone))],
    );
    const clocks = instants.map((at) => new Date(toClock(at, zone)));
    const expected = clocks.map((clock) => clock.toISOString().slice(0, 19).replace('T', ' '));
    expect([zone, rows.map(({ clock }) => clock)]).toEqual([zone, expected]);
    const offsets = listOffsets(zone, instants[0] ?? 0, start + 86_400_000);
    const found = instants.map((at) => at + (offsets.findLast(({ since }) => since <= at)?.offsetMs ?? NaN));
    expect([zone, found]).toEqual([zone, clocks.map((clock) => clock.getTime())]);
    expect(instants.map((at) => toLocalTime(at, zone).hour)).toEqual(clocks.map((clock) => clock.getUTCHours()));
    expect(getDay(start, zone)).toBe(month);
  }
});
