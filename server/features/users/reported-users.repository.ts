import { unmappedId, unmappedName } from '#contract/analytics/conversations.ts';
import type { ListedUser } from '#contract/users.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

const listStatement = {
  name: 'reported users list',
  text: `select id, "firstName", "lastName", email, false as "isMapped"
    from (
      select id::text,
        case when first_name <> '' or last_name <> '' then first_name
          else coalesce(nullif(email, ''), '${unmappedName}') end as "firstName",
        last_name as "lastName", coalesce(email, '') as email
      from reported_users where user_id is null
      union all
      select '${unmappedId}', '${unmappedName}', '', '' where exists (select from user_months where user_number = 0)
    ) reported
    where position(lower($1) in lower(concat_ws(' ', "firstName", "lastName", email))) > 0
    order by lower("lastName"), lower("firstName"), id limit $2`,
};

/**
 * People whom assistants named and nobody of the company is, by name; found as users are. Without a name they show as
 * the log shows them.
 */
export async function listReportedUsers(
  tx: Transaction,
  { text, limit }: { text: string | undefined; limit: number | undefined },
): Promise<ListedUser[]> {
  const { rows } = await toExecutor(tx).query<ListedUser>({ ...listStatement, values: [text ?? '', limit ?? null] });
  return rows;
}
