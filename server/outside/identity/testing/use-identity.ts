import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../database/testing/test-database.ts';
import { createIdentityFixture, type IdentityFixture } from './identity-fixture.ts';

type SharedFixture = IdentityFixture & { database: TestDatabase; pool: Pool };

/** One database for the tests of a file; before each of them a fixture anew, and no attempt is counted. */
export function useIdentity(): Readonly<SharedFixture> {
  const shared = {} as SharedFixture;
  beforeAll(async () => {
    shared.database = await openTestDatabase();
    shared.pool = shared.database.systemPool;
  });
  beforeEach(async () => {
    await shared.pool.query('delete from identity.attempts');
    Object.assign(shared, createIdentityFixture(shared.pool));
  });
  afterAll(() => shared.database?.close());
  return shared;
}
