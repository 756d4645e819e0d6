import { randomUUID } from 'node:crypto';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

/** A shared view of failed conversations that a user saved. @returns its id */
export async function makeLogView(portal: TestPortal, companyId: string, userId: string): Promise<string> {
  const [view] = await portal.database.inCompany(companyId, (tx) =>
    runSql<{ id: string }>(
      tx,
      `insert into log_views (owner_id, name, filters, created_at, updated_at)
        values ($1, $2, '{"failed": true}', $3, $3) returning id`,
      [userId, randomUUID(), portal.clock.now()],
    ),
  );
  return view?.id ?? '';
}
