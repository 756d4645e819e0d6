import { findMonths, openAnalyticsPortal, type AnalyticsPortal } from '../analytics-portal.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { quantile, roundAll } from '../statistics.ts';

export const logPage = {
  title: 'Log page of 10 million conversations',
  method:
    'The same company and conversations as for the dashboard. Whole answer of `POST /api/analytics/logs` over HTTP with its exact total, 20 records a page, one after the other, the filters changing from call to call; 95 %. Four filters: a month, three users, ten skills, two states. Broad: 12 months, half of the skills, two states. Users and skills together are counted from an index of the conversations, everything else from roll-ups.',
  async measure(bench: Bench): Promise<Reading[]> {
    const place = await openAnalyticsPortal(bench);
    const { users, skills } = place.company;
    const year = findMonths(12, 1);
    const states = ['Completed', 'Failed'];
    const lastPage = bench.isQuick ? 1000 : 5000;
    const measure = (make: (call: number) => unknown) => measureSearch(bench, place, make);
    const fourFilters = await measure((call) => ({
      ...findMonths(1, 1 + (call % 12)),
      users: users.slice(call * 3, call * 3 + 3),
      skills: skills.slice(call % 30, (call % 30) + 10),
      status: states,
    }));
    const deepPage = await measure((call) => ({ ...year, page: lastPage + call }));
    const broad = await measure((call) => ({
      ...year,
      skills: skills.slice(call % 20, (call % 20) + 20),
      status: states,
    }));
    const manyUsers = await measure((call) => ({ ...year, users: users.slice(call, call + 1000), status: states }));
    const both = await measure((call) => ({
      ...year,
      users: users.slice(call, call + 1000),
      skills: skills.slice(0, 20),
    }));
    const filterless = await measure((call) => findMonths(1, 1 + (call % 12)));
    return [
      atMost('4 filters, 95 %', '40 ms', quantile(fourFilters, 0.95), { all: roundAll(fourFilters) }),
      atMost(`page ${lastPage} of 12 months, 95 %`, '40 ms', quantile(deepPage, 0.95), { all: roundAll(deepPage) }),
      atMost('broad filter over 12 months, 95 %', '150 ms', quantile(broad, 0.95), { all: roundAll(broad) }),
      note('a month without filters, 95 %', quantile(filterless, 0.95), 'ms'),
      note('1,000 users and two states over 12 months, 95 %', quantile(manyUsers, 0.95), 'ms'),
      note('1,000 users and 20 skills over 12 months, 95 %', quantile(both, 0.95), 'ms'),
    ];
  },
};

async function measureSearch(bench: Bench, place: AnalyticsPortal, make: (call: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let warm = 0; warm < 5; warm += 1) await place.time('/analytics/logs', make(warm));
  for (let call = 0; call < (bench.isQuick ? 15 : 100); call += 1) {
    times.push((await place.time('/analytics/logs', make(call))).ms);
  }
  return times;
}
