import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addMonths, getMonth } from '#contract/calendar/zones.ts';
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts';
import { makeDataDir, runAsOwner } from '../../database/testing/test-server.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { findFreePort } from '../../../harness/free-port.ts';
import { startProgram, type PortalProgram } from '../../testing/portal-program.ts';
import { companyCasts } from '../../../demo-assistant/company-cast.ts';
import { planMonth } from '../../../demo-assistant/plan-month.ts';
import { createSecretBox } from '../../lib/crypto/secret-box.ts';
import { openLocalFiles } from '../../outside/files/local-files.ts';
import { seedDemo } from '../seed-demo.ts';
import { listPendingMonths, type PendingMonth } from './demo-history.repository.ts';
import { runSql } from '../../testing/sql/run-sql.ts';

const secretsKey = 'the key of this test, long enough';
/** Enough months for two interruptions. */
const monthsKept = 3;

let database: TestDatabase;
let dataDir: string;
const programs: PortalProgram[] = [];

beforeAll(async () => {
  dataDir = await makeDataDir();
  database = await openTestDatabase([installJobs]);
});
afterEach(() => {
  for (const { child } of programs) child.kill('SIGKILL');
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, maxRetries: 10 });
});

async function startPortal() {
  const port = await findFreePort();
  const { appUrl, systemUrl } = database.logins;
  const addresses = { DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: appUrl, DATABASE_SYSTEM_URL: systemUrl };
  const program = startProgram({
    ...addresses,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '1',
    SECRETS_KEY: secretsKey,
  });
  programs.push(program);
  return { ...program, url: `http://127.0.0.1:${port}` };
}

const listPending = () => database.inSystem('demo.seed', listPendingMonths);

const waitUntilPending = (most: number) =>
  vi.waitFor(async () => expect((await listPending()).length).toBeLessThanOrEqual(most), {
    timeout: 120_000,
    interval: 50,
  });

async function kill({ child, ended }: PortalProgram) {
  child.kill('SIGKILL');
  await ended;
}

async function count(companyId: string, table: 'conversations' | 'usage_events' | 'cost_owners') {
  const [row] = await database.inCompany(companyId, (tx) =>
    runSql<{ count: number }>(tx, `select count(*) as count from ${table}`),
  );
  return row?.count;
}

function planConversations(planned: readonly PendingMonth[], companyId: string) {
  return planned
    .filter((month) => month.companyId === companyId)
    .flatMap((month) =>
      companyCasts.filter(({ companyName }) => companyName === month.companyName).map((cast) => planMonth(cast, month)),
    )
    .flat();
}

test(
  'months are sent newest first, across a stop and a kill, each conversation once',
  { timeout: 400_000 },
  async () => {
    const secretBox = createSecretBox(secretsKey);
    const files = await openLocalFiles(join(dataDir, 'files'));
    await seedDemo(database, {
      now: new Date(),
      secretBox,
      files,
      vatRates: [{ validFrom: null, rate: 24_000 }],
      hasConversations: true,
    });
    await runAsOwner(
      database.ownerUrl,
      `delete from demo_seed_progress where month < '${addMonths(getMonth(new Date().toISOString().slice(0, 10)), 1 - monthsKept)}'`,
    );
    const planned = await listPending();
    expect(planned.map(({ month }) => month)).toEqual(
      planned
        .map(({ month }) => month)
        .toSorted()
        .toReversed(),
    );

    const stopped = await startPortal();
    await waitUntilPending(planned.length - 1);
    stopped.child.kill('SIGTERM');
    expect(await stopped.ended).toBe(0);
    expect(stopped.errors()).toBe('');
    const left = await listPending();
    expect(left.length).toBeGreaterThan(0);
    expect(left).toEqual(planned.slice(planned.length - left.length));

    const killed = await startPortal();
    await waitUntilPending(left.length - 1);
    await kill(killed);

    const finished = await startPortal();
    await waitUntilPending(0);
    expect((await fetch(`${finished.url}/api/health`)).status).toBe(200);
    for (const companyId of new Set(planned.map((month) => month.companyId))) {
      expect(await count(companyId, 'conversations')).toBe(planConversations(planned, companyId).length);
      expect(await count(companyId, 'usage_events')).toBeGreaterThan(100);
    }
    // The departments of Acme's people pay for all months, however often the portal was started.
    const acme = planned.find(({ companyName }) => companyName === 'Acme Manufacturing');
    expect(await count(acme?.companyId ?? '', 'cost_owners')).toBe(24);
    await vi.waitFor(async () => {
      const [first] = planned;
      const answer = await database.inCompany(first?.companyId ?? '', (tx) =>
        runSql(tx, 'select from intake_keys where revoked_at is null'),
      );
      expect(answer).toEqual([]);
    });
    finished.child.kill('SIGTERM');
    expect(await finished.ended).toBe(0);
  },
);
