import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readWhole } from '../../backup/testing/database-copies.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { makeIntakeKey } from '../../testing/sweeps/intake-senders.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { startTestPortal, useTestPortal } from '../../testing/test-portal.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { isDistributedRun, runAsOwner } from '../testing/test-server.ts';
import { moveDatabase, openForWrites } from './move-database.ts';
import { withOwner } from './owner-connection.ts';

const portal = useTestPortal();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const installations = [installJobs];

/** Sends one conversation at a time until the portal denies them. @returns ids of the acknowledged ones */
async function sendUntilDenied(secret: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (;;) {
    const id = randomUUID();
    const date = portal().clock.now().toISOString();
    const messages = [{ id: 'm', date, isAssistant: false, data: [{ type: 'text', value: 'Hello' }] }];
    const conversation = { id, user: { email: 'mari@test.example' }, status: 'Completed', date, messages };
    const { status } = await portal().call('/intake/conversations', {
      body: { conversations: [conversation] },
      headers: { authorization: `Bearer ${secret}` },
    });
    if (status === 503) return acknowledged;
    expect(status).toBe(200);
    acknowledged.push(id);
  }
}

test('a connection whose client is gone lets go of its locks, whatever it is doing', async () => {
  const { ownerUrl } = portal().database;
  const working = withOwner(ownerUrl, async (client) => {
    await client.query('begin; lock table backups in share mode');
    const { connection } = client as unknown as { connection: { stream: Socket } };
    const sleeping = client.query('select pg_sleep(600)');
    // As the end of its process does it.
    connection.stream.destroy();
    return sleeping;
  });
  await expect(working).rejects.toThrow('Connection terminated');
  await runAsOwner(ownerUrl, `set lock_timeout = '60s'; lock table backups in exclusive mode`);
});

// Only the embedded database is moved, which is never distributed; shards.database.test.ts asserts that another is refused.
test.skipIf(isDistributedRun)(
  'a database is moved while it is written, and no acknowledged write is missing',
  async () => {
    const { superAdmin, id: companyId } = await portal().makeCompany();
    const { secret } = await makeIntakeKey(portal(), companyId, { name: 'moving' });
    const [deleted, changed] = [await portal().makeUser(companyId), await portal().makeUser(companyId)];
    const target = await createTestDatabase();
    const stop = new AbortController();
    const stopped = moveDatabase({
      ownerUrl: portal().database.ownerUrl,
      target,
      installations,
      log,
      onCopied: () => stop.abort(new Error('Stopped.')),
      stop: stop.signal,
    });
    await expect(stopped).rejects.toThrow('Stopped.');
    // It is taken for empty by the next one, and the portal has not been stopped from writing.
    const sent = sendUntilDenied(secret);
    try {
      const moved = await moveDatabase({
        ownerUrl: portal().database.ownerUrl,
        target,
        installations,
        log,
        // What the copy of one moment does not have: a deleted row, whose unique value another row takes, and a new one.
        onCopied: async () => {
          await portal().call('/users', { as: superAdmin, method: 'DELETE', body: [deleted.id] });
          await portal().database.inCompany(companyId, (tx) =>
            runSql(tx, 'update users set email = $1 where id = $2', [deleted.email, changed.id]),
          );
          await portal().makeCompany();
        },
      });
      expect(moved.changedRows).toBeGreaterThan(3);
      const acknowledged = await sent;
      expect(acknowledged.length).toBeGreaterThan(0);
      const { rows } = await runAsOwner(
        target.ownerUrl,
        `set app.backup = on; select count(*)::int as found from conversations where external_id = any('{${acknowledged.join()}}')`,
      ).then((results) => (results as unknown as { rows: unknown[] }[])[1] ?? { rows: [] });
      expect(rows).toEqual([{ found: acknowledged.length }]);
      const [before, after] = [await readWhole(portal().database.ownerUrl), await readWhole(target.ownerUrl)];
      expect(after).toEqual(before);
      // The old database is read, and not written; a portal on the new one goes on.
      expect((await portal().call('/users', { as: superAdmin })).status).toBe(200);
      const denied = await portal().call('/company/notifications', { as: superAdmin, method: 'PUT', body: {} });
      expect([denied.status >= 400, (await fetch(`${portal().url}/api/ready`)).status]).toEqual([true, 503]);
      const database = { ...portal().database, ...target };
      const next = await startTestPortal({}, { beside: { ...portal(), database } });
      try {
        expect((await next.portal.call('/users', { as: superAdmin })).status).toBe(200);
        expect((await next.portal.makeCompany()).superAdmin.token).toBeTruthy();
      } finally {
        await next.stop();
      }
      const again = moveDatabase({ ownerUrl: portal().database.ownerUrl, target, installations, log });
      await expect(again).rejects.toThrow(/holds \d+ companies, and nothing is overwritten/);
      // A move that is taken back: the portal that still runs on the old database writes again.
      await openForWrites(portal().database.ownerUrl);
      await expect.poll(async () => (await fetch(`${portal().url}/api/ready`)).status).toBe(200);
      expect((await portal().makeCompany()).superAdmin.token).toBeTruthy();
    } finally {
      await openForWrites(portal().database.ownerUrl);
      await target.drop();
    }
  },
);
