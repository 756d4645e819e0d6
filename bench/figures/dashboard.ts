import type pg from 'pg';
import { findMonths, openAnalyticsPortal, type AnalyticsPortal } from '../analytics-portal.ts';
import { openColumnar, type Columnar } from '../columnar.ts';
import { timeOf } from '../../harness/load.ts';
import { withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';

export const dashboard = {
  title: 'Dashboard of 10 million conversations',
  method:
    'The company that holds half of 10 million conversations of 24 months (2,000 users, 40 skills, beside 19 companies). Whole answer of `GET /api/analytics/stats` over HTTP, one after the other, for ranges that change from call to call, with the period before and every chart in it; 95 %. Beside it one GROUPING SETS statement over the conversations that answers the same figures of the range alone, in PostgreSQL and in DuckDB, in turns; median. What has to be reached are ratios to these: 95 % of the dashboard over the median of the statement. After each such scan ten calls are not counted, because it pushes the roll-ups out of memory, which nothing in a portal does. The usage of a period is the statement over `usage_daily`; the usage page is the whole answer of `GET /api/company/skills/usage`.',
  async measure(bench: Bench): Promise<Reading[]> {
    const place = await openAnalyticsPortal(bench);
    return withOwner(place.portal, async (client) => {
      const columnar = await openColumnar(client, place.company.id, place.portal.dataDir);
      return [
        ...(await compareRange(bench, place, { client, columnar, months: 1, ofSql: '0.125' })),
        ...(await compareRange(bench, place, { client, columnar, months: 12, ofSql: '0.035' })),
        await measureDefault(bench, place),
        await measureUsage(bench, place, client),
        await measureUsagePage(bench, place),
        ...(columnar ? [] : [{ name: 'DuckDB', reach: '', measured: 'not installed' }]),
      ];
    });
  },
};

interface Comparison {
  readonly client: pg.Client;
  readonly columnar: Columnar | undefined;
  readonly months: number;
  /** Share of the time of the statement over the conversations. */
  readonly ofSql: string;
}

const toQuery = ({ from, to }: { from: string; to: string }) => `/analytics/stats?from=${from}&to=${to}`;

async function compareRange(bench: Bench, place: AnalyticsPortal, comparison: Comparison): Promise<Reading[]> {
  const { client, columnar, months, ofSql } = comparison;
  const name = months === 1 ? 'a month' : `${months} months`;
  const [rounds, calls] = bench.isQuick ? [2, 10] : [6, 40];
  const times = { portal: [] as number[], raw: [] as number[], columnar: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const range = findMonths(months, 1 + (round % (13 - months)));
    // The scan of the round before has pushed the roll-ups out of the database's memory.
    for (let warm = 0; warm < 10; warm += 1) await place.time(toQuery(findMonths(months, 1 + (warm % (13 - months)))));
    for (let call = 0; call < calls; call += 1) {
      const { ms } = await place.time(toQuery(findMonths(months, 1 + (call % (13 - months)))));
      times.portal.push(ms);
    }
    times.raw.push(await timeOf(() => client.query(rawText(range, place.company.id))));
    if (columnar) times.columnar.push(await timeOf(() => columnar.run(rawText(range))));
  }
  const details = {
    portalMs: roundAll(times.portal),
    rawMs: roundAll(times.raw),
    columnarMs: roundAll(times.columnar),
  };
  const slow = quantile(times.portal, 0.95);
  return [
    atMost(`dashboard of ${name}, 95 % / SQL over the conversations`, ofSql, slow / median(times.raw), details),
    ...(columnar ? [atMost(`dashboard of ${name}, 95 % / DuckDB`, '1', slow / median(times.columnar))] : []),
    note(`dashboard of ${name}, 95 %`, slow, 'ms'),
    note(`dashboard of ${name}, median`, median(times.portal), 'ms'),
    note(`${name} by SQL over the conversations`, median(times.raw), 'ms'),
    ...(columnar ? [note(`${name} by DuckDB over the same rows`, median(times.columnar), 'ms')] : []),
  ];
}

/** Measures the dashboard's default range: the present month until today. */
async function measureDefault(bench: Bench, place: AnalyticsPortal): Promise<Reading> {
  const times: number[] = [];
  for (let call = 0; call < (bench.isQuick ? 20 : 200); call += 1)
    times.push((await place.time('/analytics/stats')).ms);
  return note('dashboard as it opens (present month until today), 95 %', quantile(times, 0.95), 'ms');
}

/** Technical conversations are left out, as the dashboard does. DuckDB holds the one company alone. */
const rawText = ({ from, to }: { from: string; to: string }, companyId?: string) => `
  select skill_number, user_number, day, status, count(*), sum(messages), sum(api_calls) from conversations
  where ${companyId ? `company_id = '${companyId}' and` : ''} started_at >= '${from}' and started_at <= '${to}'
    and not technical
  group by grouping sets ((skill_number), (user_number), (day), (status))`;

const usageText = `
  select skill_number, price_ten_thousandths, sum(requests) as requests from usage_daily
  where company_id = $1 and day >= $2 and day < $3 group by 1, 2`;

async function measureUsage(bench: Bench, place: AnalyticsPortal, client: pg.Client): Promise<Reading> {
  const times: number[] = [];
  for (let call = 0; call < (bench.isQuick ? 20 : 200); call += 1) {
    const range = findMonths(1, 1 + (call % 12));
    const [first, until] = [range.from, range.to].map((instant) => new Date(Date.parse(instant) + 4 * 3_600_000));
    const values = [place.company.id, first?.toISOString().slice(0, 10), until?.toISOString().slice(0, 10)];
    times.push(await timeOf(() => client.query({ name: 'usage', text: usageText, values })));
  }
  return atMost('usage per skill of a period, 95 %', '5 ms', quantile(times, 0.95), { all: roundAll(times) });
}

/** Whole answer of the usage page, of the present month with its forecast and of earlier ones in turn. */
async function measureUsagePage(bench: Bench, place: AnalyticsPortal): Promise<Reading> {
  const times: number[] = [];
  const months = [
    '',
    ...Array.from({ length: 11 }, (_, index) => `?period=${findMonths(1, index + 1).to.slice(0, 7)}`),
  ];
  for (let warm = 0; warm < 10; warm += 1) await place.time('/company/skills/usage');
  for (let call = 0; call < (bench.isQuick ? 24 : 240); call += 1) {
    times.push((await place.time(`/company/skills/usage${months[call % months.length] ?? ''}`)).ms);
  }
  return atMost('usage page of a month, 95 %', '15 ms', quantile(times, 0.95), { all: roundAll(times) });
}
