import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../demo-assistant/random.ts';
import { createRandomChannels, sendDelivery, type Post } from '../../server/testing/random-channels.ts';
import { shareOut } from '../../harness/load.ts';
import { getDatabaseUrls, withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import { type Portal, serverAlone, startPortal, withDataDir } from '../../harness/portal.ts';

const senders = 12;
const pauseMs = 50;

export const runsOnce = {
  title: 'One run is billed once',
  method: `10,000 runs of random conversations, each reported in one to three ways (authorize and commit, intake, OpenTelemetry) under the same or under other ids, in a random order, three in ten reports lost and three in ten repeated, by ${senders} senders in turn to two processes on one database; every report is delivered in full by one way, or by two that share ids.`,
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    return withDataDir(async (dataDir) => {
      const start = (more: NodeJS.ProcessEnv) =>
        startPortal({ args: serverAlone, dataDir, env: { ...process.env, LOG_LEVEL: 'warn', ...more } });
      const first = await start({});
      let second: Portal | undefined;
      try {
        second = await start({ DATABASE_URL: (await getDatabaseUrls(first)).ownerUrl });
        return await report([first, second], isQuick ? 500 : 10_000);
      } finally {
        await second?.stop();
        await first.stop();
      }
    });
  },
};

async function report(portals: readonly [Portal, Portal], wanted: number): Promise<Reading[]> {
  const [portal] = portals;
  const secret = await makeIntakeKey(portal, 'Bench');
  await withOwner(portal, (client) =>
    client.query(`update companies set created_at = '2026-01-01', billed_since = '2026-01-01' where name = 'Bench'`),
  );
  const { deliveries, runs, judge } = createRandomChannels(
    createRandom('runs').fraction,
    wanted,
    Date.now() - 3_600_000,
  );
  await shareOut([...deliveries.entries()], senders, async ([place, delivery], sender) => {
    // A commit goes to the process that was asked; the next report to the other.
    await sendDelivery(createPost(portals[(place + sender) % 2] ?? portal, secret), delivery);
  });
  const { rows } = await withOwner(portal, (client) =>
    client.query<{ id: string; rolled: number }>(
      `select e.external_id as id,
        (select sum(d.requests)::int from usage_daily d where d.company_id = e.company_id) as rolled
      from usage_events e join companies c on c.id = e.company_id where c.name = 'Bench'`,
    ),
  );
  const { twice, missing } = judge(rows.map(({ id }) => id));
  return [
    atMost('runs billed twice', '0', twice),
    atMost('runs not billed', '0', missing),
    atMost('ledger and roll-up apart', '0', Math.abs(rows.length - (rows[0]?.rolled ?? 0))),
    note('runs', runs, ''),
    note('reports', deliveries.length, ''),
  ];
}

/** Repeats what is busy, as an assistant does. */
function createPost({ url }: Portal, secret: string): Post {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return async (path, body) => {
    for (;;) {
      const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body ?? {}) });
      const text = await answer.text();
      if (answer.status === 200) return JSON.parse(text);
      if (answer.status !== 429 && answer.status !== 503) {
        throw new Error(`${path} was answered ${answer.status}: ${text}`);
      }
      await sleep(pauseMs);
    }
  };
}
