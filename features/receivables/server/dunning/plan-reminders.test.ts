import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/calendar/zones.ts';
import {
  defaultReminderLevels,
  fillPlaceholders,
  findUnknownPlaceholders,
} from '#features/receivables/contract/dunning/reminder-levels.ts';
import { planReminders, type OwedInvoice } from './plan-reminders.ts';
import { getNextDay, getPassedDay } from './reminder-days.ts';

const invoice: OwedInvoice = { companyId: 'acme', id: 'a', number: 'INV-1', dueDay: '2026-03-01', open: 10_000 };
const levels = defaultReminderLevels;
const toSent = (days: number) => ({
  companyId: 'acme',
  invoiceId: 'a',
  levelId: levels.find((level) => level.days === days)?.id ?? 'former',
  days,
});
const plan = (today: string, changed: Partial<Parameters<typeof planReminders>[0]> = {}) =>
  planReminders({ levels, today, invoices: [invoice], stops: [], sent: [], ...changed }).map(({ level, stop }) =>
    stop ? `${level.days} stopped by ${stop.id}` : `${level.days}`,
  );

describe('the reminders of a day', () => {
  test('are each level of an invoice once, from its day on', () => {
    const sent: ReturnType<typeof toSent>[] = [];
    const got: string[] = [];
    for (let day = -20; day < 400; day += 1) {
      const today = addDays(invoice.dueDay, day);
      for (const level of plan(today, { sent })) {
        got.push(`${day}: ${level}`);
        sent.push(toSent(Number(level)));
      }
    }
    expect(got).toEqual(['-3: -3', '3: 3', '14: 14', '30: 30']);
  });

  test('are the latest level alone where earlier ones were missed, and none that comes before a sent one', () => {
    expect(plan('2026-05-01')).toEqual(['30']);
    expect(plan('2026-03-20')).toEqual(['14']);
    expect(plan('2026-05-01', { sent: [toSent(30)] })).toEqual([]);
    expect(plan('2026-03-20', { sent: [toSent(20)] })).toEqual([]);
    const moved = levels.map((level) => (level.days === 14 ? { ...level, days: 16 } : level));
    expect(plan('2026-03-20', { levels: moved, sent: [toSent(14)] })).toEqual([]);
  });

  test('are none without levels, before the first one, and of an invoice of which nothing is open', () => {
    expect(plan('2026-05-01', { levels: [] })).toEqual([]);
    expect(plan('2026-02-25')).toEqual([]);
    expect(plan('2026-05-01', { invoices: [{ ...invoice, open: 0 }] })).toEqual([]);
  });

  test('are kept back by a stop of the company or the invoice until its last day, and are sent after it', () => {
    const ofCompany = { id: 'c', companyId: 'acme', invoiceId: null, reason: 'r', until: null };
    const ofInvoice = { ...ofCompany, id: 'i', invoiceId: 'a', until: '2026-03-20' };
    expect(plan('2026-03-20', { stops: [ofCompany] })).toEqual(['14 stopped by c']);
    expect(plan('2026-03-20', { stops: [ofCompany, ofInvoice] })).toEqual(['14 stopped by i']);
    expect(plan('2026-03-21', { stops: [ofInvoice] })).toEqual(['14']);
    expect(plan('2026-03-20', { stops: [{ ...ofCompany, companyId: 'other' }] })).toEqual(['14']);
    expect(plan('2026-03-20', { stops: [{ ...ofInvoice, invoiceId: 'b' }] })).toEqual(['14']);
  });
});

test('a day has its run at eight in the morning of the issuer, also where clocks change', () => {
  expect(getPassedDay(new Date('2026-03-29T04:59:59Z'), 'Europe/Tallinn')).toBe('2026-03-28');
  expect(getPassedDay(new Date('2026-03-29T05:00:00Z'), 'Europe/Tallinn')).toBe('2026-03-29');
  expect(getNextDay(new Date('2026-12-31T06:00:00Z'), 'Europe/Tallinn')).toBe('2027-01-01');
});

test('placeholders are those of the list, and a value is no placeholder', () => {
  expect(defaultReminderLevels.flatMap(({ subject, body }) => findUnknownPlaceholders(subject + body))).toEqual([]);
  expect(findUnknownPlaceholders('{Invoice} {} {{amount}} {amount')).toEqual(['Invoice', '', '{ or }']);
  const values = { invoice: '{amount}', amount: '€1.00', dueDay: 'd', days: '1 day', company: '$&', issuer: 'i' };
  expect(fillPlaceholders('{invoice} {amount} {company} {other}', values)).toBe('{amount} €1.00 $& {other}');
});
