import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { array, uuid, type RowOf } from '../sql/types.ts';
import { hasComeIn } from './sign-in-rule.sql.ts';

/**
 * The text of a statement that answers the accounts whose second factor is on, for what it is shown of: of users that have come in.
 * What it reads is on the coordinator alone.
 * @param chosen which users `u` of the company, as a condition and what follows it
 */
export const toShownFactors = (chosen: string) => `
  select identity.list_second_factors(array(
    select u.account_id from users u where u.company_id = $companyId and ${hasComeIn} and ${chosen})) as "accountId"`;

export const shownFactor = { accountId: uuid };

export const toAccounts = (shown: readonly RowOf<typeof shownFactor>[]): ReadonlySet<string> =>
  new Set(shown.map(({ accountId }) => accountId));

const listStatement = statement({
  text: toShownFactors('u.account_id = any($accountIds)'),
  params: { accountIds: array(uuid) },
  row: shownFactor,
});

/** The accounts of those users of the company whose second factor is on, for what it is shown of. */
export async function listShownFactors(
  tx: CompanyTransaction,
  users: readonly { readonly accountId: string }[],
): Promise<ReadonlySet<string>> {
  return toAccounts(await tx.list(listStatement, { accountIds: users.map(({ accountId }) => accountId) }));
}
