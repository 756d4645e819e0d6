import { randomUUID } from 'node:crypto';
import { runSql } from './sql/run-sql.ts';
import type { TestPortal, TestUser } from './test-portal.ts';

/** A pending company whose SuperAdmin is signed in. */
export async function makePendingCompany(portal: TestPortal): Promise<TestUser> {
  const { id, superAdmin } = await portal.makeCompany({ name: `Waiting ${randomUUID()}` });
  await portal.database.inSystem('companies.approve', (tx) =>
    runSql(tx, `update companies set status = 'pending' where id = $1`, [id]),
  );
  return superAdmin;
}
