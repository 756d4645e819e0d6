import { randomUUID } from 'node:crypto';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

/** An erasure that is done, with its certificate. */
export async function makeCertificate({ database, clock }: TestPortal, companyId: string): Promise<string> {
  const id = randomUUID();
  await database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into erasures (id, kind, subject_id, state, requested_at, finished_at, certificate)
        values ($1, 'person', $1, 'done', $2, $2, '{}')`,
      [id, clock.now()],
    ),
  );
  return id;
}
