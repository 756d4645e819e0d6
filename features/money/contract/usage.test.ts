import { expect, test } from 'vitest';
import { getThreshold, judgeKeyLimits, limitMessage, parseLimit } from './limits.ts';
import { toEuros } from './money.ts';
import { LimitForm } from './limit-forms.ts';
import { usageContract } from './usage.ts';

test('a threshold is reached exactly, not a ten-thousandth before', () => {
  const limit = 1_000_000;
  const totals = [0, 499_999, 500_000, 799_999, 800_000, 999_999, 1_000_000, 9_999_999];
  expect(totals.map((total) => getThreshold(total, limit))).toEqual([undefined, undefined, 50, 50, 80, 80, 100, 100]);
});

test('odd limits are compared without rounding', () => {
  expect([3, 4].map((total) => getThreshold(total, 7))).toEqual([undefined, 50]);
  expect([5, 6].map((total) => getThreshold(total, 7))).toEqual([50, 80]);
  const highest = 99_999_999_999_900;
  expect(getThreshold(highest - 1, highest)).toBe(80);
  expect(getThreshold(highest, highest)).toBe(100);
});

test('nothing is reached without a limit or without spending; any spending exceeds a limit of nothing', () => {
  expect(getThreshold(5, null)).toBeUndefined();
  expect(getThreshold(0, 0)).toBeUndefined();
  expect(getThreshold(0, 100)).toBeUndefined();
  expect(getThreshold(1, 0)).toBe(100);
});

const texts = {
  taken: ['0', '0.00', '12', '12.5', '12,50', ' 7 ', '9999999999.99'],
  refused: [
    '',
    ' ',
    '-1',
    '-0',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1.234',
    '1,2,3',
    '1 000',
    '1.',
    '.5',
    '12345678901',
  ],
};

test.each(texts.taken)('the text %o is a limit', (text) => {
  expect(LimitForm.safeParse({ limit: text }).success).toBe(true);
  expect(toEuros(Math.round((parseLimit(text) ?? Number.NaN) * 10_000))).toBe(Number(text.replace(',', '.')));
});

test.each([...texts.refused, '9'.repeat(1_000_000)])('the text %o is none', (text) => {
  expect(LimitForm.safeParse({ limit: text }).error?.issues[0]?.message).toBe(limitMessage);
});

test.each([
  ['0', true],
  ['-0', true],
  ['1e3', true],
  ['0.1', true],
  ['9999999999.99', true],
  ['null', true],
  ['-1', false],
  ['0.001', false],
  ['1e400', false],
  ['1e21', false],
  ['10000000000', false],
  ['"5"', false],
  ['[5]', false],
])('of the JSON %s it is known whether it is a limit', async (json, isTaken) => {
  const { inputSchema } = usageContract.updateLimit['~orpc'];
  const result = await inputSchema?.['~standard'].validate({ body: { limit: JSON.parse(json) as unknown } });
  expect(result?.issues?.map(({ message }) => message)).toEqual(isTaken ? undefined : [limitMessage]);
});

test('limits are enforced for a key that asked in the last seven days', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');
  const day = 86_400_000;
  expect(judgeKeyLimits(now - 6 * day, now, now)).toBe('enforced');
  expect(judgeKeyLimits(now - 7 * day, now, now)).toBe('reported');
  expect(judgeKeyLimits(null, now, now)).toBe('reported');
  expect(judgeKeyLimits(null, null, now)).toBe('unused');
});
