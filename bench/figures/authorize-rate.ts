import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { reserveBudgetStatement } from '#features/money/server/authorize/reservations.repository.ts';
import { toRecordId } from '../../server/lib/reported-names.ts';
import { loadUrl } from '../autocannon.ts';
import { sendAtRate } from '../../harness/load.ts';
import { withOwner } from '../../harness/database.ts';
import { atLeast, atMost, note, type Bench, type Reading } from '../figure.ts';
import { type Portal, serverAlone, startPortal, withDataDir } from '../../harness/portal.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';
import {
  fillMonth,
  makeAuthorizeCompany,
  setLimits,
  setOwnerLimits,
  type AuthorizeCompany,
} from './authorize-company.ts';

const connections = 64;
const ledgerRows = 100_000;
/** Decisions per second at which the time to answer is measured: all that has to be reached. */
const steadyRate = 1500;
const freeEveryMs = 200;
const farAway = 1e15;
const question = { skill: 'Skill 1', user: { id: 'u-1' } };

export const authorizeRate = {
  title: 'Hard stop for assistants',
  method: `autocannon with ${connections} connections against POST /api/authorize, every request with an id of its own, for one company with a limit of its account and of each of 40 skills and 100,000 billed runs of 500 persons in the month; answered when the hold is durable. In turns with ${connections} pg clients that send the same statement for one request each. In each round also with limits of each person, of a department of all 501 persons and of the key. Decisions per second, median of the rounds; the time to answer at ${steadyRate} decisions per second on ${connections} connections, counted from when each was due, with holds let go after a second.`,
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    return withDataDir(async (dataDir) => {
      const start = () => startPortal({ args: serverAlone, dataDir, env: { ...process.env, LOG_LEVEL: 'warn' } });
      const first = await start();
      // The portal needs far fewer connections than the clients it is compared with.
      await withOwner(first, (client) => client.query('alter system set max_connections = 150'));
      await first.stop();
      const portal = await start();
      return compare(portal, isQuick).finally(portal.stop);
    });
  },
};

async function compare(portal: Portal, isQuick: boolean): Promise<Reading[]> {
  const [rounds, seconds] = isQuick ? [2, 3] : [5, 8];
  const company = await makeAuthorizeCompany(portal);
  await fillMonth(portal, company, ledgerRows);
  await setLimits(portal, company, { account: farAway, skill: farAway });
  const [ofPortal, ofBare, p99, busyP99, ofOwners]: number[][] = [[], [], [], [], []];
  await load(portal, company, 3);
  for (let round = 0; round < rounds; round += 1) {
    await releaseReservations(portal, company);
    const full = await load(portal, company, seconds);
    ofPortal?.push(full.perSecond);
    busyP99?.push(full.p99);
    await releaseReservations(portal, company);
    await setOwnerLimits(portal, company, farAway);
    ofOwners?.push((await load(portal, company, seconds)).perSecond);
    await setOwnerLimits(portal, company, null);
    await releaseReservations(portal, company);
    ofBare?.push(await loadBare(company, seconds));
    await releaseReservations(portal, company);
    p99?.push(quantile(await paceWhileFreeing(portal, company, seconds), 0.99));
  }
  const [fast, bare, steady, busy, owned] = [ofPortal ?? [], ofBare ?? [], p99 ?? [], busyP99 ?? [], ofOwners ?? []];
  const details = { portalPerSecond: roundAll(fast), barePerSecond: roundAll(bare), p99: roundAll(steady), seconds };
  return [
    atLeast('decisions per second', '1500', median(fast), details),
    atMost(`99th percentile at ${steadyRate} decisions per second`, '25 ms', median(steady)),
    atLeast('with limits of persons, a department and a key too / without', '0.85', median(owned) / median(fast)),
    atLeast('portal / bare pg client', '0.5', median(fast) / median(bare)),
    note('bare pg client', median(bare), 'per second'),
    note('99th percentile at full load', median(busy), 'ms'),
  ];
}

/** Ends what the round before held, and tidies up after it: no assistant leaves tens of thousands open. */
async function releaseReservations(portal: Portal, { id }: AuthorizeCompany): Promise<void> {
  await withOwner(portal, async (client) => {
    await client.query(`update budget_reservations set state = 'released' where company_id = $1 and state = 'held'`, [
      id,
    ]);
    await client.query('vacuum (analyze) budget_reservations');
  });
}

/** Decisions per second with every connection busy, and the 99th percentile of the time to answer then. */
async function load({ url }: Portal, { secret }: AuthorizeCompany, seconds: number) {
  const body = JSON.stringify({ ...question, requestId: `${randomUUID()}-[<id>]` });
  const more = ['-m', 'POST', '-I', '-b', body, '-H', 'content-type=application/json'];
  return loadUrl(`${url}/api/authorize`, { token: secret, connections, seconds, more });
}

/** Paces while holds are let go a second after they were taken, as those of assistants that commit their runs. */
async function paceWhileFreeing(portal: Portal, company: AuthorizeCompany, seconds: number): Promise<number[]> {
  const ended = new AbortController();
  const freeing = withOwner(portal, async (client) => {
    const text = `update budget_reservations set state = 'released'
      where company_id = $1 and state = 'held' and taken_at < now() - interval '1 second'`;
    while (!ended.signal.aborted) {
      await client.query(text, [company.id]);
      await sleep(freeEveryMs);
    }
  });
  const times = await pace(portal, company, seconds);
  ended.abort();
  await freeing;
  return times;
}

/**
 * Sends at an even pace over all connections; answers the times from when a question was due, apart from those of the
 * first second, in which connections are made.
 */
async function pace({ url }: Portal, { secret }: AuthorizeCompany, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const times = await sendAtRate({ perSecond: steadyRate, forMs: (seconds + 1) * 1000 }, async (_, dueAt) => {
    await post(`${url}/api/authorize`, { agent, headers, body: { ...question, requestId: randomUUID() } });
    return performance.now() - dueAt;
  });
  agent.destroy();
  return times.slice(steadyRate);
}

interface Post {
  readonly agent: Agent;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

function post(url: string, { agent, headers, body }: Post): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      if (answer.statusCode !== 200) reject(new Error(`A question was answered ${answer.statusCode}.`));
      answer.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Decisions per second of clients that send the same statement for one request each, as the application's role. */
async function loadBare({ id, skill, appUrl }: AuthorizeCompany, seconds: number): Promise<number> {
  const options = `-c app.company_id=${id}`;
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: appUrl, options }));
  await Promise.all(clients.map((client) => client.connect()));
  let decisions = 0;
  const startedAt = performance.now();
  const work = async (client: pg.Client) => {
    while (performance.now() - startedAt < seconds * 1000) {
      const requestId = randomUUID();
      const now = new Date();
      const expiresAt = new Date(now.getTime() + 900_000);
      const values = [id, now, expiresAt, 'Europe/Tallinn', [toRecordId(requestId)], [requestId], [skill], [0], [null]];
      const { rows } = await client.query({ name: 'take', text: reserveBudgetStatement.text, values });
      if (rows.length !== 1) throw new Error('A request was not decided.');
      decisions += 1;
    }
  };
  try {
    await Promise.all(clients.map(work));
    return decisions / ((performance.now() - startedAt) / 1000);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
