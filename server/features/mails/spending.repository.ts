import { unmappedName } from '#contract/analytics/conversations.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { DigestRow } from './digest-facts.ts';
import type { Spending } from './plan-budget-notifications.ts';

/* The roll-up of the ledger alone, like the usage page; names come to sums, not to rows. */

const spendingText = `
  with sums as materialized (
    select skill_number, sum(requests * price_ten_thousandths) as total
    from usage_daily where day >= $1 and day < $2 group by 1),
  skill_sums as (
    select coalesce(mapped.id, named.id) as id, coalesce(mapped.name, named.name) as name, sum(total) as total
    from sums
    join reported_skills named on named.number = skill_number
    left join skills mapped on mapped.id = named.skill_id
    group by 1, 2)
  select (select coalesce(sum(total), 0) from sums) as total,
    (select limit_ten_thousandths from company_limits) as "limit",
    (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'total', s.total,
        'limit', l.limit_ten_thousandths) order by s.name, s.id), '[]')
      from skill_limits l join skill_sums s on s.id = l.skill_id) as skills`;

/** What is spent of the limits from the first day to before the other. */
export async function readSpending(tx: Transaction, first: string, until: string): Promise<Spending> {
  const { rows } = await toExecutor(tx).query<{ total: string; limit: string | null; skills: Spending['skills'] }>(
    spendingText,
    [first, until],
  );
  const [row] = rows;
  if (!row) throw new Error('the statement returned no row');
  return { total: Number(row.total), limit: row.limit === null ? null : Number(row.limit), skills: row.skills };
}

const digestText = `
  with ledger as materialized (
    select day, skill_number, sum(requests * price_ten_thousandths) as total
    from usage_daily where day >= $1 and day < $2 group by 1, 2),
  sums as (
    select day, coalesce(mapped.id::text, named.id::text, '') as id,
      coalesce(mapped.name, named.name, '${unmappedName}') as name, sum(total) as total
    from ledger
    left join reported_skills named on named.number = skill_number
    left join skills mapped on mapped.id = named.skill_id
    group by 1, 2, 3 having sum(total) <> 0)
  select (select coalesce(json_agg(json_build_object('day', day, 'id', id, 'name', name, 'total', total) order by day, name, id),
      '[]') from sums) as sums,
    (select limit_ten_thousandths from company_limits) as "limit",
    (select day::text from usage_daily order by day limit 1) as "firstDay",
    (select json_build_object('open', count(*), 'overdue', count(*) filter (where due_date < $3),
        'total', coalesce(sum(total_ten_thousandths), 0))
      from invoices where status = 'Pending') as invoices`;

/** @param today the day in the company's zone, after which a pending invoice is overdue */
export async function readDigest(
  tx: Transaction,
  { first, until, today }: { first: string; until: string; today: string },
): Promise<DigestRow> {
  const { rows } = await toExecutor(tx).query<Omit<DigestRow, 'limit'> & { limit: string | null }>(digestText, [
    first,
    until,
    today,
  ]);
  const [row] = rows;
  if (!row) throw new Error('the statement returned no row');
  return { ...row, limit: row.limit === null ? null : Number(row.limit) };
}

/** Skills of the provider that came after an instant; the provider is not told of its own. */
export async function listNewSkills(tx: Transaction, since: Date): Promise<{ id: string; name: string }[]> {
  const { rows } = await toExecutor(tx).query<{ id: string; name: string }>(
    `select id, name from skills
      where is_provided and deleted_at is null and created_at > $1
        and not exists (select from companies where is_provider)
      order by created_at, id`,
    [since],
  );
  return rows;
}
