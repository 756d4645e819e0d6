import type { LimitAction } from '#features/money/contract/limits.ts';
import type { LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, integer, text, textOf } from '#server/sql/types.ts';
import { joinCostOwner } from './cost-owners.ts';
import { toCost } from './cost.sql.ts';
import { joinSkills, joinUsers, skillFields } from './reported-names.sql.ts';

/*
 * What persons, departments and keys have spent in a month: of the ledger, by their own requests of each skill and price, as the
 * decisions count (`measure_limits`), without what is reserved.
 */

/** The owner of a row `spent` with `user_number`, `intake_key_id` and `month`, and what is joined for it; null where it has none. */
export const owning: Readonly<Record<LimitOwner, { readonly joins: string; readonly owner: string }>> = {
  person: { joins: joinUsers('spent.user_number'), owner: 'mapped_user.id::text' },
  department: {
    joins: `${joinUsers('spent.user_number')} ${joinCostOwner('spent.month')}`,
    owner: 'owner.department',
  },
  key: { joins: '', owner: 'spent.intake_key_id::text' },
};

/** Clauses of `with`: `sums` and `skills` of the month. */
const ledgerOfMonth = `
  sums as materialized (
    select spent.month, spent.user_number, spent.intake_key_id, spent.skill_number, spent.price_ten_thousandths as price,
      spent.requests
    from usage_monthly spent where spent.company_id = $companyId and spent.month = $month::date),
  skills as materialized (
    select named.skill_number, ${skillFields.id} as skill
    from (select distinct skill_number from sums) named ${joinSkills('named.skill_number')})`;

const whereLimited = (kinds: readonly string[]) =>
  `where exists (select from owner_limits l where l.company_id = $companyId and l.kind in ('${kinds.join(`', '`)}'))`;

/** Rows of `kind`, `owner` and `total`; with `kinds` none where no limit of these kinds is set. */
const selectSpending = (kind: LimitOwner, kinds?: readonly string[]) => `
  select '${kind}' as kind, parts.owner, sum(${toCost('parts.requests', 'parts.price')})::bigint as total
  from (
    select ${owning[kind].owner} as owner, skills.skill, spent.price, sum(spent.requests)::bigint as requests
    from sums spent join skills using (skill_number) ${owning[kind].joins}
    ${kinds === undefined ? '' : whereLimited(kinds)}
    group by 1, 2, 3) parts
  where parts.owner is not null group by 2`;

/** Rows of `owner`, `denied` and `since`: the requests of the month that limits of the kind have denied. */
const selectDenials = (kind: LimitOwner) => `
  select ${owning[kind].owner} as owner, count(*) as denied, min(spent.taken_at) as since
  from (
    select r.user_number, r.intake_key_id, $month::date as month, r.taken_at from budget_reservations r
    where r.company_id = $companyId and r.state = 'denied' and r.limited_by = '${kind}'
      and r.day >= $month::date and r.day < $month::date + interval '1 month') spent
  ${owning[kind].joins} group by 1`;

/** Clauses of `with`: `spending` (`owner`, `total`) and `denials` (`owner`, `denied`, `since`) of the month. */
export const withSpendingOf = (kind: LimitOwner) => `${ledgerOfMonth},
  spending as materialized (
    select owner, total from (${selectSpending(kind)}) s),
  denials as materialized (${selectDenials(kind)})`;

export interface LimitedOwner {
  readonly kind: LimitOwner;
  /** The id of a user or key, or the department. */
  readonly owner: string;
  readonly name: string;
  readonly limit: TenThousandths;
  readonly action: LimitAction;
  readonly raises: number;
  /** False for a person under the limit of each person. */
  readonly isOwn: boolean;
  readonly spent: TenThousandths;
}

/** Owners of the company that have spent at least half of a limit in the month, the most used first. */
export const listLimitedOwners = statement.list({
  name: 'ledger.limited-owners',
  text: `
    with ${ledgerOfMonth},
    spending as materialized (
      ${selectSpending('person', ['person', 'eachPerson'])}
      union all ${selectSpending('department', ['department'])}
      union all ${selectSpending('key', ['key'])}),
    limits as (
      select l.kind, l.owner, l.limit_ten_thousandths as "limit", l.action, l.raises, true as "isOwn" from owner_limits l
      where l.company_id = $companyId and l.kind <> 'eachPerson'
      union all
      select 'person', s.owner, e.limit_ten_thousandths, e.action, e.raises, false
      from owner_limits e join spending s on s.kind = 'person'
      where e.company_id = $companyId and e.kind = 'eachPerson' and e.owner = '' and not exists (
        select from owner_limits own where own.company_id = $companyId and own.kind = 'person' and own.owner = s.owner)),
    named as (
      select l.*, s.total as spent,
        case l.kind when 'department' then l.owner
          when 'person' then (select trim(u.first_name || ' ' || u.last_name) from users u
            where u.company_id = $companyId and u.id::text = l.owner)
          else (select k.name from intake_keys k
            where k.company_id = $companyId and k.id::text = l.owner and k.revoked_at is null) end as name
      from limits l join spending s on s.kind = l.kind and s.owner = l.owner
      where s.total > 0 and s.total * 2 >= l."limit")
    select kind, owner, name, "limit", action, raises, "isOwn", spent from named where name is not null
    order by spent::float8 / greatest("limit", 1) desc, name, owner`,
  params: { month: date },
  row: {
    kind: textOf<LimitOwner>(),
    owner: text,
    name: text,
    limit: integer,
    action: textOf<LimitAction>(),
    raises: integer,
    isOwn: boolean,
    spent: integer,
  },
});
