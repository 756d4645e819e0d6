import { recordAccountEntry } from '../records/audit.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { boolean, instant, integer, text, uuid } from '../sql/types.ts';

interface ComingUser {
  readonly companyId: string;
  readonly userId: string;
}

const coming = { companyId: uuid, userId: uuid };

const findAddressesStatement = systemStatement({
  text: `
    select u.account_id as "accountId", u.email as known, a.email as present,
      concat_ws(' ', u.first_name, u.last_name) as name,
      exists (select from public.users other
        where other.company_id = $companyId and lower(other.email) = a.email and other.id <> $userId) as "isTaken"
    from public.users u join identity.accounts a on a.id = u.account_id
    where u.company_id = $companyId and u.id = $userId`,
  params: coming,
  row: { accountId: uuid, known: text, present: text, name: text, isTaken: boolean },
});

const comeInStatement = systemStatement({
  text: `
    update public.users set came_in_at = $now, email = $email, version = version + $changes
    where company_id = $companyId and id = $userId and account_id = $accountId and came_in_at is null`,
  params: { ...coming, accountId: uuid, email: text, changes: integer, now: instant },
});

/**
 * Notes that a user has come in to a company, which now sees the present address of its account, with an entry where it is
 * another than the one that was added. In a transaction of the system role, on any search path.
 */
export async function comeIn(sql: Sql, { companyId, userId }: ComingUser, now: Date): Promise<void> {
  const found = await sql.find(findAddressesStatement, { companyId, userId });
  if (!found) return;
  const { accountId, known, present, name, isTaken } = found;
  const email = isTaken ? known : present;
  const isOther = email !== known;
  const written = await sql.run(comeInStatement, {
    companyId,
    userId,
    accountId,
    email,
    changes: isOther ? 1 : 0,
    now,
  });
  if (written === 0 || !isOther) return;
  await recordAccountEntry(sql, {
    companyId,
    actor: { accountId, name, email },
    action: 'users.verify-contact',
    entity: 'user',
    entityId: userId,
    entityLabel: name,
    before: { email: known },
    after: { email },
    requestId: '',
    now,
  });
}
