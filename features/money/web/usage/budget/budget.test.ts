import { expect, test } from 'vitest';
import { judgeBudget } from './budget.ts';

test.each([
  [0, 100, 'Within the limit', 'green', '0.0%'],
  [49.9999, 100, 'Within the limit', 'green', '49.9%'],
  [50, 100, '50% of the limit used', 'amber', '50.0%'],
  [80, 100, 'Budget warning: 80% of the limit used', 'amber', '80.0%'],
  [99.9999, 100, 'Budget warning: 99% of the limit used', 'amber', '99.9%'],
  [100, 100, 'Limit reached', 'red', '100.0%'],
  [100.0001, 100, 'Limit exceeded', 'red', '100.0%'],
  [0, 0, 'Within the limit', 'green', undefined],
  [0.0001, 0, 'Limit exceeded', 'red', undefined],
])('%s of %s: %s', (total, limit, ...expected) => {
  const { words, tone, share } = judgeBudget(total, limit);
  expect([words, tone, share]).toEqual(expected);
});

test('a bar is never longer than 100 percent', () => {
  expect(judgeBudget(500, 100).percent).toBe(100);
  expect(judgeBudget(1, 0).percent).toBe(100);
});
