import type { TenThousandths } from '#contract/billing/money.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { joinSkills, skillFields } from './reported-names.sql.ts';

interface SkillSum {
  readonly id: string;
  readonly name: string;
  /** That of the latest runs first; of several on one day, the one that is paid now. */
  readonly prices: { readonly price: TenThousandths; readonly requests: number }[];
  readonly limit: TenThousandths | null;
  readonly limitVersion: number | null;
}

export interface DaySum {
  readonly date: string;
  readonly requests: number;
  readonly total: TenThousandths;
}

/** What one statement tells of a month. */
export interface UsageRow {
  readonly skills: readonly SkillSum[];
  /** Of the month and of the days asked for before it; days without runs are not there. */
  readonly days: readonly DaySum[];
  readonly limits: { readonly limit: TenThousandths | null; readonly version: number } | null;
  /** The first day with a run ever. */
  readonly firstDay: string | null;
}

interface UsageSpan {
  /** From here on the sums of days are asked. */
  readonly daysFrom: string;
  readonly first: string;
  readonly until: string;
  /** Whether skills that have a limit and no runs are wanted. */
  readonly isPresent: boolean;
}

const list = (select: string) => `(select coalesce(json_agg(row_to_json(listed)), '[]') from (${select}) listed)`;

const skills = `select s.id, s.name, s.prices, l.limit_ten_thousandths as "limit", l.version as "limitVersion"
  from (select id, name, json_agg(json_build_object('price', price, 'requests', requests)
      order by latest desc, is_paid_now desc, price desc) as prices
    from prices group by id, name) s
  left join skill_limits l on l.skill_id::text = s.id
  union all
  select l.skill_id::text, coalesce(s.name, r.name), json_build_array(json_build_object(
      'price', coalesce(own.price_ten_thousandths, s.price_ten_thousandths, 0), 'requests', 0)),
    l.limit_ten_thousandths, l.version
  from skill_limits l
  left join skills s on s.id = l.skill_id
  left join skill_prices own on own.skill_id = l.skill_id
  left join reported_skills r on r.id = l.skill_id
  where $4 and l.skill_id::text not in (select id from prices)
    and (s.deleted_at is null and s.id is not null or r.id is not null and r.skill_id is null)`;

const days = `select day as date, sum(requests)::bigint as requests, sum(requests * price) as total
  from ledger group by day order by day`;

/*
 * The roll-up of the ledger alone, whose key begins with the day: what is read grows with the days and the skills of
 * the range, never with the runs. Names come to sums, not to rows.
 */
const text = `
  with ledger as materialized (
    select day, skill_number, price_ten_thousandths as price, requests from usage_daily where day >= $1 and day < $3),
  sums as materialized (
    select skill_number, price, sum(requests)::bigint as requests, max(day) as latest
    from ledger where day >= $2 group by 1, 2),
  prices as materialized (
    select ${skillFields.id} as id, ${skillFields.name} as name, price, sum(requests)::bigint as requests,
      max(latest) as latest,
      bool_or(price = coalesce(own.price_ten_thousandths, mapped.price_ten_thousandths, 0)) as is_paid_now
    from sums ${joinSkills('sums.skill_number')} left join skill_prices own on own.skill_id = mapped.id
    group by 1, 2, 3)
  select ${list(skills)} as skills, ${list(days)} as days,
    (select json_build_object('limit', limit_ten_thousandths, 'version', version) from company_limits) as limits,
    (select day::text from usage_daily order by day limit 1) as "firstDay"`;

export async function readUsage(tx: Transaction, span: UsageSpan): Promise<UsageRow> {
  const values = [span.daysFrom, span.first, span.until, span.isPresent];
  const { rows } = await toExecutor(tx).query<UsageRow>({ name: 'usage', text, values });
  if (!rows[0]) throw new Error('the statement returned no row');
  return rows[0];
}
