import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Dashboard } from '#features/dashboard/contract/live.ts';
import { watch } from '#domain/live/testing/watch-events.ts';
import { hasProgram } from '../../harness/programs.ts';
import { startPooler } from './testing/pgbouncer.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { isDistributedRun } from './testing/test-server.ts';
import { prepareDatabase } from './prepare-database.ts';
import { Browser } from '../testing/browser.ts';
import { waitForCode } from '../testing/caught-mail.ts';
import { makeIntakeKey } from '../testing/sweeps/intake-senders.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.runIf(hasProgram('pgbouncer') && !isDistributedRun)('behind PgBouncer', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer').template);
  });
  afterAll(() => database.drop());

  describe('with sessions', () => {
    let portal: TestPortal;
    const stops: Array<() => Promise<void>> = [];
    beforeAll(async () => {
      const pooler = await startPooler('session', database);
      stops.push(pooler.stop);
      const started = await startTestPortal({}, { present: pooler });
      portal = started.portal;
      stops.unshift(started.stop);
    });
    afterAll(async () => {
      for (const stop of stops) await stop();
    });

    test('sign-in, reports, live updates, jobs and limits of sessions work', async () => {
      const { id, superAdmin } = await portal.makeCompany();
      const browser = new Browser(portal);
      const signIn = await browser.post('/session/sign-in', { email: superAdmin.email, password: testPassword });
      expect(signIn.body).toMatchObject({ state: 'signedIn' });
      const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };
      const path = `/analytics/events?${new URLSearchParams(range)}`;
      const { values, close } = await watch<Dashboard>(portal, path, superAdmin);
      await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(0), 10_000);
      const { secret } = await makeIntakeKey(portal, id, { name: 'Bot' });
      const body = { conversations: [{ id: 'one', date: '2026-11-05T10:00:00Z', status: 'Completed' }] };
      const headers = { authorization: `Bearer ${secret}` };
      expect((await portal.call('/intake/conversations', { headers, body })).status).toBe(200);
      await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(1), 10_000);
      await close();
      // A job of the queue sends it.
      await portal.call('/session/forgot-password', { body: { email: superAdmin.email } });
      expect(await waitForCode(portal, superAdmin.email, /^Reset your/)).toMatch(/^\d{6}$/);
      const { rows } = await portal.database.systemPool.query(
        `select current_setting('statement_timeout') as longest, current_setting('jit') as jit`,
      );
      expect(rows).toEqual([{ longest: '15s', jit: 'off' }]);
    });
  });

  test.each(['transaction', 'statement'])('with pool_mode = %s the start is refused in one line', async (mode) => {
    const pooler = await startPooler(mode, database);
    await expect(prepareDatabase({ ...pooler, log, patienceMs: 5000 })).rejects.toMatchObject({
      name: 'DatabaseRefused',
      message: expect.stringMatching(/^DATABASE_URL leads to a pooler .* Set pool_mode = session [^\n]*\.$/),
    });
    // The owner's address may be one of PostgreSQL itself.
    const logins = { ...pooler.logins, managed: false };
    await expect(prepareDatabase({ ownerUrl: database.ownerUrl, logins, log })).rejects.toThrow(
      /^DATABASE_APP_URL leads/,
    );
    await pooler.stop();
  });
});
