import { findMonths, openAnalyticsPortal } from '../analytics-portal.ts';
import type { AnalyticsPortal } from '../analytics-portal.ts';
import { atMost, note } from '../figure.ts';
import type { Bench, Reading } from '../figure.ts';
import { withNewPortal } from '../portal.ts';
import { median, quantile, roundAll } from '../statistics.ts';

const sizes = { quick: [0.01, 0.1], full: [0.1, 1, 10, 30] };
const [warmCalls, calls] = [20, 120];

/** What a reader opens, by the name of its range; the months change from call to call. */
const ranges = {
  'as it opens': () => '/analytics/stats',
  'of a month': (call: number) => toQuery(findMonths(1, 1 + (call % 12))),
  'of 12 months': (call: number) => toQuery(findMonths(12, 1 + (call % 2))),
};

const toQuery = ({ from, to }: { from: string; to: string }) => `/analytics/stats?from=${from}&to=${to}`;

export const dashboardGrowth = {
  title: 'Dashboard as conversations grow',
  method:
    'One company with 0.1, 1, 10 and 30 million conversations of 24 months until now (2,000 users, 40 skills), each in a portal of its own. Whole answer of `GET /api/analytics/stats` over HTTP, one after the other; 95 % of each range. Growth: the slowest size over the fastest.',
  async measure(bench: Bench): Promise<Reading[]> {
    const bySize: { millions: number; times: Readonly<Record<string, readonly number[]>> }[] = [];
    for (const millions of bench.isQuick ? sizes.quick : sizes.full) {
      bySize.push({ millions, times: await withNewPortal({}, (portal) => timeRanges(bench, portal, millions)) });
    }
    return Object.keys(ranges).flatMap((range) => {
      const seen = bySize.map(({ millions, times }) => ({ millions, p95: quantile(times[range] ?? [], 0.95), times }));
      const slowest = Math.max(...seen.map(({ p95 }) => p95));
      const fastest = Math.min(...seen.map(({ p95 }) => p95));
      return [
        atMost(`dashboard ${range}: slowest size / fastest size`, '1.5', slowest / fastest),
        ...seen.map(({ millions, p95, times }) =>
          note(`dashboard ${range}, ${millions} million, 95 %`, p95, 'ms', { all: roundAll(times[range] ?? []) }),
        ),
      ];
    });
  },
};

async function timeRanges(bench: Bench, portal: AnalyticsPortal['portal'], millions: number) {
  const own = { conversations: millions * 1_000_000, ofLargest: 1 };
  const place = await openAnalyticsPortal({ ...bench, portal: () => Promise.resolve(portal) }, own);
  const times: Record<string, number[]> = {};
  for (const [range, toPath] of Object.entries(ranges)) {
    for (let call = 0; call < warmCalls; call += 1) await place.time(toPath(call));
    const measured: number[] = [];
    for (let call = 0; call < calls; call += 1) measured.push((await place.time(toPath(call))).ms);
    times[range] = measured;
    console.log(`${millions} million, ${range}: median ${median(measured).toFixed(1)} ms`);
  }
  return times;
}
