import type { AccountStatement } from '#features/receivables/contract/statement/account-statement.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { planStatement } from './plan-statement.ts';
import { listMovements } from './statement.repository.ts';

/** Gets what the company owes over some days. @throws Problem `request.invalid` where they end before they begin */
export async function getStatement(
  { database }: Uses<'database'>,
  { companyId }: Pick<Actor, 'companyId'>,
  days: { readonly from: string; readonly to: string },
): Promise<AccountStatement> {
  if (days.to < days.from) {
    throw new Problem('request.invalid', { fields: [{ path: 'to', message: 'The last day is before the first.' }] });
  }
  return planStatement(await database.inCompany.read(companyId, (tx) => listMovements(tx, { to: days.to })), days);
}
