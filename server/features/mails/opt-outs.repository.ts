import type { MailKind } from '#contract/mails/mail-kinds.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

export async function findCompanyName(tx: Transaction): Promise<string | undefined> {
  const { rows } = await toExecutor(tx).query<{ name: string }>('select name from companies');
  return rows[0]?.name;
}

export interface OptingOut {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
}

/** Undefined for somebody who is no user any more; otherwise they stay one until the transaction ends. */
export async function lockReader(tx: Transaction, userId: string): Promise<OptingOut | undefined> {
  const { rows } = await toExecutor(tx).query<OptingOut>(
    `select account_id as "accountId", email, concat_ws(' ', first_name, last_name) as name
      from users where id = $1 for key share`,
    [userId],
  );
  return rows[0];
}

/** Whether that is new. */
export async function insertOptOut(
  tx: Transaction,
  { userId, kind }: { userId: string; kind: MailKind },
  now: Date,
): Promise<boolean> {
  const { rows } = await toExecutor(tx).query(
    `insert into mail_opt_outs (user_id, kind, made_at) values ($1, $2, $3) on conflict do nothing returning kind`,
    [userId, kind, now],
  );
  return rows.length > 0;
}
