import { expect, test } from 'vitest';
import { useTestPortal } from '../../testing/test-portal.ts';
import { isDistributedRun } from '../testing/test-server.ts';
import { checkEmpty } from './empty-database.ts';

const portal = useTestPortal();

test('a database that a portal without companies runs on is no target of a restore or a move, until it has stopped', async ({
  skip,
}) => {
  skip(isDistributedRun, 'a distributed database is no target at all');
  const { database, adapters } = portal();
  const check = () => checkEmpty(database.ownerUrl, 10_000);
  await expect(check()).rejects.toThrow(
    'A portal is running on this database: stop it first, or name another database.',
  );
  await adapters.jobs.stop();
  // PostgreSQL shows a connection for a moment after its client has closed it.
  await expect.poll(() => check().then(() => 'taken', String)).toBe('taken');
});
