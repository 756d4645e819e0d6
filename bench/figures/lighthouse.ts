import { withChromium } from '../chromium.ts';
import { atLeast, atMost, note, type Bench, type Reading } from '../figure.ts';
import { visitOnce, type Device, type Visit } from '../packages/lighthouse-visit.ts';
import { openSession } from '../../harness/session.ts';
import { median } from '../../harness/statistics.ts';

interface Page {
  readonly name: string;
  readonly path: string;
  readonly desktop: { readonly performance: string; readonly lcp?: string; readonly layoutShift?: string };
  readonly mobile: { readonly performance: string };
}

const pages: readonly Page[] = [
  { name: 'log-in', path: '/login', desktop: { performance: '99', lcp: '650 ms' }, mobile: { performance: '97' } },
  { name: 'users', path: '/users', desktop: { performance: '99', lcp: '900 ms' }, mobile: { performance: '90' } },
  { name: 'dashboard', path: '/', desktop: { performance: '98', layoutShift: '0' }, mobile: { performance: '88' } },
];

export const lighthouseScores = {
  title: 'Lighthouse',
  method:
    'Lighthouse’s own desktop and mobile presets (simulated throttling), each run in a new Chromium with an empty profile; for the pages inside it holds the session cookie of a SuperAdmin. Median of the runs.',
  async measure(bench: Bench): Promise<Reading[]> {
    const portal = await bench.portal();
    const readings: Reading[] = [];
    for (const page of pages) {
      const cookie = page.path === '/login' ? undefined : (await openSession(portal, 'superadmin@acme.example')).cookie;
      const visit = (device: Device) =>
        visitOften(portal.url, page.path, { cookie, device, runs: bench.isQuick ? 1 : 3 });
      readings.push(...judgeDesktop(page, await visit('desktop')), judgeMobile(page, await visit('mobile')));
    }
    return readings;
  },
};

function judgeDesktop({ name, desktop }: Page, visits: readonly Visit[]): Reading[] {
  const details = { visits };
  const middle = (pick: (visit: Visit) => number) => median(visits.map(pick));
  return [
    atLeast(
      `${name}, desktop: performance`,
      desktop.performance,
      middle((visit) => visit.performance),
      details,
    ),
    judge(
      `${name}, desktop: LCP`,
      desktop.lcp,
      middle((visit) => visit.lcpMs),
      'ms',
    ),
    judge(
      `${name}, desktop: layout shift`,
      desktop.layoutShift,
      middle((visit) => visit.layoutShift),
    ),
    atLeast(
      `${name}: accessibility`,
      '100',
      middle((visit) => visit.accessibility),
    ),
    atLeast(
      `${name}: best practices`,
      '100',
      middle((visit) => visit.bestPractices),
    ),
    note(
      `${name}, desktop: blocked`,
      middle((visit) => visit.blockedMs),
      'ms',
    ),
  ];
}

/** Judges a value by its limit. A value without a limit only explains the others. */
function judge(name: string, limit: string | undefined, value: number, unit = ''): Reading {
  return limit === undefined ? note(name, value, unit) : atMost(name, limit, value);
}

function judgeMobile({ name, mobile }: Page, visits: readonly Visit[]): Reading {
  const score = median(visits.map((visit) => visit.performance));
  return atLeast(`${name}, mobile: performance`, mobile.performance, score, { visits });
}

interface VisitOptions {
  readonly cookie: string | undefined;
  readonly device: Device;
  readonly runs: number;
}

async function visitOften(url: string, path: string, { cookie, device, runs }: VisitOptions): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run += 1)
    visits.push(await withChromium({ url, cookie }, (port) => visitOnce(`${url}${path}`, port, device)));
  return visits;
}
