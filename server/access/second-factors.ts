import type { CompanyTransaction, Sql } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { array, uuid } from '../sql/types.ts';
import { hasComeIn } from './sign-in-rule.sql.ts';

const listComeInStatement = statement({
  text: `
    select u.account_id as "accountId" from users u
    where u.company_id = $companyId and u.account_id = any($accountIds) and ${hasComeIn}`,
  params: { accountIds: array(uuid) },
  row: { accountId: uuid },
});

interface SecondFactors {
  /** Returns those of `accountIds` that have the second factor on. */
  listSecondFactors(sql: Sql, accountIds: string[]): Promise<ReadonlySet<string>>;
}

/** The accounts of users of the company whose second factor is on, for what it is shown of: those that have come in. */
export async function listShownFactors(
  identity: SecondFactors,
  tx: CompanyTransaction,
  users: readonly { readonly accountId: string }[],
): Promise<ReadonlySet<string>> {
  const found = await tx.list(listComeInStatement, { accountIds: users.map(({ accountId }) => accountId) });
  return identity.listSecondFactors(
    tx,
    found.map(({ accountId }) => accountId),
  );
}
