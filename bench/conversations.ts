import pg from 'pg';
import { getDatabaseUrls } from '../harness/database.ts';
import type { Portal } from '../harness/portal.ts';

/** The company that holds half of all conversations, as the figures ask for it. */
export interface BenchCompany {
  readonly id: string;
  /** Ids of its users and skills, as the log filters take them. */
  readonly users: readonly string[];
  readonly skills: readonly string[];
}

const companyCount = 20;
const monthCount = 24;
const largest = { users: 2000, skills: 40 };
const other = { users: 200, skills: 20 };
/** Months of the present end that have their ledger and, one in a hundred, their messages row by row. */
const fullMonths = 2;

/**
 * Fills the portal's database with conversations of 24 months and 20 companies, once: straight into the tables month by
 * month, with the roll-ups that the intake would have kept. A tenth of the work of the intake, and the same rows.
 */
export async function fillConversations(portal: Portal, count: number, ofLargest = 0.5): Promise<BenchCompany> {
  const { ownerUrl } = await getDatabaseUrls(portal);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`select from companies where name = 'Bench 1'`);
    if (rows.length === 0) await fill(client, count, ofLargest);
    return await findLargest(client);
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, count: number, ofLargest: number): Promise<void> {
  const startedAt = performance.now();
  await client.query(peopleText);
  const now = new Date();
  const months = Array.from({ length: monthCount }, (_, place) => findMonth(now, monthCount - 1 - place));
  const wholeMonths = months.reduce((sum, { share }) => sum + share, 0);
  for (const month of months) {
    await client.query('begin');
    const texts = listMonthTexts(month, { count: Math.round((count * month.share) / wholeMonths), ofLargest });
    for (const text of texts) await client.query(text);
    await client.query('commit');
  }
  for (const text of monthRollups) await client.query(text);
  await client.query('vacuum (analyze)');
  console.log(`${count} conversations written in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

async function findLargest(client: pg.Client): Promise<BenchCompany> {
  const { rows } = await client.query<BenchCompany>(`
    select c.id, array(select id::text from reported_users where company_id = c.id order by number) as users,
      array(select id::text from reported_skills where company_id = c.id order by number) as skills
    from companies c where name = 'Bench 1'`);
  if (!rows[0]) throw new Error('The conversations were not written.');
  return rows[0];
}

const byCompany = (values: { large: number; small: number }) =>
  `case when name = 'Bench 1' then ${values.large} else ${values.small} end`;

const peopleText = `
  with company as (
    insert into companies (name, billed_since) select 'Bench ' || n, '2020-01-01' from generate_series(1, ${companyCount}) n returning id, name),
  skill as (
    insert into reported_skills (company_id, name, name_key)
    select id, 'Skill ' || n, 'skill ' || n
    from company, generate_series(1, ${byCompany({ large: largest.skills, small: other.skills })}) n)
  insert into reported_users (company_id, first_name, last_name)
  select id, (array['Anna', 'Bert', 'Cleo', 'Dora', 'Emil'])[1 + n % 5], 'Person ' || n
  from company, generate_series(1, ${byCompany({ large: largest.users, small: other.users })}) n`;

interface Month {
  readonly monthsAgo: number;
  readonly from: string;
  readonly until: string;
  /** The past share of the month: the intake takes no conversations of the future. */
  readonly share: number;
}

function findMonth(now: Date, monthsAgo: number): Month {
  const startOf = (ago: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1);
  const [first, next] = [startOf(monthsAgo), startOf(monthsAgo - 1)] as const;
  const until = Math.min(next, now.getTime());
  return {
    monthsAgo,
    from: new Date(first).toISOString(),
    until: new Date(until).toISOString(),
    share: (until - first) / (next - first),
  };
}

/** In the order of time, as conversations come; most users talk alike, some skills are asked more than others. */
function listMonthTexts(
  { monthsAgo, from, until }: Month,
  { count, ofLargest }: { count: number; ofLargest: number },
): string[] {
  const table = `conversations_${from.slice(0, 7).replace('-', '_')}`;
  const insertRows = `
    with company as (
      select row_number() over (order by length(name), name) - 1 as place, id,
        (select min(number) from reported_users where company_id = c.id) as first_user,
        (select min(number) from reported_skills where company_id = c.id) as first_skill,
        (select count(*)::int from reported_users where company_id = c.id) as users,
        (select count(*)::int from reported_skills where company_id = c.id) as skills
      from companies c where name like 'Bench %'),
    draw as (
      select n, '${from}'::timestamptz + ('${until}'::timestamptz - '${from}'::timestamptz) * (n / ${count}.0) as instant,
        case when random() < ${ofLargest} then 0 else 1 + floor(random() * ${companyCount - 1})::int end as place,
        random() as u, random() * random() as s, random() as o, random() as m
      from generate_series(0, ${count - 1}) n)
    insert into ${table} (company_id, started_at, id, external_id, day, hour, skill_number, user_number, status,
      technical, messages, api_calls, reported_at, status_at)
    select company.id, instant, gen_random_uuid(), 'bench-' || n, clock::date, extract(hour from clock),
      first_skill + floor(s * skills)::int, first_user + floor(u * users)::int,
      case when o < 0.78 then 1 when o < 0.79 then 2 when o < 0.87 then 3 when o < 0.96 then 4 else 5 end,
      floor(u * users)::int % 50 = 0, 2 + floor(m * 12)::int, floor(m * 5)::int, instant, instant
    from draw cross join lateral (select date_trunc('milliseconds', instant at time zone 'Europe/Tallinn') as clock) local
      join company using (place)`;
  return [
    `select make_month_partitions('${from.slice(0, 10)}')`,
    insertRows,
    ...dayRollups(`${table} where ${isOurs}`),
    ...(monthsAgo < fullMonths ? listFullTexts(`${table} where ${isOurs}`) : []),
  ];
}

/** The demo has conversations in the same tables. */
const isOurs = `company_id in (select id from companies where name like 'Bench %')`;
const byStatus = [1, 2, 3, 4, 5].map((status) => `count(*) filter (where status = ${status})`).join(', ');
const statusColumns = ['completed', 'processing', 'failed', 'escaped', 'error'];
const addUp = (table: string, keys: string, sums: readonly string[]) =>
  `on conflict (${keys}) do update set ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}`;

/** A day of the companies' zone may lie in two partitions. */
const dayRollups = (rows: string) => [
  `insert into skill_daily_stats (company_id, day, skill_number, status, technical, conversations, messages, api_calls)
    select company_id, day, skill_number, status, technical, count(*), sum(messages), sum(api_calls) from ${rows}
    group by 1, 2, 3, 4, 5
    ${addUp('skill_daily_stats', 'company_id, day, skill_number, status, technical', ['conversations', 'messages', 'api_calls'])}`,
  `insert into user_daily_stats (company_id, day, user_number, technical, messages, ${statusColumns.join(', ')})
    select company_id, day, user_number, technical, sum(messages), ${byStatus} from ${rows} group by 1, 2, 3, 4
    ${addUp('user_daily_stats', 'company_id, day, user_number, technical', ['messages', ...statusColumns])}`,
  `insert into hourly_stats (company_id, day, hour, technical, conversations, messages)
    select company_id, day, hour, technical, count(*), sum(messages) from ${rows} group by 1, 2, 3, 4
    ${addUp('hourly_stats', 'company_id, day, hour, technical', ['conversations', 'messages'])}`,
  `insert into usage_daily (company_id, day, skill_number, price_ten_thousandths, requests)
    select company_id, day, skill_number, 12500, count(*) from ${rows} group by 1, 2, 3
    ${addUp('usage_daily', 'company_id, day, skill_number, price_ten_thousandths', ['requests'])}`,
];

const listFullTexts = (rows: string) => [
  `insert into usage_events (company_id, id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
      price_ten_thousandths)
    select company_id, id, external_id, started_at, day, id, skill_number, user_number, 12500 from ${rows}`,
  `with picked as (
      insert into conversation_partitions (company_id, id, started_at)
      select company_id, id, started_at from ${rows} and random() < 0.01 returning company_id, id, started_at)
    insert into messages (company_id, conversation_id, started_at, id, external_id, sent_at, is_assistant, parts)
    select company_id, id, started_at, gen_random_uuid(), 'm' || n, started_at + n * interval '20 seconds', n % 2 = 0,
      '[{"type":"text","value":"A message of the bench."}]' from picked, generate_series(1, 6) n`,
];

const monthRollups = [
  `insert into skill_monthly_stats (company_id, month, skill_number, status, technical, conversations, messages, api_calls)
    select company_id, date_trunc('month', day)::date, skill_number, status, technical, sum(conversations),
      sum(messages), sum(api_calls)
    from skill_daily_stats where ${isOurs} group by 1, 2, 3, 4, 5`,
  `insert into user_monthly_stats (company_id, month, user_number, technical, messages, ${statusColumns.join(', ')}, days)
    select company_id, date_trunc('month', day)::date, user_number, technical, sum(messages),
      ${statusColumns.map((column) => `sum(${column})`).join(', ')}, bit_or(1 << (extract(day from day)::int - 1))
    from user_daily_stats where ${isOurs} group by 1, 2, 3, 4`,
];
