import type { Uses } from '#server/portal/portal.ts';
import { createAttempts } from '#server/lib/attempts.ts';
import { createLimiter } from '#server/lib/concurrency/limiter.ts';
import type { StepOutcome } from '#server/outside/assistants/assistants.ts';
import type { Database } from '#server/database/open-database.ts';
import { openPassword, toTarget } from './connection-test.service.ts';
import { recordTest } from './health.service.ts';
import { claimDueTests, findIntegration, listDueTests } from './integrations.repository.ts';
import type { StoredIntegration } from './stored-integration.ts';

/** Tests of one run; the others are due a minute later. */
const maxPerRun = 60;
const maxRunning = 8;
/** Until when a claimed test is not claimed again, should its process be killed. */
const claimMs = 5 * 60_000;

/**
 * Tests the Active integrations of all companies that are due, but those of suspended ones. Portals that run at the same
 * time claim different ones. Returns how many it tested.
 * @throws StepsFailed where one could not be tested, which is not a test that fails
 */
export async function runDueTests(
  portal: Uses<'database' | 'secretBox' | 'testConnection' | 'clock' | 'log'>,
): Promise<number> {
  const { database, clock, log } = portal;
  const now = clock.now();
  const due = await claimTests(database, now);
  const limiter = createLimiter(maxRunning);
  const attempts = createAttempts(log);
  const attempt = (each: (typeof due)[number]) =>
    attempts.run(() => testOne(portal, each), 'an integration could not be tested', { integrationId: each.id });
  await Promise.all(due.map((each) => limiter.tryRun(() => attempt(each), maxPerRun)));
  attempts.end();
  return due.length;
}

/** Claims by company, in a transaction of each: on a distributed PostgreSQL they are on several servers. */
async function claimTests(database: Database, now: Date) {
  const due = await database.inSystem('integrations.test', (tx) => listDueTests(tx, { now, maxPerRun }));
  const until = new Date(now.getTime() + claimMs);
  const claimed: typeof due = [];
  for (const [companyId, tests] of Map.groupBy(due, (each) => each.companyId)) {
    const ids = tests.map(({ id }) => id);
    const own = await database.withLedger(companyId, (tx) => claimDueTests(tx, { ids, now, until }));
    claimed.push(...own.map(({ id }) => ({ companyId, id })));
  }
  return claimed;
}

async function testOne(
  portal: Uses<'database' | 'secretBox' | 'testConnection' | 'clock'>,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<void> {
  const { database, clock } = portal;
  const stored = await database.inCompany.read(companyId, (tx) => findIntegration(tx, { id }));
  if (!stored?.status) return;
  const steps = await testStored(portal, companyId, stored);
  await database.inCompany(companyId, (tx) =>
    recordTest(tx, { tested: stored, steps, at: clock.now(), requestId: '' }),
  );
}

const unreadable = 'The stored password can no longer be read. Please enter it again.';

async function testStored(
  portal: Uses<'secretBox' | 'testConnection'>,
  companyId: string,
  stored: StoredIntegration,
): Promise<readonly StepOutcome[]> {
  let password: string;
  try {
    password = openPassword(portal, companyId, stored);
  } catch {
    return [{ step: 'signIn', outcome: 'failed', message: unreadable }];
  }
  return portal.testConnection(toTarget(stored, password));
}
