import { maxReportedUsers } from '#features/people/contract/reported-names.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

const reportedUser = {
  id: uuid,
  number: integer,
  name: text,
  keys: array(text),
  userId: nullable(uuid),
  userName: nullable(text),
  conversations: integer,
};

export type StoredReportedUser = RowOf<typeof reportedUser>;

const shownKeys = 3;

const selection = `
  select r.id, r.number,
    coalesce(nullif(trim(r.first_name || ' ' || r.last_name), ''), nullif(r.email, ''), '') as name,
    array(select k.key from reported_user_keys k where k.company_id = $companyId and k.number = r.number
      order by k.key limit ${shownKeys}) as keys,
    r.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as "userName",
    coalesce(m.total, 0)::int8 as conversations
  from reported_users r
  left join users u on u.company_id = $companyId and u.id = r.user_id
  left join (
    select user_number, sum(completed + processing + failed + escaped + error) as total from user_monthly_stats
    where company_id = $companyId group by user_number
  ) m on m.user_number = r.number
  where r.company_id = $companyId`;

/** Lists users that reports do not identify by themselves: unmapped ones first, with the most conversations on top. */
export const listReportedUsers = statement.list({
  text: `${selection} and r.erased_at is null and (r.user_id is null or not exists (
      select from reported_user_keys k where k.company_id = $companyId and k.number = r.number
        and (k.key like 'email:%' or k.key like 'sap:%')))
    order by r.user_id is not null, m.total desc nulls last, r.number limit ${maxReportedUsers}`,
  row: reportedUser,
});

/** @throws Error for an unknown id */
export const getReportedUser = statement.get({
  text: `${selection} and r.id = $id`,
  params: { id: uuid },
  row: reportedUser,
});

const lockReportedUserStatement = statement({
  text: 'select from reported_users where company_id = $companyId and id = $id for no key update',
  params: { id: uuid },
});

/** Locks the row until the transaction ends; undefined where there is none. */
export async function lockReportedUser(tx: CompanyTransaction, id: string): Promise<StoredReportedUser | undefined> {
  return (await tx.run(lockReportedUserStatement, { id })) === 0 ? undefined : getReportedUser(tx, { id });
}

/** Locks users against reports, which lock those that they may mean before they map any. */
export const lockUsers = statement.list({
  text: 'select id from users where company_id = $companyId and id = any($ids::uuid[]) order by id for update',
  params: { ids: array(uuid) },
  row: { id: uuid },
});

export const findReportedUser = statement.find({
  text: `${selection} and r.id = $id`,
  params: { id: uuid },
  row: reportedUser,
});

const unmapStatement = statement({
  text: 'update reported_users set user_id = null, main_number = null where company_id = $companyId and number = $number',
  params: { number: integer },
});

/* One of those that had it as their main one takes its place; their user is still the same. */
const promoteStatement = statement({
  text: `
    update reported_users set main_number = null where company_id = $companyId and number = (
      select min(number) from reported_users where company_id = $companyId and main_number = $number)
    returning number`,
  params: { number: integer },
  row: { number: integer },
});

const followStatement = statement({
  text: 'update reported_users set main_number = $main where company_id = $companyId and main_number = $number',
  params: { number: integer, main: integer },
});

const mapStatement = statement({
  text: `
    update reported_users set user_id = $userId, main_number = (
      select number from reported_users where company_id = $companyId and user_id = $userId and main_number is null)
    where company_id = $companyId and number = $number`,
  params: { number: integer, userId: uuid },
});

/** Maps a reported user; the row and its users are locked. */
export async function mapReportedUser(
  tx: CompanyTransaction,
  { number, userId }: { readonly number: number; readonly userId: string | null },
): Promise<void> {
  await tx.run(unmapStatement, { number });
  const promoted = await tx.find(promoteStatement, { number });
  if (promoted) await tx.run(followStatement, { number, main: promoted.number });
  if (userId !== null) await tx.run(mapStatement, { number, userId });
}
