import type { Executor } from '../lib/executor.ts';

export interface AccountChange {
  readonly accountId: string;
  /** `account.what`; there is no before and after, because what changed is a secret. */
  readonly action: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Writes down, in each company the account is a user of, that its holder changed how they sign in. Runs in a
 * transaction of the system role, whatever its search path.
 */
export async function recordAccountChange(
  executor: Executor,
  { accountId, action, requestId, now }: AccountChange,
): Promise<void> {
  await executor.query(
    `insert into public.audit_entries (company_id, occurred_at, actor_account_id, actor_name, actor_email, action,
       entity, entity_id, entity_label, request_id)
     select u.company_id, $2, u.account_id, concat_ws(' ', u.first_name, u.last_name), u.email, $3,
       'account', u.account_id::text, concat_ws(' ', u.first_name, u.last_name), $4
     from public.users u where u.account_id = $1`,
    [accountId, now, action, requestId],
  );
}
