import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withOwner } from '../../harness/database.ts';
import { openKillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, removeFolder } from '../../harness/portal.ts';
import { socketUrl } from '../../server/database/connection/connection.ts';
import { embeddedOwner } from '../../server/database/embedded/cluster.ts';
import { findPlaces } from '../../server/database/embedded/embedded-paths.ts';
import { readPidFile } from '../../server/database/embedded/pid-file.ts';
import { listMigrationFiles } from '../../server/database/migrations/migrate.ts';
import { startProgram } from '../../server/testing/portal-program.ts';
import { createVerdict, type Check, type Verdict } from '../check.ts';

const pollMs = 2;
const maxWaitMs = 60_000;

export const killedMigration: Check = {
  title: 'SIGKILL during the migrations of a first start, every second time of the database too',
  expected: 'the next start completes: every migration is noted once, and the portal is ready',
  async run({ isQuick }) {
    const rounds = isQuick ? 2 : 20;
    const verdict = createVerdict();
    const { length: migrations } = await listMigrationFiles();
    const killedAt: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = makeDataDir();
      try {
        // Each round stops at another migration; the last one is not waited for, because it would be too late.
        const after = 1 + ((round * 7) % (migrations - 2));
        killedAt.push(await killFirstStart(dataDir, { after, withDatabase: round % 2 === 1 }));
        await startAgain(dataDir, migrations, verdict);
      } finally {
        removeFolder(dataDir);
      }
    }
    const counts = { migrations, 'killed after': killedAt.join(', ') };
    return { rounds, counts, faults: verdict.faults() };
  },
};

/** Starts a portal on an empty folder and kills it once so many migrations are noted; answers how many were. */
async function killFirstStart(dataDir: string, kill: { after: number; withDatabase: boolean }): Promise<number> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const { child, ended } = startProgram({ ...env, DATA_DIR: dataDir, PORT: '0' });
  const { cluster, socket } = await findPlaces(dataDir);
  const seen = await waitForMigrations(socketUrl(socket, embeddedOwner, 'steward'), kill.after);
  child.kill('SIGKILL');
  const server = await readPidFile(cluster);
  if (kill.withDatabase && server) process.kill(server.pid, 'SIGKILL');
  await ended;
  return seen;
}

/** Connects anew at each attempt until the database is there, then counts on one connection. */
async function waitForMigrations(ownerUrl: string, after: number): Promise<number> {
  const deadline = performance.now() + maxWaitMs;
  while (performance.now() < deadline) {
    const client = new pg.Client({ connectionString: ownerUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await countMigrations(client, after, deadline);
    } catch {
      await sleep(pollMs);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('The first start noted no migrations.');
}

async function countMigrations(client: pg.Client, after: number, deadline: number): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from schema_migrations');
    const count = rows[0]?.count ?? 0;
    if (count >= after || performance.now() > deadline) return count;
  }
}

async function startAgain(dataDir: string, migrations: number, verdict: Verdict): Promise<void> {
  const program = openKillablePortal(dataDir);
  try {
    const portal = await program.current();
    const deadline = performance.now() + maxWaitMs;
    while (!(await fetch(`${portal.url}/api/ready`)).ok && performance.now() < deadline) await sleep(pollMs * 50);
    verdict.expect(performance.now() < deadline, `the portal was not ready in ${maxWaitMs} ms`);
    const numbers = await withOwner(portal, async (client) => {
      const { rows } = await client.query<{ number: number }>('select number from schema_migrations');
      return rows.map(({ number }) => number);
    });
    verdict.expect(numbers.length === migrations, `${numbers.length} of ${migrations} migrations are noted`);
  } catch (error) {
    verdict.fail(`the next start failed: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`);
  } finally {
    await (await program.current().catch(() => undefined))?.stop();
  }
}
