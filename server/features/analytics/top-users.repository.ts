import type { TopUser } from '#contract/analytics.ts';
import { toExecutor } from '../../database/executor.ts';
import type { Transaction } from '../../database/transactions.ts';
import { joinUsers, userFields } from './names.repository.ts';
import { spansText, userSums } from './period-sums.repository.ts';
import { toPeriodValues } from './period-values.ts';
import type { Periods } from './period-values.ts';

const toText = (hasEdges: boolean) => `
  with ${spansText(hasEdges)},
  ${userSums(hasEdges)}
  select ${userFields.id} as _id, ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName",
    messages::int as total
  from user_sums ${joinUsers('user_sums.number')}
  where conversations > 0 and user_sums.number <> 0
  order by messages desc, lower(${userFields.lastName}), lower(${userFields.firstName}), user_sums.number`;

/** Who had a conversation in the range, by messages. */
export async function listTopUsers(tx: Transaction, periods: Periods): Promise<TopUser[]> {
  const { hasEdges, values } = toPeriodValues(periods);
  const { rows } = await toExecutor(tx).query<TopUser>({ text: toText(hasEdges), values });
  return rows;
}
