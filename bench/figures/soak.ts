import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, note } from '../figure.ts';
import type { Bench, Reading } from '../figure.ts';
import { makeIntakeKey } from '../intake-key.ts';
import { waitForDemo, withNewPortal } from '../portal.ts';
import type { Portal } from '../portal.ts';
import { listFamily, readResidentMemory } from '../resident-memory.ts';
import { openSession } from '../session.ts';
import { roundAll } from '../statistics.ts';
import { makeConversations } from './intake-conversations.ts';

const callsPerSecond = 100;
const [minutes, warmUpMinutes, quickMinutes] = [30, 5, 2];
/** A token lives five minutes. */
const tokenMs = 4 * 60_000;

export const soak = {
  title: 'Memory over half an hour at 100 requests a second',
  method:
    'A portal answers 100 calls a second for 30 minutes: 50 lists of users, 25 dashboards of a month, 25 reports of one conversation. Its resident memory is read each minute, without the database; the slope is the least-squares line from the sixth minute on.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    const settings = { DEMO_CONVERSATIONS: '0', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' };
    return withNewPortal(settings, (portal) => load(portal, isQuick ? quickMinutes : minutes));
  },
};

async function load(portal: Portal, duration: number): Promise<Reading[]> {
  await waitForDemo(portal);
  const key = await makeIntakeKey(portal, 'Soak');
  const megabytes: number[] = [];
  let failed = 0;
  let { token } = await openSession(portal, 'superadmin@acme.example');
  let tokenAt = performance.now();
  const startedAt = performance.now();
  const open = new Set<Promise<void>>();
  for (let call = 0; call < duration * 60 * callsPerSecond; call += 1) {
    const dueMs = startedAt + (call * 1000) / callsPerSecond - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    if (performance.now() - tokenAt > tokenMs) {
      ({ token } = await openSession(portal, 'superadmin@acme.example'));
      tokenAt = performance.now();
    }
    const answer = send(portal, call, { key, token })
      .catch(() => false)
      .then((isServed) => {
        if (!isServed) failed += 1;
        open.delete(answer);
      });
    open.add(answer);
    if ((call + 1) % (60 * callsPerSecond) === 0)
      megabytes.push(readResidentMemory(listFamily(portal.pid)).togetherMegabytes);
  }
  await Promise.all(open);
  const settled = megabytes.slice(duration > warmUpMinutes ? warmUpMinutes : 0);
  return [
    atMost('slope', '0.3 MB/min', toSlope(settled), { megabytes: roundAll(megabytes) }),
    note('at the end', megabytes.at(-1) ?? 0, 'MB'),
    atMost('failed calls', '0', failed),
  ];
}

async function send({ url }: Portal, call: number, { key, token }: { key: string; token: string }): Promise<boolean> {
  const path = call % 2 === 0 ? '/users' : call % 4 === 1 ? '/analytics/stats' : '/intake/conversations';
  const isReport = path.startsWith('/intake');
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${isReport ? key : token}`, 'content-type': 'application/json' },
    ...(isReport && { method: 'POST', body: JSON.stringify({ conversations: makeConversations(1) }) }),
  });
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** Of values a minute apart, for each minute. */
function toSlope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.map((value, place) => (place - middle) * (value - mean));
  const squares = values.map((_, place) => (place - middle) ** 2);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return sum(products) / sum(squares);
}
