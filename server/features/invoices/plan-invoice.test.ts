import { expect, test } from 'vitest';
import { planInvoice } from './plan-invoice.ts';
import type { UnbilledUsage } from './plan-invoice.ts';

const usage = (values: Partial<UnbilledUsage> = {}): UnbilledUsage => ({
  month: '2026-10-01',
  skillNumber: 1,
  skillId: 'a',
  skillName: 'Leave request',
  price: 4500,
  requests: 10,
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
  [1, 0, -1],
  [49, 0, -49],
  [50, 100, 50],
  [151, 200, 49],
])('a sum of %d ten-thousandths is rounded once, half up, in a line of its own', (price, total, difference) => {
  const planned = planInvoice('2026-10-01', [usage({ price, requests: 1 })]);
  expect(planned.total).toBe(total);
  expect(planned.lines.at(-1)).toMatchObject({ description: 'Rounding', requests: null, total: difference });
});

test('without a skill that anybody mapped, a reported name is a skill of its own', () => {
  const named = { skillId: null, price: 0 };
  const { lines } = planInvoice('2026-10-01', [
    usage({ ...named, skillNumber: 3, skillName: 'po' }),
    usage({ ...named, skillNumber: 4, skillName: 'po' }),
  ]);
  expect(lines).toHaveLength(2);
});
