import { afterAll, beforeAll } from 'vitest';
import { openTestDatabase } from '../../../database/testing/test-database.ts';
import type { TestDatabase } from '../../../database/testing/test-database.ts';

/** The database of one test file, opened before its first test. */
export function openIdentityDatabase(): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await database?.close();
  });
  return () => {
    if (!database) throw new Error('The test database is not open yet.');
    return database;
  };
}
