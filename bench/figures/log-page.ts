import type pg from 'pg';
import { findMonths, openAnalyticsPortal, type AnalyticsPortal } from '../analytics-portal.ts';
import { withOwner } from '../../harness/database.ts';
import { timeOf } from '../../harness/load.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';

export const logPage = {
  title: 'Log page of 10 million conversations',
  method:
    'The same company and conversations as for the dashboard. Whole answer of `POST /api/analytics/logs` over HTTP with its exact total, 20 records a page, one after the other, the filters changing from call to call; 95 %. In turns with two bare statements over the conversations of the same range and filters, of which one counts and one answers the ids of the page; median. Four filters: a month, three users, ten skills, two states. Broad: 12 months, half of the skills, two states. Users and skills together are counted from an index of the conversations, everything else from roll-ups.',
  async measure(bench: Bench): Promise<Reading[]> {
    const place = await openAnalyticsPortal(bench);
    const { users, skills } = place.company;
    const year = findMonths(12, 1);
    const status = ['Completed', 'Failed'];
    const lastPage = bench.isQuick ? 1000 : 5000;
    return withOwner(place.portal, async (client) => {
      const compare = (name: string, ofSql: string, make: (call: number) => LogQuery) =>
        compareSearch(bench, place, { client, name, ofSql, make });
      const measure = (make: (call: number) => LogQuery) => measureSearch(bench, place, make);
      const fourFilters = await compare('4 filters', '0.5', (call) => ({
        ...findMonths(1, 1 + (call % 12)),
        users: users.slice(call * 3, call * 3 + 3),
        skills: skills.slice(call % 30, (call % 30) + 10),
        status,
      }));
      const deepPage = await compare(`page ${lastPage} of 12 months`, '0.1', (call) => ({
        ...year,
        page: lastPage + call,
      }));
      const broad = await compare('broad filter over 12 months', '0.1', (call) => ({
        ...year,
        skills: skills.slice(call % 20, (call % 20) + 20),
        status,
      }));
      const manyUsers = await measure((call) => ({ ...year, users: users.slice(call, call + 1000), status }));
      const both = await measure((call) => ({
        ...year,
        users: users.slice(call, call + 1000),
        skills: skills.slice(0, 20),
      }));
      const filterless = await measure((call) => findMonths(1, 1 + (call % 12)));
      return [
        ...fourFilters,
        ...deepPage,
        ...broad,
        note('a month without filters, 95 %', quantile(filterless, 0.95), 'ms'),
        note('1,000 users and two states over 12 months, 95 %', quantile(manyUsers, 0.95), 'ms'),
        note('1,000 users and 20 skills over 12 months, 95 %', quantile(both, 0.95), 'ms'),
      ];
    });
  },
};

/** Search as the endpoint takes it. */
interface LogQuery {
  readonly from: string;
  readonly to: string;
  readonly page?: number;
  readonly users?: readonly string[];
  readonly skills?: readonly string[];
  readonly status?: readonly string[];
}

async function measureSearch(
  bench: Bench,
  place: AnalyticsPortal,
  make: (call: number) => LogQuery,
  beside: (query: LogQuery, call: number) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const times: number[] = [];
  for (let warm = 0; warm < 5; warm += 1) await place.time('/analytics/logs', make(warm));
  for (let call = 0; call < (bench.isQuick ? 15 : 100); call += 1) {
    times.push((await place.time('/analytics/logs', make(call))).ms);
    await beside(make(call), call);
  }
  return times;
}

interface Comparison {
  readonly client: pg.Client;
  readonly name: string;
  /** Share of the time of the bare statements. */
  readonly ofSql: string;
  readonly make: (call: number) => LogQuery;
}

/** Bare statements are taken beside every fifth call: some scan a year. */
async function compareSearch(
  bench: Bench,
  place: AnalyticsPortal,
  { client, name, ofSql, make }: Comparison,
): Promise<Reading[]> {
  const bare: number[] = [];
  const times = await measureSearch(bench, place, make, async (query, call) => {
    if (call % 5 === 0) bare.push(await timeOf(() => findBare(client, place.company.id, query)));
  });
  const slow = quantile(times, 0.95);
  const details = { portalMs: roundAll(times), bareMs: roundAll(bare) };
  return [
    atMost(`${name}, 95 % / SQL over the conversations`, ofSql, slow / median(bare), details),
    note(`${name}, 95 %`, slow, 'ms'),
    note(`${name} by SQL over the conversations`, median(bare), 'ms'),
  ];
}

const pageSize = 20;
const statusNumbers = { Completed: 1, Failed: 3 } as const;

/** Counts and finds a page with nothing but the conversations, as the simplest portal would. */
async function findBare(client: pg.Client, companyId: string, query: LogQuery): Promise<void> {
  const { from, to, users, skills, status, page = 1 } = query;
  const matches = `from conversations where company_id = $1 and started_at >= $2 and started_at <= $3 and not technical
    and ($4::uuid[] is null
      or user_number in (select number from reported_users where company_id = $1 and id = any($4)))
    and ($5::uuid[] is null
      or skill_number in (select number from reported_skills where company_id = $1 and id = any($5)))
    and ($6::int[] is null or status = any($6))`;
  const numbers = status?.map((each) => statusNumbers[each as keyof typeof statusNumbers]);
  const values = [companyId, from, to, users ?? null, skills ?? null, numbers ?? null];
  await client.query(`select count(*) ${matches}`, values);
  const newest = `order by started_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`;
  await client.query(`select id ${matches} ${newest}`, values);
}
