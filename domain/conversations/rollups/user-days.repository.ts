import { booleans, dates, integers, rowArrays } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';

/** SQL that computes `user_monthly_stats.days` from rows of one month; bit 0 is the first day. */
export const toDaysExpression = (day: string) => `bit_or(1 << (extract(day from ${day})::int - 1))`;

interface UserDay {
  /** Since 2000-01-01. */
  readonly day: number;
  readonly userNumber: number;
  readonly technical: boolean;
}

const userDays = rowArrays({ day: dates, userNumber: integers, technical: booleans });

const deleteUserDaysStatement = statement({
  text: `
    update user_monthly_stats m set days = m.days & ~gone.days, days_writes = m.days_writes + 1
    from (
      select date_trunc('month', t.day)::date as month, t.user_number, t.technical, ${toDaysExpression('t.day')} as days
      from ${userDays.rows}
      where not exists (
        select from user_daily_stats d where d.company_id = $companyId and d.day = t.day
          and d.user_number = t.user_number and d.technical = t.technical
          and d.completed + d.processing + d.failed + d.escaped + d.error > 0)
      group by 1, 2, 3
    ) gone
    where m.company_id = $companyId and m.month = gone.month and m.user_number = gone.user_number
      and m.technical = gone.technical`,
  params: userDays.params,
});

/** Takes days of users on which nothing is left out of the days of their month. */
export async function deleteUserDays(tx: CompanyTransaction, days: readonly UserDay[]): Promise<void> {
  await tx.run(deleteUserDaysStatement, userDays.encode(days));
}
