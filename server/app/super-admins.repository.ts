import type { Database } from '../database/open-database.ts';
import { systemStatement } from '../sql/statement.ts';
import { boolean } from '../sql/types.ts';

const hasSuperAdminStatement = systemStatement.get({
  text: `select exists (select from users where 'SuperAdmin' = any(roles)) as "isThere"`,
  row: { isThere: boolean },
});

/** Whether anyone can sign in and let others in. */
export async function hasSuperAdmin(database: Pick<Database, 'inSystem'>): Promise<boolean> {
  return (await database.inSystem('bootstrap.create', (tx) => hasSuperAdminStatement(tx))).isThere;
}
