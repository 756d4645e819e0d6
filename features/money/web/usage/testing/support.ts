import type { SupportMonth, SupportRequest } from '#features/company/contract/support-requests.ts';

/** A support request that no invoice bills. */
export const makeSupportRequest = (different: Partial<SupportRequest> = {}): SupportRequest => ({
  _id: '00000000-0000-4000-8000-0000000000b1',
  date: '2026-11-05',
  type: 'E-mail',
  subject: 'Gateway setup',
  minutes: 45,
  cost: 130,
  invoiceId: null,
  version: 1,
  ...different,
});

/** A month in which the e-mail support has used most of its limit. */
export const makeSupportMonth = (different: Partial<SupportMonth> = {}): SupportMonth => ({
  period: '2026-11',
  data: [makeSupportRequest()],
  spent: [
    { type: 'E-mail', total: 130 },
    { type: 'Voice', total: 0 },
  ],
  total: 130,
  ...different,
});
