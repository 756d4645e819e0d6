import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, withNewPortal } from '../../../harness/portal.ts';
import { sendAtRate, timeOf } from '../../../harness/load.ts';
import { median, quantile, roundAll } from '../../../harness/statistics.ts';
import { makeConversations } from '../intake-conversations.ts';

const batchSize = 50;
/** Between two batches of the healthy company; the crowding one sends ten in that time. */
const intervalMs = 500;
const crowdFactor = 10;

export const crowding = {
  title: 'A company beside one at ten times its load',
  method:
    'POST /api/intake/conversations: a company sends a batch of 50 new conversations every half second, in turns alone and beside a company that sends ten such batches in that time. 99th percentile of all answers to the first company, of three rounds of 60 batches each.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({}, (portal) => compare(portal, isQuick));
  },
};

async function compare(portal: Portal, isQuick: boolean): Promise<Reading[]> {
  const [rounds, batches] = isQuick ? [1, 8] : [3, 60];
  const [healthy, crowd] = [await makeIntakeKey(portal, 'Healthy'), await makeIntakeKey(portal, 'Crowd')];
  const send = (secret: string, count: number, pauseMs: number) => sendPaced(portal, { secret, count, pauseMs });
  // Statements are prepared and code is compiled by then, as in a portal that has run for a minute.
  await send(healthy, 40, 50);
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await send(healthy, batches, intervalMs)));
    const crowded = send(crowd, batches * crowdFactor, intervalMs / crowdFactor);
    beside.push(...(await send(healthy, batches, intervalMs)));
    await crowded;
  }
  const details = { aloneMs: roundAll(alone), besideMs: roundAll(beside) };
  return [
    atMost('p99 beside / p99 alone', '1.5', quantile(beside, 0.99) / quantile(alone, 0.99), details),
    note('p99 alone', quantile(alone, 0.99), 'ms'),
    note('median beside / median alone', median(beside) / median(alone), ''),
  ];
}

interface Load {
  readonly secret: string;
  readonly count: number;
  readonly pauseMs: number;
}

/** Sends at fixed times, whether the batch before is answered or not. Answers the milliseconds of each accepted batch. */
async function sendPaced({ url }: Portal, { secret, count, pauseMs }: Load): Promise<number[]> {
  const bodies = Array.from({ length: count }, () => JSON.stringify({ conversations: makeConversations(batchSize) }));
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return sendAtRate({ perSecond: 1000 / pauseMs, forMs: count * pauseMs }, (place) =>
    timeOf(async () => {
      const response = await fetch(`${url}/api/intake/conversations`, { method: 'POST', headers, body: bodies[place] });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A batch was answered ${response.status}.`);
    }),
  );
}
