import { shownFactor, toAccounts, toShownFactors } from '#server/access/second-factors.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { integer, nullable, uuid } from '#server/sql/types.ts';
import { isFound, order, searchParams, type UserSearch } from './users.repository.ts';

const listFactorsStatement = statement({
  name: 'users.list-factors',
  text: toShownFactors(`true ${order} limit $limit`),
  params: { limit: nullable(integer) },
  row: shownFactor,
});

const searchFactorsStatement = statement({
  text: toShownFactors(`${isFound} ${order} limit $limit`),
  params: searchParams,
  row: shownFactor,
});

/** At least those accounts of the same users whose second factor is on and shown. It does not wait for `listUsers`. */
export async function listFactors(tx: CompanyTransaction, search: UserSearch): Promise<ReadonlySet<string>> {
  const limit = search.limit ?? null;
  if (!search.search) return toAccounts(await tx.list(listFactorsStatement, { limit }));
  return toAccounts(await tx.list(searchFactorsStatement, { ...search, search: search.search, limit }));
}

const findFactorStatement = statement({
  text: toShownFactors('u.id = $id'),
  params: { id: uuid },
  row: shownFactor,
});

/** Whether the user's second factor is on and shown. */
export const hasFactor = async (tx: CompanyTransaction, user: { readonly id: string }): Promise<boolean> =>
  (await tx.find(findFactorStatement, user)) !== undefined;
