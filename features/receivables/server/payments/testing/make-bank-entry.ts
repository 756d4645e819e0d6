import { randomUUID } from 'node:crypto';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

/** Makes a statement of the provider with an open entry over one cent, for the sweeps. */
export async function makeBankEntry(
  portal: TestPortal,
  provider: string,
): Promise<{ id: string; statementId: string }> {
  const [id, statementId] = [randomUUID(), randomUUID()];
  await portal.database.inSystem('payments.match', async (tx) => {
    await runSql(
      tx,
      `insert into bank_statements (company_id, id, file_hash, position, file_name, iban, statement_id, entries, known, outgoing,
        pending, in_others, read_at, read_by)
      values ($1, $2::uuid, $2::uuid::text, 0, 'november.xml', 'EE1', 'S1', 1, 0, 0, 0, 0, '2026-11-20T06:00:00Z', 'Kati Kask')`,
      [provider, statementId],
    );
    await runSql(
      tx,
      `insert into bank_entries (company_id, id, statement_id, position, bank_key, kind, amount_ten_thousandths, day,
        payment_references, remittance, searched, identifications, is_batch)
      values ($1, $2::uuid, $3, 0, $2::uuid::text, 'credit', 100, '2026-11-20', '{}', '', '', '{}', false)`,
      [provider, id, statementId],
    );
  });
  return { id, statementId };
}
