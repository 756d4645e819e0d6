import { statement } from '../../../sql/statement.ts';
import { date, integer, nullable, text } from '../../../sql/types.ts';

/**
 * What support cost in the days from `first` to before `until`, beside each limit: those of the types, and that of all
 * support under an empty type.
 */
export const listSupportSpending = statement.list({
  text: `
    with spent as (
      select type, sum(cost_ten_thousandths)::bigint as total from support_requests
      where company_id = $companyId and day >= $first and day < $until group by 1
    )
    select i.type, coalesce((select s.total from spent s where s.type = i.type), 0)::bigint as total,
      i.limit_ten_thousandths as "limit"
    from support_items i where i.company_id = $companyId and i.limit_ten_thousandths is not null
    union all
    select '', coalesce((select sum(s.total) from spent s), 0)::bigint, l.support_limit_ten_thousandths
    from company_limits l where l.company_id = $companyId and l.support_limit_ten_thousandths is not null
    order by 1`,
  params: { first: date, until: date },
  row: { type: text, total: integer, limit: nullable(integer) },
});
