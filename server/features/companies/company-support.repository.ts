import { systemStatement } from '../../sql/statement.ts';
import { date, integer, text, uuid } from '../../sql/types.ts';

/** The support requests from the month `first` on, as one row for each company and month, the costliest first. */
export const listSupportMonths = systemStatement.list({
  text: `
    select c.id, c.name, c.time_zone as "timeZone", date_trunc('month', r.day::timestamp)::date as month,
      count(*)::integer as requests, coalesce(sum(r.minutes), 0)::bigint as minutes,
      sum(r.cost_ten_thousandths)::bigint as "costTenThousandths"
    from companies c join support_requests r on r.company_id = c.id
    where r.day >= $first::date
    group by c.id, month order by 7 desc, c.name, c.id`,
  params: { first: date },
  row: {
    id: uuid,
    name: text,
    timeZone: text,
    month: date,
    requests: integer,
    minutes: integer,
    costTenThousandths: integer,
  },
});
