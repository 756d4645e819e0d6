import { listOffsets } from '#contract/calendar/zone-offsets.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, instant, integer } from '#server/sql/types.ts';
import { lastMessagesOf } from '../last-messages.repository.ts';
import { ratingsOf } from '../ratings/ratings.sql.ts';
import { toRollupSelect } from './rollup-check.repository.ts';
import { turnRollupChecks } from '../turns/turn-rollups.repository.ts';
import { rollups } from './rollups.repository.ts';
import { selectSum, usageSums } from '../../ledger/usage-sums.sql.ts';

/* Days are those of the company's zone: the instants of a month begin and end up to a day beside it. */
const inMonth = `company_id = $companyId and day >= $month::date and day < $month::date + interval '1 month'`;
const toNearMonth = (startedAt: string) =>
  `${startedAt} >= $month::date - interval '2 days' and ${startedAt} < $month::date + interval '1 month 2 days'`;

const inStartMonth = (table: string) =>
  `${table}.started_at >= ($month::date)::timestamp at time zone 'UTC'
    and ${table}.started_at < ($month::date + interval '1 month') at time zone 'UTC'`;

const listStartMonthsStatement = statement({
  text: `
    select month::date as month
    from (select min(started_at) at time zone 'UTC' as first, max(started_at) at time zone 'UTC' as last
        from conversation_partitions where company_id = $companyId) as d,
      generate_series(date_trunc('month', d.first), d.last, interval '1 month') as month`,
  row: { month: date },
});

/** The first days of the months (UTC, as the partitions) in which conversations started. */
export async function listStartMonths(tx: CompanyTransaction): Promise<string[]> {
  return (await tx.list(listStartMonthsStatement)).map(({ month }) => month);
}

const updateLocalTimesStatement = statement({
  text: `
    update conversations c set day = t.day, hour = t.hour
    from (
      select o.started_at, o.id, l.day, l.hour
      from conversations o
      cross join lateral (
        select (o.started_at at time zone 'UTC') + make_interval(secs => s.seconds) as clock
        from unnest($since::timestamptz[], $seconds::int4[]) as s (since, seconds)
        where s.since <= o.started_at order by s.since desc limit 1
      ) at
      cross join lateral (select at.clock::date as day, extract(hour from at.clock)::int2 as hour) l
      where o.company_id = $companyId and ${inStartMonth('o')} and (o.day, o.hour) <> (l.day, l.hour)
    ) t
    where c.company_id = $companyId and c.started_at = t.started_at and c.id = t.id and ${inStartMonth('c')}`,
  params: { month: date, since: array(instant), seconds: array(integer) },
});

/** Sets the local day and hour of a month's conversations to the company's zone. Usage events keep their day. */
export async function updateLocalTimes(tx: CompanyTransaction, month: string, zone: string): Promise<void> {
  const [from, until] = [month, addMonths(month, 1)].map((day) => Date.parse(`${day}T00:00:00Z`));
  const offsets = listOffsets(zone, from ?? 0, until ?? 0);
  const since = offsets.map((offset) => new Date(offset.since));
  await tx.run(updateLocalTimesStatement, { month, since, seconds: offsets.map(({ offsetMs }) => offsetMs / 1000) });
}

const dailyTables = ['skill_daily_stats', 'user_daily_stats', 'hourly_stats', 'usage_daily'];

const datedTables = [
  ...['conversations', 'usage_events', ...dailyTables, ...turnRollupChecks.map(({ table }) => table)].map((table) => ({
    table,
    column: 'day',
  })),
  ...['skill_monthly_stats', 'user_monthly_stats'].map((table) => ({ table, column: 'month' })),
];

const listMonthsStatement = statement({
  text: `
    with days as (
      ${datedTables
        .map(
          ({ table, column }) =>
            `select min(${column}) as first, max(${column}) as last from ${table} where ${table}.company_id = $companyId`,
        )
        .join(' union all ')}
    )
    select month::date as month
    from (select min(first) as first, max(last) as last from days) as d,
      generate_series(date_trunc('month', d.first), d.last, interval '1 month') as month`,
  row: { month: date },
});

/** The first days of the months for which a company has anything. */
export async function listMonths(tx: CompanyTransaction): Promise<string[]> {
  return (await tx.list(listMonthsStatement)).map(({ month }) => month);
}

const countMessagesStatement = statement({
  text: `
    update conversations c set messages = t.messages
    from (
      select c.started_at, c.id, count(m.id) as messages
      from conversations c
      left join messages m on m.company_id = c.company_id and m.conversation_id = c.id and m.started_at = c.started_at
      where c.company_id = $companyId and c.day >= $month::date and c.day < $month::date + interval '1 month'
        and ${toNearMonth('c.started_at')}
      group by c.started_at, c.id, c.messages having count(m.id) <> c.messages
    ) t
    where c.company_id = $companyId and c.started_at = t.started_at and c.id = t.id`,
  params: { month: date },
});

const inMonthOfStart = `started_at >= $month::date - interval '2 days'
  and started_at < $month::date + interval '1 month 2 days'`;

const setLastMessagesStatement = statement({
  text: `
    update conversations c set last_message_at = t.last_message_at, awaits_answer = t.awaits_answer
    from (${lastMessagesOf(`company_id = $companyId and ${inMonthOfStart}`)}) t
    where c.company_id = $companyId and c.started_at = t.started_at and c.id = t.id
      and c.day >= $month::date and c.day < $month::date + interval '1 month' and ${toNearMonth('c.started_at')}
      and (c.last_message_at, c.awaits_answer) is distinct from (t.last_message_at, t.awaits_answer)`,
  params: { month: date },
});

const setRatingsStatement = statement({
  text: `
    update conversations c set rating = t.rating
    from (
      select n.started_at, n.id, r.rating
      from conversations n
      left join (${ratingsOf('c.company_id = $companyId and c.ratings is not null')}) r on r.id = n.id and r.started_at = n.started_at
      where n.company_id = $companyId and n.day >= $month::date and n.day < $month::date + interval '1 month'
        and ${toNearMonth('n.started_at')} and n.rating is distinct from r.rating
    ) t
    where c.company_id = $companyId and c.started_at = t.started_at and c.id = t.id`,
  params: { month: date },
});

const toNames = (names: string) => `(select jsonb_agg(distinct ${names})`;
const ofTools = `from jsonb_array_elements(c.turns) as t (turn), jsonb_array_elements(coalesce(t.turn->'tools', '[]')) as u (tool)`;

/* Of conversations that an earlier release stored. */
const setNamesStatement = statement({
  text: `
    update conversations c set
      models = ${toNames(`t.turn->'model'`)} from jsonb_array_elements(c.turns) as t (turn) where t.turn ? 'model'),
      tools = ${toNames(`u.tool->'name'`)} ${ofTools}),
      failed_tools = ${toNames(`u.tool->'name'`)} ${ofTools} where u.tool ? 'error')
    where c.company_id = $companyId and c.turns is not null and c.models is null and c.tools is null
      and c.day >= $month::date and c.day < $month::date + interval '1 month' and ${toNearMonth('c.started_at')}`,
  params: { month: date },
});

const rebuildStatements = [
  countMessagesStatement,
  setLastMessagesStatement,
  setRatingsStatement,
  setNamesStatement,
  ...rollups.flatMap((rollup) => {
    const { table, keys, sums, hasDays } = rollup;
    const columns = [...keys, ...sums, ...(hasDays ? ['days'] : [])].join(', ');
    const condition = keys.includes('month') ? 'company_id = $companyId and month = $month' : inMonth;
    const rows = toRollupSelect(rollup, `${inMonth} and ${toNearMonth('started_at')}`);
    return [
      statement({ text: `delete from ${table} where ${condition}`, params: { month: date } }),
      statement({
        text: `insert into ${table} (company_id, ${columns}) select $companyId, r.* from (${rows}) r`,
        params: { month: date },
      }),
    ];
  }),
  ...turnRollupChecks.flatMap(({ table, keys, sums, toSelect }) => [
    statement({ text: `delete from ${table} where ${inMonth}`, params: { month: date } }),
    statement({
      text: `
        insert into ${table} (company_id, ${[...keys, ...sums].join(', ')})
        select $companyId, r.* from (${toSelect(`${inMonth} and ${toNearMonth('started_at')}`)}) r`,
      params: { month: date },
    }),
  ]),
  ...usageSums.flatMap((sum) => [
    statement({
      text: `delete from ${sum.table} where ${'month' in sum.keys ? 'company_id = $companyId and month = $month' : inMonth}`,
      params: { month: date },
    }),
    statement({
      text: `
        insert into ${sum.table} (company_id, ${Object.keys(sum.keys).join(', ')}, requests)
        select $companyId, r.* from (${selectSum(sum, 'usage_events', inMonth)}) r`,
      params: { month: date },
    }),
  ]),
];

/** Rebuilds the sums of one month; requires the ledger lock. */
export async function rebuildMonth(tx: CompanyTransaction, month: string): Promise<void> {
  for (const each of rebuildStatements) await tx.run(each, { month });
}

const deletePartitionsStatement = statement({
  text: 'delete from conversation_partitions where company_id = $companyId',
});

const createPartitionsStatement = statement({
  text: `
    insert into conversation_partitions (company_id, id, started_at)
    select company_id, id, started_at from conversations where company_id = $companyId`,
});

/** Rebuilds the index of conversations to partitions. */
export async function rebuildPartitions(tx: CompanyTransaction): Promise<void> {
  await tx.run(deletePartitionsStatement);
  await tx.run(createPartitionsStatement);
}
