import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMonths, openAnalyticsPortal, type AnalyticsPortal } from '../analytics-portal.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { withNewPortal } from '../../harness/portal.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';

const sizes = { quick: [0.01, 0.1], full: [0.1, 1, 10, 30] };
const [warmCalls, calls] = [20, 120];

/** Addresses of the dashboard by the name of their range; the months change from call to call. */
const ranges = {
  'as it opens': () => '/analytics/stats',
  'of a month': (call: number) => toQuery(findMonths(1, 1 + (call % 12))),
  'of 12 months': (call: number) => toQuery(findMonths(12, 1 + (call % 2))),
};

const toQuery = ({ from, to }: { from: string; to: string }) => `/analytics/stats?from=${from}&to=${to}`;

export const dashboardGrowth = {
  title: 'Dashboard as conversations grow',
  method:
    'One company with 0.1, 1, 10 and 30 million conversations of 24 months until now (2,000 users, 40 skills), each in a portal of its own. Whole answer of `GET /api/analytics/stats` over HTTP, one after the other, of each size in turn; 95 % of each range. Growth: the slowest size over the fastest.',
  async measure(bench: Bench): Promise<Reading[]> {
    const bySize = await withPlaces(bench, bench.isQuick ? sizes.quick : sizes.full, timeSizes);
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

interface Place extends AnalyticsPortal {
  readonly millions: number;
}

type Times = Readonly<Record<string, readonly number[]>>;

/** All sizes are filled before one of them is measured, so that each of them meets the same machine. */
async function withPlaces<T>(
  bench: Bench,
  [millions, ...others]: readonly number[],
  work: (places: readonly Place[]) => Promise<T>,
  places: readonly Place[] = [],
): Promise<T> {
  if (millions === undefined) {
    await waitForGoFile();
    return work(places);
  }
  return withNewPortal({}, async (portal) => {
    const own = { conversations: millions * 1_000_000, ofLargest: 1 };
    const place = await openAnalyticsPortal({ ...bench, portal: () => Promise.resolve(portal) }, own);
    return withPlaces(bench, others, work, [...places, { ...place, millions }]);
  });
}

/** Filling takes most of an hour, so that it may go on beside other work, and the measuring begins with the file. */
async function waitForGoFile(): Promise<void> {
  const file = process.env.BENCH_GO_FILE;
  while (file !== undefined && !existsSync(file)) await sleep(1000);
}

/** Each range is asked of one size after the other, call by call. */
async function timeSizes(places: readonly Place[]): Promise<{ millions: number; times: Times }[]> {
  const all = places.map(({ millions, time }) => ({ millions, time, times: {} as Record<string, number[]> }));
  for (const [range, toPath] of Object.entries(ranges)) {
    for (let call = 0; call < warmCalls; call += 1) {
      for (const { time } of all) await time(toPath(call));
    }
    for (let call = 0; call < calls; call += 1) {
      for (const { time, times } of all) (times[range] ??= []).push((await time(toPath(call))).ms);
    }
    for (const { millions, times } of all) {
      console.log(`${millions} million, ${range}: median ${median(times[range] ?? []).toFixed(1)} ms`);
    }
  }
  return all;
}
