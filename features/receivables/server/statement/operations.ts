import type { accountStatementContract } from '#features/receivables/contract/statement/account-statement.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getStatementPdf, type GetParties } from './statement-pdf.service.ts';
import { getStatement } from './statement.service.ts';

/** @param getParties of the feature `billing`, whose papers name the same */
export const createAccountStatementOperations = (
  getParties: GetParties,
): Operations<typeof accountStatementContract> => ({
  get: (portal, { actor }, { query }) => getStatement(portal, actor, query),
  getPdf: (portal, { actor }, { query }) => getStatementPdf(portal, actor, query, getParties),
});
