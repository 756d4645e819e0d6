import { randomUUID } from 'node:crypto';
import { toPartAddress } from '../../../lib/file-parts.ts';
import { runSql } from '../../../testing/sql/run-sql.ts';
import type { TestPortal } from '../../../testing/test-portal.ts';

/** An export that is ready, of one part with some bytes. */
export async function makeExport({ adapters, database, clock }: TestPortal, companyId: string): Promise<string> {
  const id = randomUUID();
  await adapters.files.put(toPartAddress({ companyId, id }, 1), Buffer.from('archive'), 'application/gzip');
  await database.withCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into company_exports (id, requested_at, requester_name, requester_email, state, parts, finished_at, expires_at,
          bytes, row_count, file_count)
        values ($1, $2, 'Mari', 'mari@test.example', 'ready', 1, $2, $3, 7, 1, 0)`,
      [id, clock.now(), new Date(clock.now().getTime() + 86_400_000)],
    ),
  );
  return id;
}
