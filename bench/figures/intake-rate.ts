import pg from 'pg';
import { shareOut, timeOf } from '../../harness/load.ts';
import { getDatabaseUrls, withOwner } from '../../harness/database.ts';
import { atLeast, note, type Bench, type Reading } from '../figure.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import { type Portal, withNewPortal } from '../../harness/portal.ts';
import { median, roundAll } from '../../harness/statistics.ts';
import { bareTables, toBareInserts } from './intake-bare-insert.ts';
import { makeConversations } from './intake-conversations.ts';

const batchSize = 500;
/** Assistants of as many companies, each with one batch on its way. */
const inFlight = 4;

export const intakeRate = {
  title: 'Intake of conversations',
  method:
    'POST /api/intake/conversations with batches of 500 new conversations of the last day (each with 2 messages and 1 billed run; 40 skills, 2,000 users) by 4 assistants of 4 companies, each with one batch on its way, answered when rows, ledger and roll-ups are durable; in turns with the same conversation and message rows in INSERT statements of 500 and 1,000 rows on 4 connections, into two tables with a primary key and nothing else. Conversations per second, median of the rounds.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({}, (portal) => compare(portal, isQuick));
  },
};

async function compare(portal: Portal, isQuick: boolean): Promise<Reading[]> {
  const [rounds, batches] = isQuick ? [2, 12] : [6, 80];
  const secrets: string[] = [];
  for (let company = 1; company <= inFlight; company += 1)
    secrets.push(await makeIntakeKey(portal, `Bench ${company}`));
  const { ownerUrl } = await getDatabaseUrls(portal);
  await withOwner(portal, (client) => client.query(bareTables));
  const [ofPortal, ofBare]: [number[], number[]] = [[], []];
  // Statements are prepared and code is compiled by then, as in a portal that has run for a minute.
  await measureIntake(portal, secrets, 40);
  for (let round = 0; round < rounds; round += 1) {
    ofPortal.push(await measureIntake(portal, secrets, batches));
    ofBare.push(await measureBare(ownerUrl, batches));
  }
  const details = { portalPerSecond: roundAll(ofPortal), barePerSecond: roundAll(ofBare), batches, inFlight };
  return [
    atLeast('portal / batched INSERT into bare tables', '0.25', median(ofPortal) / median(ofBare), details),
    note('portal', median(ofPortal), 'per second'),
    note('batched INSERT into bare tables', median(ofBare), 'per second'),
  ];
}

/** The bodies are made before the clock starts. */
export async function measureIntake({ url }: Portal, secrets: readonly string[], batches: number): Promise<number> {
  const bodies = makeBatches(batches).map((conversations) => JSON.stringify({ conversations }));
  return measure(bodies, async (body, sender) => {
    const headers = { authorization: `Bearer ${secrets[sender] ?? ''}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/intake/conversations`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (answer.status !== 200 || !text.startsWith(`{"accepted":${batchSize},"rejected":[]`)) {
      throw new Error(`A batch was answered ${answer.status}: ${text.slice(0, 500)}`);
    }
  });
}

async function measureBare(ownerUrl: string, batches: number): Promise<number> {
  const inserts = makeBatches(batches).map(toBareInserts);
  const pool = new pg.Pool({ connectionString: ownerUrl, max: inFlight });
  try {
    await Promise.all(Array.from({ length: inFlight }, () => pool.query('select pg_sleep(0.01)')));
    return await measure(inserts, async (statements) => {
      const client = await pool.connect();
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
      client.release();
    });
  } finally {
    await pool.end();
  }
}

const makeBatches = (count: number) => Array.from({ length: count }, () => makeConversations(batchSize));

/** Conversations per second. */
async function measure<T>(parts: readonly T[], send: (part: T, sender: number) => Promise<void>): Promise<number> {
  return (parts.length * batchSize * 1000) / (await timeOf(() => shareOut(parts, inFlight, send)));
}
