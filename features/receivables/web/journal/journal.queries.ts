import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

export const journalAccountsQuery = queries.journal.getAccounts.queryOptions();

export const useUpdateAccounts = () => useCall(queries.journal.updateAccounts, { answers: journalAccountsQuery });
