import { hash } from 'node:crypto';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { integer } from '#server/sql/types.ts';

/**
 * How the key of an erased person is kept, so that later reports are recognised and the key itself is gone. Who has the
 * database can still try addresses.
 */
export const toErasedKey = (companyId: string, key: string): string =>
  `erased:${hash('sha256', `${companyId} ${key}`, 'hex')}`;

const listErasedUsersStatement = statement({
  name: 'reported-users.list-erased',
  text: 'select number from reported_users where company_id = $companyId and erased_at is not null',
  row: { number: integer },
});

/** The numbers of erased persons. */
export async function listErasedUsers(tx: CompanyTransaction): Promise<Set<number>> {
  return new Set((await tx.list(listErasedUsersStatement)).map(({ number }) => number));
}
