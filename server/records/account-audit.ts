import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { instant, text, uuid } from '../sql/types.ts';

export interface AccountChange {
  readonly accountId: string;
  /** `account.verb`. The entry has no before and after, because the change is of a secret. */
  readonly action: string;
  readonly requestId: string;
  readonly now: Date;
}

const recordAccountChangeStatement = systemStatement({
  text: `
    insert into public.audit_entries (company_id, occurred_at, actor_account_id, actor_name, actor_email, action,
      entity, entity_id, entity_label, request_id)
    select u.company_id, $now, u.account_id, concat_ws(' ', u.first_name, u.last_name), u.email, $action,
      'account', u.account_id::text, concat_ws(' ', u.first_name, u.last_name), $requestId
    from public.users u where u.account_id = $accountId`,
  params: { accountId: uuid, action: text, requestId: text, now: instant },
});

/** Records in every company of an account that its holder changed the sign-in. Runs on the system role, any search path. */
export async function recordAccountChange(sql: Sql, change: AccountChange): Promise<void> {
  await sql.run(recordAccountChangeStatement, { ...change });
}
