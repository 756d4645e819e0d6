import type pg from 'pg';
import { requestKeys, toRowsText } from './roll-up-check.repository.ts';
import { rollUps } from './roll-ups.ts';
import type { RollUp } from './roll-ups.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/* Days are those of the company's zone: the instants of a month begin and end up to a day beside it. */
const ofMonth = `company_id = $1 and day >= $2::date and day < $2::date + interval '1 month'`;
const nearMonth = `started_at >= $2::date - interval '2 days' and started_at < $2::date + interval '1 month 2 days'`;

/** The months in which conversations started, as the tables are divided, by their first days. */
export async function listStartMonths(executor: Executor, companyId: string): Promise<string[]> {
  const { rows } = await executor.query<{ month: string }>(
    `select month::date::text as month
    from (select min(started_at) at time zone 'UTC' as first, max(started_at) at time zone 'UTC' as last
        from conversation_partitions where company_id = $1) as d,
      generate_series(date_trunc('month', d.first), d.last, interval '1 month') as month`,
    [companyId],
  );
  return rows.map(({ month }) => month);
}

/** Counts what started in a month on the days and hours of the company's present zone. What was billed keeps its day. */
export async function placeInZone(executor: Executor, companyId: string, month: string): Promise<void> {
  await executor.query(
    `update conversations c set day = t.day, hour = t.hour
    from (
      select o.started_at, o.id, l.day, l.hour
      from companies z
      join conversations o on o.company_id = z.id
      cross join lateral (select (o.started_at at time zone z.time_zone)::date as day,
        extract(hour from o.started_at at time zone z.time_zone)::int2 as hour) l
      where z.id = $1 and ${inStartMonth('o')} and (o.day, o.hour) <> (l.day, l.hour)
    ) t
    where c.company_id = $1 and c.started_at = t.started_at and c.id = t.id and ${inStartMonth('c')}`,
    [companyId, month],
  );
}

const inStartMonth = (table: string) =>
  `${table}.started_at >= ($2::date)::timestamp at time zone 'UTC'
    and ${table}.started_at < ($2::date + interval '1 month') at time zone 'UTC'`;

/** The months for which a company has anything, as their first days. */
export async function listMonths(executor: Executor, companyId: string): Promise<string[]> {
  const { rows } = await executor.query<{ month: string }>(
    `with days as (
      select min(day) as first, max(day) as last from conversations where company_id = $1
      union all select min(day), max(day) from usage_events where company_id = $1
      union all select min(day), max(day) from skill_daily_stats where company_id = $1
      union all select min(day), max(day) from user_daily_stats where company_id = $1
      union all select min(day), max(day) from hourly_stats where company_id = $1
      union all select min(day), max(day) from usage_daily where company_id = $1
      union all select min(month), max(month) from skill_monthly_stats where company_id = $1
      union all select min(month), max(month) from user_monthly_stats where company_id = $1
    )
    select month::date::text as month
    from (select min(first) as first, max(last) as last from days) as d,
      generate_series(date_trunc('month', d.first), d.last, interval '1 month') as month`,
    [companyId],
  );
  return rows.map(({ month }) => month);
}

/** Makes the sums of one month anew, while nobody else writes for this company. */
export async function rebuildMonth(executor: Executor, companyId: string, month: string): Promise<void> {
  const values = [companyId, month];
  await executor.query(countMessagesText, values);
  for (const rollUp of rollUps) {
    const isMonthly = rollUp.keys.includes('month');
    await executor.query(
      `delete from ${rollUp.table} where ${isMonthly ? 'company_id = $1 and month = $2' : ofMonth}`,
      values,
    );
    await executor.query(toInsertText(rollUp), values);
  }
  await executor.query(`delete from usage_daily where ${ofMonth}`, values);
  await executor.query(
    `insert into usage_daily (company_id, ${requestKeys.join(', ')}, requests)
      select $1, ${requestKeys.join(', ')}, count(*) from usage_events where ${ofMonth} group by 2, 3, 4`,
    values,
  );
}

const countMessagesText = `
  update conversations c set messages = t.messages
  from (
    select c.started_at, c.id, count(m.id) as messages
    from conversations c
    left join messages m on m.company_id = c.company_id and m.conversation_id = c.id and m.started_at = c.started_at
    where c.company_id = $1 and c.day >= $2::date and c.day < $2::date + interval '1 month'
      and c.${nearMonth.replace('and started_at', 'and c.started_at')}
    group by c.started_at, c.id, c.messages having count(m.id) <> c.messages
  ) t
  where c.company_id = $1 and c.started_at = t.started_at and c.id = t.id`;

function toInsertText(rollUp: RollUp): string {
  const columns = [...rollUp.keys, ...rollUp.sums].join(', ');
  const rows = toRowsText(rollUp, `${ofMonth} and ${nearMonth}`);
  return `insert into ${rollUp.table} (company_id, ${columns}) select $1, r.* from (${rows}) as r`;
}

/** Where every conversation lies, written down anew. */
export async function rebuildStarts(executor: Executor, companyId: string): Promise<void> {
  await executor.query('delete from conversation_partitions where company_id = $1', [companyId]);
  await executor.query(
    `insert into conversation_partitions (company_id, id, started_at)
      select company_id, id, started_at from conversations where company_id = $1`,
    [companyId],
  );
}
