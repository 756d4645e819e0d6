import type pg from 'pg';
import { addMonths } from '../../../contract/calendar/zones.ts';
import { usageSums } from '../../../domain/ledger/usage-sums.sql.ts';
import { withOwner } from '../../../harness/database.ts';
import { waitForDemo, withNewPortal, type Portal } from '../../../harness/portal.ts';
import { openSession } from '../../../harness/session.ts';
import { median, roundAll } from '../../../harness/statistics.ts';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';

const counts = { quick: 100_000, full: 10_000_000 };
const [persons, skills, turns] = [2000, 40, 9];
const company = 'Globex Logistics';
const caller = 'superadmin@globex.example';
/** The last whole month, so that the own cost has thirteen months with runs where all are filled. */
const month = addMonths(`${new Date().toISOString().slice(0, 7)}-01`, -1).slice(0, 7);

/** The same as the page shows, from the usage events themselves. */
const direct = `
  select coalesce(u.id, r.id) as id, min(coalesce(u.last_name, r.last_name)) as name, count(*) as requests,
    sum(e.price_ten_thousandths) as cost
  from usage_events e
  left join reported_users r on r.company_id = e.company_id and r.number = e.user_number
  left join users u on u.company_id = r.company_id and u.id = r.user_id
  where e.company_id = $1 and e.day >= $2::date and e.day < $2::date + interval '1 month'
  group by 1 order by 4 desc limit 100`;

export const costOfPersons = {
  title: 'Cost by person of a month',
  method:
    'A company with 10 million runs in one month (2,000 persons, 40 skills, three prices, one with parts of a cent; `BENCH_RUNS` says how many). Whole answer of `GET /api/company/usage/costs?by=person` over HTTP, which also reads the month before and the same month of last year, and a query that adds up the runs of the month by person, in turns; medians. Requests of both are the same. Then with the sums of as many in each of the twelve months before: the page again, the thirteen months side by side, and the own cost of one of the persons.',
  measure: (bench: Bench): Promise<Reading[]> =>
    withNewPortal({}, async (portal) => {
      await waitForDemo(portal);
      const count = Number(process.env.BENCH_RUNS ?? (bench.isQuick ? counts.quick : counts.full));
      return withOwner(portal, async (client) => {
        const companyId = await fill(client, count);
        const { token } = await openSession(portal, caller);
        const first = await timePage(portal, token);
        // As the database does by itself within minutes.
        await client.query(`vacuum analyze ${usageSums.map(({ table }) => table).join(', ')}`);
        const times = { page: [] as number[], sql: [] as number[] };
        for (let turn = 0; turn < turns; turn += 1) {
          times.page.push((await timePage(portal, token)).ms);
          const startedAt = performance.now();
          const { rows } = await client.query<{ requests: string }>(direct, [companyId, `${month}-01`]);
          times.sql.push(performance.now() - startedAt);
          if (rows.length !== 100) throw new Error(`${rows.length} persons instead of 100`);
        }
        await repeatSums(client, companyId);
        // A token is good for five minutes.
        const { token: next } = await openSession(portal, caller);
        const timeMedian = (path: string) => timeOften(() => timeAnswer(portal, next, `${path}period=${month}`));
        const full = await timeMedian('company/usage/costs?by=person&');
        const months = await timeMedian('company/usage/costs/months?by=person&');
        const own = await timeMedian('user-info/costs?');
        return [
          atMost('page / the same by SQL', '0.1', median(times.page) / median(times.sql), {
            pageMs: roundAll(times.page),
            sqlMs: roundAll(times.sql),
          }),
          atMost('requests that differ', '0', Math.abs(first.requests - count)),
          note('runs of the month', count, ''),
          note('page', median(times.page), 'ms'),
          note('page, the first time, which fills the sums of a release before', first.ms, 'ms'),
          note('page, with as many runs in both other months', full, 'ms'),
          note('thirteen such months side by side', months, 'ms'),
          note('the own cost of one of them in thirteen such months', own, 'ms'),
          note('the same by SQL', median(times.sql), 'ms'),
        ];
      });
    }),
};

interface Timed {
  readonly ms: number;
  readonly requests: number;
}

async function timeAnswer({ url }: Portal, token: string, path: string): Promise<Timed> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { sums, requests } = (await answer.json()) as { sums?: { requests: number }; requests?: number };
  return { ms: performance.now() - startedAt, requests: sums?.requests ?? requests ?? 0 };
}

const timePage = (portal: Portal, token: string) =>
  timeAnswer(portal, token, `company/usage/costs?by=person&period=${month}`);

async function timeOften(time: () => Promise<Timed>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { ms, requests } = await time();
    if (requests === 0) throw new Error('an answer without requests');
    times.push(ms);
  }
  return median(times);
}

/** Gives the twelve months before what the month has, in the sums alone. */
async function repeatSums(client: pg.Client, companyId: string): Promise<void> {
  for (const { table, keys } of usageSums) {
    const [day = '', ...others] = Object.keys(keys);
    await client.query(
      `insert into ${table} (company_id, ${[day, ...others].join(', ')}, requests)
        select company_id, (${day} - earlier * interval '1 month')::date, ${others.join(', ')}, requests
        from ${table}, generate_series(1, 12) earlier
        where company_id = $1 and ${day} >= $2::date and ${day} < $2::date + interval '1 month'`,
      [companyId, `${month}-01`],
    );
    await client.query(`vacuum analyze ${table}`);
  }
}

/** Returns the id of the company. */
async function fill(client: pg.Client, count: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from companies where name = $1', [company]);
  const companyId = rows[0]?.id ?? '';
  const numbersOf = async (text: string, many: number) =>
    (await client.query<{ number: number }>(text, [companyId, many])).rows.map(({ number }) => number);
  const users = await numbersOf(
    `insert into reported_users (company_id, first_name, last_name)
      select $1, 'Bench', 'Person ' || n from generate_series(1, $2) n returning number`,
    persons,
  );
  // The caller is one of them.
  await client.query(
    `update reported_users set user_id = (select id from users where company_id = $1 and email = $3)
      where company_id = $1 and number = $2`,
    [companyId, users[0], caller],
  );
  const named = await numbersOf(
    `insert into reported_skills (company_id, name, name_key)
      select $1, 'Skill ' || n, 'bench skill ' || n from generate_series(1, $2) n returning number`,
    skills,
  );
  await client.query(
    `insert into usage_events (company_id, id, external_id, occurred_at, day, skill_number, user_number, price_ten_thousandths)
      select $1, gen_random_uuid(), 'bench-' || n, $2::date + (n % 28) * interval '1 day', $2::date + n % 28,
        ($3::int[])[1 + floor(random() * ${skills})::int], ($4::int[])[1 + floor(random() * ${persons})::int],
        (array[3300, 12500, 50])[1 + n % 3]
      from generate_series(1, $5::int) n`,
    [companyId, `${month}-01`, named, users, count],
  );
  await client.query(
    `insert into usage_daily (company_id, day, skill_number, price_ten_thousandths, requests)
      select company_id, day, skill_number, price_ten_thousandths, count(*) from usage_events
      where company_id = $1 and day >= $2::date and day < $2::date + interval '1 month' group by 1, 2, 3, 4
      on conflict (company_id, day, skill_number, price_ten_thousandths) do update set requests = excluded.requests`,
    [companyId, `${month}-01`],
  );
  await client.query('vacuum analyze usage_events');
  return companyId;
}
