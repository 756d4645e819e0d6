import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getDatabaseUrls } from '../../../harness/database.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { moveDatabase } from '../../../server/database/copy/move-database.ts';
import { withOwner } from '../../../server/database/copy/owner-connection.ts';
import { openEmbeddedServer } from '../../../server/database/embedded/embedded-server.ts';
import { deriveLogins } from '../../../server/database/tenancy/roles.ts';
import { installJobs } from '../../../server/outside/jobs/jobs.repository.ts';
import { fillConversations } from '../../conversations.ts';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { makeConversations } from '../intake-conversations.ts';

const millions = { quick: [0.05, 0.1], full: [0.1, 0.4, 1] };
const batchSize = 20;
const pauseMs = 250;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const secretsKey = 'a-key-of-the-figures-with-many-characters';

export const move = {
  title: 'Move to another database while assistants report',
  method:
    'One portal each with 0.1, 0.4 and 1 million conversations of 24 months (`BENCH_MOVE` says how many millions, divided by commas), their roll-ups, of two months their runs, and of a hundredth of these messages. The move of `npm run move` into an empty database of a second server on the same machine, while an assistant sends batches of 20 conversations, one after the other with pauses of 250 ms. Without writes: from the first lock until the moved database is read only. Afterwards every acknowledged conversation is looked for at the target.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const asked = process.env.BENCH_MOVE?.split(',').map(Number);
    const readings: Reading[] = [];
    for (const size of asked ?? (isQuick ? millions.quick : millions.full))
      readings.push(...(await withNewPortal({}, (portal) => measureMove(portal, size))));
    return readings;
  },
};

async function measureMove(portal: Portal, size: number): Promise<Reading[]> {
  await waitForDemo(portal);
  await fillConversations(portal, size * 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'bench-move-'));
  const target = await openEmbeddedServer({ dataDir: folder, log: quiet });
  try {
    return await measureInto(target.ownerUrl, portal, size);
  } finally {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureInto(target: string, portal: Portal, size: number): Promise<Reading[]> {
  const sender = startSending(portal, await makeIntakeKey(portal, 'Bench move'));
  const startedAt = performance.now();
  const moved = await moveDatabase({
    ownerUrl: (await getDatabaseUrls(portal)).ownerUrl,
    target: { ownerUrl: target, logins: deriveLogins(target, secretsKey) },
    installations: [installJobs],
    log: quiet,
    onCopied: (rows) => console.log(`${rows} rows copied`),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const acknowledged = await sender.end();
  const found = await countFound(target, acknowledged);
  const of = `${size} million`;
  return [
    atMost(`${of}: without writes`, '60 s', moved.deniedSeconds),
    note(`${of}: rows moved`, moved.rows, ''),
    note(`${of}: rows written meanwhile`, moved.changedRows, ''),
    note(`${of}: the whole move`, seconds, 's'),
    atMost(`${of}: acknowledged conversations lost`, '0', acknowledged.length - found, {
      acknowledged: acknowledged.length,
    }),
  ];
}

/** Sends until `end`, or until the portal denies writes. `end` answers the ids of what was acknowledged. */
function startSending({ url }: Portal, secret: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const send = async () => {
    while (!isOver) {
      const conversations = makeConversations(batchSize);
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ conversations });
      const answer = await fetch(`${url}/api/intake/conversations`, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (answer.ok) acknowledged.push(...conversations.map(({ id }) => id));
      await sleep(pauseMs);
    }
  };
  const sending = send();
  return {
    async end() {
      isOver = true;
      await sending;
      return acknowledged;
    },
  };
}

const countFound = (target: string, ids: readonly string[]) =>
  withOwner(target, async (client) => {
    const { rows } = await client.query<{ found: number }>(
      'select count(*)::int as found from conversations where external_id = any($1::text[])',
      [ids],
    );
    return rows[0]?.found ?? 0;
  });
