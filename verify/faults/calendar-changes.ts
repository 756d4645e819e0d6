import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, type Portal, removeFolder, waitForDemo } from '../../harness/portal.ts';
import { openSession } from '../../harness/session.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { createVerdict, type Check } from '../check.ts';
import { openReporter, operator, type Change, type Reported } from './calendar-reports.ts';
import { openFakedClock, type FakedClock } from './faked-clock.ts';

const zones = ['Europe/Tallinn', 'America/New_York', 'Australia/Lord_Howe'];
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** Reports may be a day ahead. */
const reportedMs = 23.5 * hourMs;
const stepMs = 10 * minuteMs;

export const calendarChanges: Check = {
  title:
    'The clock of portal and database crosses changes to and from daylight saving time, a leap second and the ends of months, each after a start with another TZ',
  expected:
    'conversations of every ten minutes around it are counted on the days of the company’s zone, by dashboard and sums; tokens last 5 minutes, sessions 7 days, reservations as ever; no negative duration, no 5xx',
  async run({ isQuick }) {
    const changes = listChanges();
    const chosen = isQuick ? changes.slice(0, 2) : changes;
    const dataDir = makeDataDir();
    const clock = openFakedClock(dataDir);
    const verdict = createVerdict();
    let conversations = 0;
    try {
      for (const change of chosen) {
        await clock.set(toOffset(Date.parse(change.at) - minuteMs));
        await clock.startDatabase();
        const program = openKillablePortal(dataDir, { ...clock.settings, LOG_LEVEL: 'info', TZ: change.zone });
        const portal = await program.current();
        try {
          await waitForDemo(portal);
          conversations += await cross({ portal, clock, verdict, change });
        } finally {
          await portal.stop();
        }
      }
      const negative = countNegative(dataDir);
      verdict.expect(negative === 0, `${negative} durations in the log are negative`);
      const crossed = chosen.map(({ zone, at }) => `${zone} ${at.slice(0, 10)}`);
      return {
        rounds: chosen.length,
        counts: { conversations, crossed: crossed.join(' · ') },
        faults: verdict.faults(),
      };
    } finally {
      removeFolder(dataDir);
    }
  },
};

/**
 * The next changes of the zones within a year, a leap second and the end of a month, in the order of time, on one data folder,
 * so that each start finds the former zone's data.
 */
function listChanges(): Change[] {
  const first = Math.ceil(Date.now() / dayMs) * dayMs;
  const hours = Array.from({ length: 365 * 24 }, (_, hour) => first + hour * hourMs);
  const ofZones = zones.flatMap((zone) => {
    const offset = readOffset(zone);
    // Lord Howe changes at half past, in UTC.
    const halves = hours.flatMap((at) => [at, at + hourMs / 2]);
    return halves.filter((at) => offset(at) !== offset(at - hourMs / 2)).map((at) => ({ zone, at: toText(at) }));
  });
  const year = new Date(first).getUTCFullYear() + 1;
  const ends = [
    { zone: 'Pacific/Apia', at: toText(Date.UTC(year, 0)), isLeapSecond: true },
    // The end of February there.
    { zone: 'Asia/Kolkata', at: toText(Date.UTC(year, 2) - 5.5 * hourMs) },
  ];
  return [...ofZones, ...ends].toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

const toText = (instantMs: number) => new Date(instantMs).toISOString();

/** E.g. `GMT+02:00`. */
function readOffset(timeZone: string): (instantMs: number) => string | undefined {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (at) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
}

const toOffset = (instantMs: number) => {
  const seconds = Math.round((instantMs - Date.now()) / 1000);
  return seconds < 0 ? String(seconds) : `+${seconds}`;
};

interface Crossing extends Reported {
  readonly clock: FakedClock;
}

/** Answers how many conversations were reported. */
async function cross(crossing: Crossing): Promise<number> {
  const { portal, clock, verdict, change } = crossing;
  const at = Date.parse(change.at);
  const reporter = await openReporter(crossing);
  await clock.set(toOffset(at - 4000));
  const { cookie, token } = await openSession(portal, operator);
  const isTokenTaken = async (text: string) =>
    (await call(portal, '/users', { authorization: `Bearer ${text}` })) === 200;
  const dates = Array.from({ length: (2 * reportedMs) / stepMs }, (_, step) => at - reportedMs + step * stepMs);
  await reporter.report(dates.filter((_, place) => place % 2 === 0));
  await reporter.reserve();
  await sleep(5000);
  if (change.isLeapSecond) await clock.set(toOffset(at - 1));
  await reporter.report(dates.filter((_, place) => place % 2 === 1));
  await reporter.reserve();
  verdict.expect(await isTokenTaken(token), `a token is not taken after the change in ${change.zone}`);
  await reporter.judgeDays(dates);
  await clock.set(toOffset(at + 8 * minuteMs));
  verdict.expect(!(await isTokenTaken(token)), `a token is taken for longer than 5 minutes in ${change.zone}`);
  const renew = () => call(portal, '/session/token', { cookie, origin: portal.url }, 'POST');
  verdict.expect((await renew()) === 200, `a session ended within minutes of the change in ${change.zone}`);
  await clock.set(toOffset(at + 7 * dayMs + hourMs));
  verdict.expect((await renew()) === 401, `a session lasts longer than 7 days in ${change.zone}`);
  return dates.length;
}

const call = async ({ url }: Portal, path: string, headers: Record<string, string>, method = 'GET') =>
  (await callApi(url, path, { headers, method })).status;

/** Counts negative durations of calls, jobs and transactions in the log. */
function countNegative(dataDir: string): number {
  const log = readFileSync(join(dataDir, 'portal.log'), 'utf8');
  return [...log.matchAll(/"\w+Ms":-/g)].length;
}
