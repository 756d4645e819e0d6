import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, note, type Bench, type Reading } from '../../figure.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { listFamily, readResidentMemory } from '../../resident-memory.ts';
import { openSession } from '../../../harness/session.ts';
import { fitLine, median, roundAll } from '../../../harness/statistics.ts';
import { makeConversations } from '../intake-conversations.ts';

const callsPerSecond = 100;
const [minutes, warmUpMinutes, quickMinutes] = [120, 10, 2];
/** Megabytes a minute. */
const mostSlope = '0.1 MB/min';
/** Fewer say nothing of a slope. */
const minSettledMinutes = 10;
const samplesPerMinute = 12;
/** Calls at once, so that a busy machine makes the load smaller and not the queue longer; an account may have 100 waiting. */
const maxOpen = 64;
/** A token lives five minutes. */
const tokenMs = 4 * 60_000;

export const soak = {
  title: 'Memory over two hours at 100 requests a second',
  method: `A portal answers 100 calls a second for ${minutes} minutes: 50 lists of users, 25 dashboards of a month, 25 reports of one conversation. Its resident memory, without the database, is read every five seconds; a minute counts as the median of its readings, because garbage comes and goes. The slope is the least-squares line over the minutes after the first ${warmUpMinutes}, beside it its standard error. Fewer than ten of them say nothing; a run that is ended early (SIGINT, SIGTERM) is judged by the minutes it has. At most ${maxOpen} calls are open at once: on a machine that is too busy for the load the calls a second say so.`,
  measure({ isQuick }: Bench): Promise<Reading[]> {
    const settings = { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' };
    return withNewPortal(settings, (portal) => load(portal, isQuick ? quickMinutes : minutes));
  },
};

async function load(portal: Portal, duration: number): Promise<Reading[]> {
  await waitForDemo(portal);
  const stop = catchStop();
  try {
    const sampler = sampleMemory(portal);
    const startedAt = performance.now();
    const sent = await sendCalls(portal, duration, stop.signal);
    const seconds = (performance.now() - startedAt) / 1000;
    return toReadings(sampler.end(), sent, seconds);
  } finally {
    stop.release();
  }
}

/** The first signal to stop ends the load; a second one the program. */
function catchStop() {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const stop = () => {
    release();
    controller.abort();
  };
  const release = () => {
    for (const signal of signals) process.off(signal, stop);
  };
  for (const signal of signals) process.on(signal, stop);
  return { signal: controller.signal, release };
}

/** Reads the memory until `end`, which answers the readings in the order of time. */
function sampleMemory({ pid }: Portal) {
  const megabytes: number[] = [];
  const read = () => {
    try {
      megabytes.push(readResidentMemory(listFamily(pid)).togetherMegabytes);
    } catch {
      // The signal that ends this program may have ended the portal first.
      clearInterval(reading);
    }
  };
  const reading = setInterval(read, 60_000 / samplesPerMinute);
  return {
    end() {
      clearInterval(reading);
      return megabytes;
    },
  };
}

interface Sent {
  readonly calls: number;
  /** Calls by what was wrong with them: the code of a problem, or `no answer`. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Answer of a portal that protects itself on a busy machine; it says nothing of the portal's memory. */
const overloaded = 'service.overloaded';

interface Credentials {
  readonly key: string;
  readonly token: string;
}

async function sendCalls(portal: Portal, duration: number, stop: AbortSignal): Promise<Sent> {
  const key = await makeIntakeKey(portal, 'Soak');
  const failed: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  let [token, tokenAt, calls] = ['', -Infinity, 0];
  const startedAt = performance.now();
  while (!stop.aborted && performance.now() - startedAt < duration * 60_000) {
    const dueMs = startedAt + (calls * 1000) / callsPerSecond - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    if (performance.now() - tokenAt > tokenMs) {
      ({ token } = await openSession(portal, 'superadmin@acme.example'));
      tokenAt = performance.now();
    }
    const answer = send(portal, calls, { key, token })
      .catch(() => 'no answer')
      .then((fault) => {
        if (fault !== undefined && !stop.aborted) failed[fault] = (failed[fault] ?? 0) + 1;
        open.delete(answer);
      });
    open.add(answer);
    calls += 1;
    if (open.size >= maxOpen) await Promise.race(open);
  }
  await Promise.all(open);
  return { calls, failed };
}

/** Undefined for a call that is served. */
async function send({ url }: Portal, call: number, { key, token }: Credentials): Promise<string | undefined> {
  const path = call % 2 === 0 ? '/users' : call % 4 === 1 ? '/analytics/stats' : '/intake/conversations';
  const isReport = path.startsWith('/intake');
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${isReport ? key : token}`, 'content-type': 'application/json' },
    ...(isReport && { method: 'POST', body: JSON.stringify({ conversations: makeConversations(1) }) }),
  });
  const body = await answer.text();
  if (answer.status === 200) return undefined;
  return /"code":"([\w.-]+)"/.exec(body)?.[1] ?? String(answer.status);
}

function toReadings(samples: readonly number[], { calls, failed }: Sent, seconds: number): Reading[] {
  const perMinute = Array.from({ length: Math.floor(samples.length / samplesPerMinute) }, (_, minute) =>
    median(samples.slice(minute * samplesPerMinute, (minute + 1) * samplesPerMinute)),
  );
  const settled = perMinute.slice(warmUpMinutes);
  const { [overloaded]: refused = 0, ...others } = failed;
  const failures = Object.values(others).reduce((sum, count) => sum + count, 0);
  return [
    ...toSlope(settled, roundAll(perMinute)),
    note('minutes after the warm-up', settled.length, ''),
    note('at the end', perMinute.at(-1) ?? samples.at(-1) ?? 0, 'MB'),
    atLeast('calls a second', '90', calls / seconds),
    note('reports refused because the machine is busy', refused, ''),
    atMost('failed calls', '0', failures, others),
  ];
}

function toSlope(settled: readonly number[], minuteMegabytes: readonly number[]): Reading[] {
  if (settled.length < minSettledMinutes) {
    const measured = `too short: ${settled.length} min`;
    return [{ name: 'slope', reach: `≤ ${mostSlope}`, measured, isReached: false, details: { minuteMegabytes } }];
  }
  const { slope, error } = fitLine(settled);
  return [atMost('slope', mostSlope, slope, { minuteMegabytes }), note('standard error of the slope', error, 'MB/min')];
}
