import { randomUUID } from 'node:crypto';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { withOwner } from '../../harness/database.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import type { Portal } from '../../harness/portal.ts';
import { runProgram } from '../../harness/run-program.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import { signInUser } from '../api-user.ts';
import type { Verdict } from '../check.ts';

/** An instant at which the offset of a zone, or the month there, changes. */
export interface Change {
  /** In `TZ` of the portal, and the time zone of the company that reports. */
  readonly zone: string;
  readonly at: string;
  /** The clock of a machine repeats the second. */
  readonly isLeapSecond?: boolean;
}

export interface Reported {
  readonly portal: Portal;
  readonly verdict: Verdict;
  readonly change: Change;
}

/** A SuperAdmin of the provider. */
export const operator = 'operator@steward.example';
const dayMs = 86_400_000;

/** A company of the zone, with an assistant that reports. */
export async function openReporter({ portal, verdict, change }: Reported) {
  const { zone, at } = change;
  const name = `Company ${at}`;
  const secret = await makeIntakeKey(portal, name);
  const companyId = await moveCompany(portal, name, change);
  const headers = { authorization: `Bearer ${secret}` };
  const post = async (path: string, body: object) => {
    const answer = await callApi(portal.url, path, { body, headers });
    verdict.expect(answer.status === 200, `${path} in ${zone} was answered ${answer.status}`);
    return answer.body;
  };
  return {
    async report(dates: readonly number[]) {
      const conversations = dates.map(toConversation);
      const { accepted } = (await post('/intake/conversations', { conversations })) as { accepted?: number };
      verdict.expect(accepted === dates.length, `${accepted} of ${dates.length} were accepted in ${zone}`);
    },
    reserve: () => post('/authorize', { skill: 'Skill 1', user: { id: 'u-1' }, requestId: randomUUID() }),
    judgeDays: (dates: readonly number[]) => judgeDays({ portal, verdict, change }, companyId, dates),
  };
}

const toConversation = (date: number) => ({
  id: `c-${date}`,
  date: new Date(date).toISOString(),
  skill: 'Skill 1',
  user: { id: 'u-1', firstName: 'Mari', lastName: 'Kask' },
  status: 'Completed',
  messages: [],
});

async function judgeDays({ portal, verdict, change }: Reported, companyId: string, dates: readonly number[]) {
  const { zone } = change;
  const days = await countDays(portal, { companyId, zone, dates });
  const { messagesByDate = [], conversations } = await readDashboard({ portal, verdict, change }, companyId);
  const shown = messagesByDate.filter((each) => each.conversations > 0);
  verdict.expect(
    isSame(
      days.reported,
      shown.map((each) => [each.date, each.conversations]),
    ),
    `the dashboard in ${zone} counts other days`,
  );
  verdict.expect(conversations === dates.length, `the dashboard in ${zone} counts ${conversations} of ${dates.length}`);
  verdict.expect(isSame(days.reported, days.billed), `usage in ${zone} is counted on other days`);
  verdict.expect(days.reservations === 1, `reservations in ${zone} last ${days.reservations} different times`);
  const env = { ...process.env, DATA_DIR: portal.dataDir, TZ: zone };
  const sums = await runProgram(process.execPath, ['server/commands/money/rollups.ts', 'verify'], rootDir, env);
  verdict.expect(sums.exitCode === 0, `sums in ${zone} differ from their rows`);
}

async function readDashboard({ portal, verdict, change: { zone, at } }: Reported, companyId: string) {
  const user = await signInUser(() => Promise.resolve(portal.url), operator);
  const range = [Date.parse(at) - 3 * dayMs, Date.parse(at) + 3 * dayMs].map((each) => new Date(each).toISOString());
  const query = new URLSearchParams({ from: range[0] ?? '', to: range[1] ?? '' });
  const { status, body } = await user.call(`/analytics/stats?${query}`, { companyId });
  verdict.expect(status === 200, `the dashboard in ${zone} was answered ${status}`);
  return body as Partial<AnalyticsStats>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Into the zone; since a month ago, because runs of the time before a company are not billed. */
function moveCompany(portal: Portal, name: string, { zone, at }: Change): Promise<string> {
  return withOwner(portal, async (client) => {
    const text = `update companies set time_zone = $2, created_at = $3::timestamptz - interval '1 month' where name = $1
      returning id`;
    const { rows } = await client.query<{ id: string }>(text, [name, zone, at]);
    return rows[0]?.id ?? '';
  });
}

interface Days {
  readonly reported: ReadonlyArray<readonly [string, number]>;
  readonly billed: ReadonlyArray<readonly [string, number]>;
  /** Different lengths of reservations. */
  readonly reservations: number;
}

/** The days on which the reported conversations lie by PostgreSQL's own zones, and those on which they are billed. */
function countDays(
  portal: Portal,
  { companyId, zone, dates }: { companyId: string; zone: string; dates: readonly number[] },
): Promise<Days> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<Days>(
      `with reported as (
          select (to_timestamp(ms / 1000) at time zone $2)::date::text as day, count(*)::int as count
          from unnest($3::float8[]) ms group by 1),
        billed as (
          select day::text, sum(requests)::int as count from usage_daily where company_id = $1 group by 1)
      select (select json_agg(json_build_array(day, count) order by day) from reported) as reported,
        (select json_agg(json_build_array(day, count) order by day) from billed) as billed,
        (select count(distinct expires_at - taken_at) filter (where expires_at > taken_at)::int
          from budget_reservations where company_id = $1) as reservations`,
      [companyId, zone, dates],
    );
    const [days] = rows;
    if (!days) throw new Error('No days were read.');
    return days;
  });
}
