import { expect, test } from 'vitest';
import { getCost } from '#features/money/contract/money.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { planInvoice, type UnbilledUsage } from './plan-invoice.ts';

const usage = (values: Partial<UnbilledUsage> = {}): UnbilledUsage => ({
  month: '2026-10-01',
  skillNumber: 1,
  skillId: 'a',
  skillName: 'Leave request',
  price: 4500,
  requests: 10,
  billed: 0,
  lined: 0,
  linedTotal: 0,
  ...values,
});

test('each skill and price is a line, by name', () => {
  const { lines, total } = planInvoice('2026-10-01', [
    usage({ skillId: 'b', skillName: 'Payslip', price: 100, requests: 3 }),
    usage({ price: 5000, requests: 1 }),
    usage(),
  ]);
  expect(lines.map(({ description, requests, price, total: sum }) => [description, requests, price, sum])).toEqual([
    ['Leave request', 10, 4500, 45_000],
    ['Leave request', 1, 5000, 5000],
    ['Payslip', 3, 100, 300],
  ]);
  expect(total).toBe(50_300);
});

test('two names of one skill are one line', () => {
  const { lines } = planInvoice('2026-10-01', [usage(), usage({ skillNumber: 2, requests: 5 })]);
  expect(lines).toMatchObject([{ requests: 15, total: 67_500 }]);
});

test('what came late names its month, and may take something back', () => {
  const { lines, total } = planInvoice('2026-10-01', [usage(), usage({ month: '2026-08-01', requests: -2 })]);
  expect(lines.map(({ description, total: sum }) => [description, sum])).toEqual([
    ['Leave request', 45_000],
    ['Leave request, August 2026', -9000],
  ]);
  expect(total).toBe(36_000);
});

test.each([
  [1, 0],
  [49, 0],
  [50, 100],
  [151, 200],
])('a line of %d ten-thousandths is rounded half up to the cent', (price, total) => {
  const planned = planInvoice('2026-10-01', [usage({ price, requests: 1 })]);
  expect(planned).toMatchObject({ total, lines: [{ total }] });
});

test('over 1,000 random months, billed in several invoices, the lines of a month add up to its cost', () => {
  const { int } = createRandom('months billed late');
  for (let ledger = 0; ledger < 1000; ledger += 1) {
    const prices = Array.from({ length: int(1, 6) }, () => int(0, 19_999));
    const known = new Map<number, number>();
    let lineSum = 0;
    for (let invoice = int(1, 4); invoice > 0; invoice -= 1) {
      const month = invoice % 2 === 0 ? '2026-10-01' : '2026-11-01';
      const parts = prices.map((price, skillNumber) => {
        const billed = known.get(skillNumber) ?? 0;
        return usage({
          skillId: null,
          skillNumber,
          price,
          billed,
          lined: billed,
          linedTotal: getCost(billed, price),
          requests: Math.max(int(-3, 40), -billed),
        });
      });
      const { lines, total } = planInvoice(month, parts);
      expect(lines.every((line) => line.total % 100 === 0)).toBe(true);
      expect(lines.reduce((sum, line) => sum + line.total, 0)).toBe(total);
      lineSum += total;
      for (const { skillNumber, requests, billed } of parts) known.set(skillNumber, billed + requests);
    }
    const cost = prices.reduce((sum, price, skillNumber) => sum + getCost(known.get(skillNumber) ?? 0, price), 0);
    expect(lineSum).toBe(cost);
  }
});

test('what is billed again beside lines that stand adds up with them, and a name that was mapped anew is billed by its number', () => {
  // Ten requests at 0.1005 cost 1.01, of which a late line has billed five as 0.51; those of the first invoice are credited.
  const again = { price: 1005, requests: 5, billed: 5 };
  const toTotal = (values: Partial<UnbilledUsage>) => planInvoice('2026-10-01', [usage({ ...again, ...values })]).total;
  expect(toTotal({ lined: 5, linedTotal: 5100 })).toBe(5000);
  expect(toTotal({ lined: 9, linedTotal: 9000 })).toBe(5100);
});

test('a late line is never below 0 beside lines of names that are mapped together since', () => {
  // Four names had a line of 0.01 each for one request at 0.005; together, five requests cost 0.03.
  const names = [1, 2, 3, 4].map((skillNumber) =>
    usage({ skillNumber, price: 50, requests: skillNumber === 1 ? 1 : 0, billed: 1, lined: 1, linedTotal: 100 }),
  );
  const late = ({ requests = 1 } = {}) =>
    planInvoice('2026-11-01', [...names.slice(1), usage({ ...names[0], requests })]).lines.map(({ total }) => total);
  expect(late()).toEqual([0]);
  expect(late({ requests: 5 })).toEqual([100]);
  expect(late({ requests: -1 })).toEqual([-200]);
});

test('without a skill that anybody mapped, a reported name is a skill of its own', () => {
  const named = { skillId: null, price: 0 };
  const { lines } = planInvoice('2026-10-01', [
    usage({ ...named, skillNumber: 3, skillName: 'po' }),
    usage({ ...named, skillNumber: 4, skillName: 'po' }),
  ]);
  expect(lines).toHaveLength(2);
});
