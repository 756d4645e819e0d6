import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { fill, toEmptySpans, toKeys } from '#features/intake/server/testing/hostile-bodies.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import type { Portal } from '../../harness/portal.ts';
import { measureStop } from '../longest-stop.ts';
import { listRandomBodies } from './random-bodies.ts';
import { openSession } from '../../harness/session.ts';
import { roundAll } from '../../harness/statistics.ts';

/** A body that once stopped the portal, for one call or for each of several. */
interface Attack {
  readonly name: string;
  readonly path: string;
  readonly type?: string;
  readonly bodies: readonly (string | Uint8Array<ArrayBuffer>)[];
}

export const hostileBodies = {
  title: 'Longest stop by a hostile body',
  method:
    'Sends small compressed bodies that decode to millions of values, a resource of 4,000 attributes with 4,000 spans, a conversation of 400 spans with 100 messages each and then single spans of it, and 800 KB of keys to public calls, then 100 bodies of drawn shapes between half and all of the 8 MiB that reports may have, and asks 40 times at once for the PDF of an invoice and for a dashboard of five years; meanwhile asks for `/api/health` every 2 ms. The longest answer of health is the stop; what it takes without an attack is noted.',
  async measure(bench: Bench): Promise<Reading[]> {
    const portal = await bench.portal();
    const key = await makeIntakeKey(portal, 'Hostile');
    const idleMs = await measureStop(portal.url, () => sleep(2000));
    const readings = [note('without an attack', idleMs, 'ms')];
    for (const attack of listAttacks()) {
      const stopsMs: number[] = [];
      for (const body of attack.bodies)
        stopsMs.push(await measureStop(portal.url, () => send(portal.url, key, attack, body)));
      readings.push(atMost(attack.name, '200 ms', Math.max(...stopsMs), { runsMs: roundAll(stopsMs) }));
    }
    const randomStops: number[] = [];
    for (const { path, body } of listRandomBodies(randomCount, 'hostile')) {
      const attack = { name: 'random', path, bodies: [body] };
      randomStops.push(await measureStop(portal.url, () => send(portal.url, key, attack, body)));
    }
    const details = { runsMs: roundAll(randomStops) };
    readings.push(atMost(`${randomCount} random bodies at the limits`, '200 ms', Math.max(...randomStops), details));
    for (const { name, path } of await listFloods(portal)) {
      readings.push(atMost(name, '200 ms', await measureStop(portal.url, () => ask(portal, path))));
    }
    return readings;
  },
};

const floodCount = 40;
const randomCount = 100;

/** Costly calls that one session may make. */
async function listFloods(portal: Portal): Promise<{ name: string; path: string }[]> {
  const invoices = (await (await get(portal, '/company/billing')).json()) as { _id: string }[];
  const [invoice] = invoices;
  if (!invoice) throw new Error('The demo has no invoice.');
  const year = new Date().getUTCFullYear();
  return [
    { name: `${floodCount} PDFs of an invoice at once`, path: `/company/billing/${invoice._id}/pdf` },
    {
      name: `${floodCount} dashboards of five years at once`,
      path: `/analytics/stats?from=${year - 4}-01-02T00:00:00Z&to=${year}-12-31T00:00:00Z`,
    },
  ];
}

async function get(portal: Portal, path: string): Promise<Response> {
  const { token } = await openSession(portal, 'superadmin@acme.example');
  const answer = await fetch(`${portal.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer;
}

/** All at once; a part may be denied by the limit of the session. */
async function ask(portal: Portal, path: string): Promise<void> {
  const { token } = await openSession(portal, 'superadmin@acme.example');
  const statuses = await Promise.all(
    list(floodCount, async () => {
      const answer = await fetch(`${portal.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const isServed = statuses.includes(200) && statuses.every((status) => status === 200 || status === 429);
  if (!isServed) throw new Error(`${path} answers ${[...new Set(statuses)].join(', ')}`);
}

async function send(
  url: string,
  key: string,
  { path, type = 'application/json' }: Attack,
  body: string | Uint8Array<ArrayBuffer>,
) {
  const isIntake = path !== '/session/sign-in';
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      ...(isIntake ? { 'content-encoding': 'gzip', authorization: `Bearer ${key}` } : {}),
    },
    body: isIntake ? gzipSync(body) : body,
  });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}`);
}

const traces = '/otlp/v1/traces';
const list = <Item>(length: number, make: (index: number) => Item) => Array.from({ length }, (_, index) => make(index));
const toHex = (number: number, length: number) => number.toString(16).padStart(length, '0');

function listAttacks(): Attack[] {
  return [
    { name: 'attributes of a resource × spans', path: traces, bodies: [toRequest(list(4000, toSpan), 4000)] },
    { name: '10,000 spans', path: traces, bodies: [toRequest(list(10_000, toSpan), 10)] },
    { name: 'a long conversation, then single spans of it', path: traces, bodies: listConversation() },
    {
      name: 'empty spans in JSON',
      path: traces,
      bodies: [fill('{"resourceSpans":[{"scopeSpans":[{"spans":[{}', ',{}', 6, ']}]}]}')],
    },
    {
      name: 'empty spans in protobuf',
      path: traces,
      type: 'application/x-protobuf',
      bodies: [toEmptySpans(4 * 1024 * 1024)],
    },
    { name: 'empty objects', path: traces, bodies: [fill('{"a":[{}', ',{}', 7, ']}')] },
    { name: 'empty lists', path: '/intake/conversations', bodies: [fill('{"conversations":[[]', ',[]', 7, ']}')] },
    {
      name: 'keys of a public call',
      path: '/session/sign-in',
      bodies: [toKeys(100_000)],
    },
  ];
}

export function toSpan(index: number, attributes: readonly unknown[] = []) {
  const startTimeUnixNano = `${Date.now() - 3_600_000 + index}000000`;
  return {
    traceId: toHex(index + 1, 32),
    spanId: toHex(index + 1, 16),
    startTimeUnixNano,
    endTimeUnixNano: startTimeUnixNano,
    attributes,
  };
}

const toText = (key: string, stringValue: string) => ({ key, value: { stringValue } });

export function toRequest(spans: readonly unknown[], sharedCount: number): string {
  const attributes = list(sharedCount, (index) => toText(`a${index}`, 'v'));
  return JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] });
}

/** An export of 400 spans with 100 messages each, and five exports of one more span. */
export function listConversation(): string[] {
  const say = (first: number, count: number) =>
    JSON.stringify(list(count, (index) => ({ role: 'user', content: `Message ${first + index}` })));
  const toTurn = (index: number, messages: string) => ({
    ...toSpan(index, [
      toText('gen_ai.operation.name', 'invoke_agent'),
      toText('gen_ai.agent.name', 'Leave'),
      toText('gen_ai.conversation.id', 'hostile'),
      toText('gen_ai.input.messages', messages),
    ]),
    traceId: toHex(77, 32),
  });
  const first = list(400, (index) => toTurn(index, say(index * 100, 100)));
  return [toRequest(first, 0), ...list(5, (index) => toRequest([toTurn(1000 + index, say(0, 1))], 0))];
}
