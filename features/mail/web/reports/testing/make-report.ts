import type { MailReport } from '#features/mail/contract/mail-reports.ts';

export const reportId = '5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7b21';
export const readerId = '5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7b22';

/** A weekly report of Ada. */
export const makeReport = (values: Partial<MailReport> = {}): MailReport => ({
  id: reportId,
  name: 'Weekly figures',
  userId: readerId,
  user: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@acme.example' },
  weekday: 1,
  hour: 8,
  period: 'week',
  parts: ['figures', 'cost'],
  technicalUsers: false,
  attachesUsage: true,
  isEnabled: true,
  nextAt: '2026-11-30T06:00:00.000Z',
  lastSentAt: '2026-11-23T06:00:04.000Z',
  version: 3,
  ...values,
});
