import type { ListedUser } from '#contract/users.ts';
import { toExecutor } from '../../database/executor.ts';
import type { Transaction } from '../../database/transactions.ts';

const listStatement = {
  name: 'reported users list',
  text: `select id, first_name as "firstName", last_name as "lastName", coalesce(email, '') as email,
      false as "isMapped"
    from reported_users
    where user_id is null
      and position(lower($1) in lower(concat_ws(' ', first_name, last_name, email))) > 0
    order by lower(last_name), lower(first_name), id limit $2`,
};

/** People whom assistants named and nobody of the company is, by name; found as users are. */
export async function listReportedUsers(
  tx: Transaction,
  { text, limit }: { text: string | undefined; limit: number | undefined },
): Promise<ListedUser[]> {
  const { rows } = await toExecutor(tx).query<ListedUser>({ ...listStatement, values: [text ?? '', limit ?? null] });
  return rows;
}
