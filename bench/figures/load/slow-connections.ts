import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { openSession } from '../../../harness/session.ts';
import { median, quantile, roundAll } from '../../../harness/statistics.ts';

const connectionCount = 1000;
const byteMs = 1000;
const pauseMs = 5;

export const slowConnections = {
  title: 'Healthy clients beside 1,000 slow connections',
  method:
    'A client lists users 400 times, in turns alone and beside 1,000 connections of which one half sends a byte of its headers each second and the other half a byte of its body; those that the portal ends are opened again. 99th percentile of the answers in each round, median of the rounds.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    const settings = { RATE_LIMIT_PER_MINUTE: '1000000' };
    return withNewPortal(settings, (portal) => compare(portal, isQuick));
  },
};

async function compare(portal: Portal, isQuick: boolean): Promise<Reading[]> {
  await waitForDemo(portal);
  const [rounds, calls] = isQuick ? [1, 100] : [5, 400];
  const { token } = await openSession(portal, 'superadmin@acme.example');
  await listUsers(portal, token, calls);
  const [alone, beside]: [number[], number[]] = [[], []];
  let held = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone.push(quantile(await listUsers(portal, token, calls), 0.99));
    const crowd = openSlowConnections(portal);
    // All are open, and each has sent some bytes.
    await sleep(3 * byteMs);
    beside.push(quantile(await listUsers(portal, token, calls), 0.99));
    held = crowd.countOpen();
    crowd.close();
    await sleep(byteMs);
  }
  const details = { aloneMs: roundAll(alone), besideMs: roundAll(beside) };
  return [
    atMost('p99 beside / p99 alone', '2', median(beside) / median(alone), details),
    note('p99 alone', median(alone), 'ms'),
    note('slow connections open at the end of a round', held, ''),
  ];
}

async function listUsers({ url }: Portal, token: string, calls: number): Promise<number[]> {
  const answersMs: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The list of users was answered ${answer.status}.`);
    answersMs.push(performance.now() - startedAt);
    await sleep(pauseMs);
  }
  return answersMs;
}

const begun = [
  'GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ',
  'POST /api/session/sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n',
];

function openSlowConnections({ url }: Portal) {
  const port = Number(new URL(url).port);
  const sockets: Socket[] = [];
  let isClosed = false;
  const open = (place: number) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(begun[place % begun.length] ?? ''));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!isClosed) open(place);
    });
    socket.resume();
    sockets[place] = socket;
  };
  for (let place = 0; place < connectionCount; place += 1) open(place);
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed && socket.writable) socket.write('a');
  }, byteMs);
  return {
    countOpen: () => sockets.filter(({ readyState }) => readyState === 'open').length,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
