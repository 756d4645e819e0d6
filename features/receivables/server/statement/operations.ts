import type { accountStatementContract } from '#features/receivables/contract/statement/account-statement.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getStatement } from './statement.service.ts';

export const accountStatementOperations: Operations<typeof accountStatementContract> = {
  get: (portal, { actor }, { query }) => getStatement(portal, actor, query),
};
