import { randomUUID } from 'node:crypto';
import { runSql } from '../../testing/sql/run-sql.ts';
import type { Database } from '../open-database.ts';
import { tableFacts } from '../tables/tables.ts';

/** Statements that insert a row into every table of a bound company that has a user. The month 2026-11 has partitions. */
export function listCompanyRows(): string[] {
  const id = randomUUID();
  return Object.values(tableFacts).flatMap(({ example }) =>
    example === undefined ? [] : example.replaceAll('{id}', id),
  );
}

/** Tables of the audit log whose rows come from changes. */
const written = ['audit_entries', 'audit_heads', 'audit_seals'];

/** Inserts a row into every table of a company that has a user; those of the audit log come from its changes. */
export async function fillTables(database: Database, companyId: string): Promise<void> {
  await database.inSystem('demo.seed', async (tx) => {
    await runSql(tx, `select make_month_partitions('2026-11-01')`);
    await runSql(
      tx,
      `insert into agreements (account_id, document, version, accepted_at, company_id)
        select account_id, 'termsConditions', '1', now(), company_id from users where company_id = $1 limit 1`,
      [companyId],
    );
  });
  await insertRows(
    database,
    companyId,
    listCompanyRows().filter((text) => !written.includes(findTable(text))),
  );
}

/** The table of an example, the first one of a statement that inserts into two. */
const findTable = (text: string) => /insert into (\w+)/.exec(text)?.[1] ?? '';

/** Runs each in a transaction of its own, where its table is on a distributed PostgreSQL. */
export async function insertRows(database: Database, companyId: string, statements: readonly string[]): Promise<void> {
  for (const text of statements) {
    const table = findTable(text);
    // The version of a limit comes from a sequence, which workers of Citus do not have for integers.
    const isOfCoordinator = tableFacts[table]?.place === 'copied' || ['skill_limits', 'owner_limits'].includes(table);
    const open = isOfCoordinator ? database.inCompany : database.withLedger;
    if (tableFacts[table]?.isOfProvider) await insertAsProvider(database, companyId, text);
    else await open(companyId, (tx) => runSql(tx, text));
  }
}

const insertAsProvider = (database: Database, companyId: string, text: string) =>
  database.inSystem('companies.note', async (tx) => {
    await runSql(tx, `select set_config('app.company_id', $1, true)`, [companyId]);
    await runSql(tx, text);
  });
