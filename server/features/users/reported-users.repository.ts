import { unmappedId, unmappedName } from '#contract/analytics/conversations.ts';
import type { ListedUser } from '#contract/users.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { boolean, integer, nullable, text } from '../../sql/types.ts';

const listReportedUsersStatement = statement({
  name: 'reported-users.list',
  text: `
    select id, "firstName", "lastName", email, false as "isMapped"
    from (
      select id::text,
        case when first_name <> '' or last_name <> '' then first_name
          else coalesce(nullif(email, ''), '${unmappedName}') end as "firstName",
        last_name as "lastName", coalesce(email, '') as email
      from reported_users where company_id = $companyId and user_id is null
      union all
      select '${unmappedId}', '${unmappedName}', '', ''
      where exists (select from user_monthly_stats where company_id = $companyId and user_number = 0)
    ) reported
    where position(lower($search) in lower(concat_ws(' ', "firstName", "lastName", email))) > 0
    order by lower("lastName"), lower("firstName"), id limit $limit`,
  params: { search: text, limit: nullable(integer) },
  row: { id: text, firstName: text, lastName: text, email: text, isMapped: boolean },
});

/** Reported users that are mapped to no user, by name. One without a name shows the name that the log shows. */
export function listReportedUsers(
  tx: CompanyTransaction,
  { search, limit }: { search: string | undefined; limit: number | undefined },
): Promise<ListedUser[]> {
  return tx.list(listReportedUsersStatement, { search: search ?? '', limit: limit ?? null });
}
