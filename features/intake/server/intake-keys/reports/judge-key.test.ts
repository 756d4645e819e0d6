import { expect, test } from 'vitest';
import { judgeKey } from './judge-key.ts';
import type { JudgedKey } from './key-reports.repository.ts';

const now = new Date('2026-11-23T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const key: JudgedKey = {
  companyId: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d34',
  silenceHours: 24,
  acceptedAt: hoursAgo(1),
  silentAt: null,
  silenceOverAt: null,
  failingAt: null,
  failingOverAt: null,
  accepted: 80,
  rejected: 0,
  acceptedBefore: 1000,
  rejectedBefore: 0,
};
const judge = (changed: Partial<JudgedKey>) => judgeKey({ ...key, ...changed }, now);

test('a key is silent after its hours, once, and again after a recovery', () => {
  expect(judge({ acceptedAt: hoursAgo(24) })).toEqual([]);
  expect(judge({ acceptedAt: hoursAgo(24.1) })).toEqual(['silent']);
  expect(judge({ acceptedAt: hoursAgo(30), silentAt: hoursAgo(6) })).toEqual([]);
  expect(judge({ acceptedAt: hoursAgo(30), silentAt: hoursAgo(60), silenceOverAt: hoursAgo(30) })).toEqual(['silent']);
});

test('a key that never reported, or whose silence does not alert, is not silent', () => {
  expect(judge({ acceptedAt: null })).toEqual([]);
  expect(judge({ acceptedAt: hoursAgo(1000), silenceHours: null })).toEqual([]);
});

test('a key fails where a fifth is rejected, ten items at least, and three times as much as before', () => {
  expect(judge({ rejected: 20 })).toEqual(['failing']);
  expect(judge({ rejected: 19 })).toEqual([]);
  expect(judge({ accepted: 0, rejected: 9 })).toEqual([]);
  expect(judge({ rejected: 20, rejectedBefore: 90, acceptedBefore: 910 })).toEqual([]);
  expect(judge({ rejected: 20, failingAt: hoursAgo(1) })).toEqual([]);
});

test('failing is over once less than a tenth is rejected, not while nothing arrives', () => {
  const failing = { failingAt: hoursAgo(2) };
  expect(judge({ ...failing, rejected: 8 })).toEqual(['failing-over']);
  expect(judge({ ...failing, rejected: 9 })).toEqual([]);
  expect(judge({ ...failing, accepted: 0, rejected: 0 })).toEqual([]);
});
