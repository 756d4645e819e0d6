import type { journalContract } from '#features/receivables/contract/journal/journal.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getAccounts, updateAccounts } from './journal.service.ts';

export const journalOperations: Operations<typeof journalContract> = {
  getAccounts: (portal, { actor }) => getAccounts(portal, actor),
  updateAccounts: (portal, call, { body }) => updateAccounts(portal, call, body),
};
