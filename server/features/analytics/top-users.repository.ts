import type { TopUser } from '#contract/analytics/analytics.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { joinUsers, userFields } from './reported-names.sql.ts';
import { toPeriodParts } from './rollup-segments.ts';
import type { PeriodParts, Periods } from './rollup-segments.ts';
import { userSums } from './period-sums.sql.ts';
import { Values } from './values.ts';

const toText = (parts: PeriodParts, values: Values) => `
  with ${userSums({ parts, values })}
  select ${userFields.id} as _id, ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName",
    messages::int as total
  from user_sums ${joinUsers('user_sums.number')}
  where not previous and conversations > 0 and user_sums.number <> 0
  order by messages desc, user_sums.number`;

/** Who had a conversation in the range, by messages. */
export async function listTopUsers(tx: Transaction, periods: Periods): Promise<TopUser[]> {
  const values = new Values([periods.includesTechnical]);
  const text = toText(toPeriodParts(periods), values);
  const { rows } = await toExecutor(tx).query<TopUser>({ text, values: values.list });
  return rows;
}
