import { addMonths, getMonth } from '#contract/calendar/zones.ts';
import { judgeKeyLimits, type LimitAction } from '#features/money/contract/limits.ts';
import type { LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { withCost } from '#domain/ledger/cost.sql.ts';
import { dayReached, growing } from '#domain/ledger/costs/limit-days.ts';
import { listLimitedOwners } from '#domain/ledger/owner-spending.ts';
import { listLimitForecasts } from '#domain/ledger/limit-forecasts.ts';
import { isOwed, owedOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import type { AttentionSource } from '#server/records/attention-source.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import { statement } from '#server/sql/statement.ts';
import { date, integer, json, nullable } from '#server/sql/types.ts';

const getOverdue = statement.get({
  name: 'attention.overdue',
  text: `
    select count(*)::integer as count, coalesce(sum(${owedOfInvoice}), 0)::bigint as total, min(due_date) as "dueDay"
    from invoices where company_id = $companyId and ${isOwed} and due_date < $today`,
  params: { today: date },
  row: { count: integer, total: integer, dueDay: nullable(date) },
});

export const findOverdueInvoices: AttentionSource<'overdueInvoices'> = async (tx, { today }) => {
  const { count, total, dueDay } = await getOverdue(tx, { today });
  return dueDay === null ? null : { count, total: toEuros(total), dueDay };
};

interface Reached {
  readonly of: 'account' | 'skill' | 'support' | LimitOwner;
  readonly name: string;
  readonly limit: TenThousandths;
  readonly action: LimitAction;
  readonly spent: TenThousandths;
  readonly since: string | null;
  readonly owner?: string;
}

/** The limits that a growth has reached, with the first day on which it had. */
const reached = (of: Reached['of'], limits: string, growth: string) => `
  select '${of}' as "of", l.name, l.amount as "limit", l.action, g.spent::bigint as spent,
    ${dayReached('l.amount')} as since
  from (${limits}) l join ${growth} g on g.key = l.key
  group by l.key, l.name, l.amount, l.action, g.spent having g.spent >= l.amount and g.spent > 0`;

const accountLimit = `select '' as key, '' as name, limit_ten_thousandths as amount, action from company_limits
  where company_id = $companyId and limit_ten_thousandths is not null`;
const skillLimits = `select skill_id::text as key, coalesce((select name from skill_names where id = skill_id::text), '') as name,
    limit_ten_thousandths as amount, action from skill_limits where company_id = $companyId`;
const supportLimits = `select type as key, type as name, limit_ten_thousandths as amount, 'warn' as action from support_items
    where company_id = $companyId and limit_ten_thousandths is not null`;
const allSupportLimit = `select '' as key, '' as name, support_limit_ten_thousandths as amount, 'warn' as action
    from company_limits where company_id = $companyId and support_limit_ten_thousandths is not null`;

const allReached = [
  reached('account', accountLimit, 'account_growth'),
  reached('skill', skillLimits, 'skill_growth'),
  reached('support', allSupportLimit, 'all_support_growth'),
  reached('support', supportLimits, 'support_growth'),
].join(' union all ');

const toMs = (column: string) => `(select (extract(epoch from ${column}) * 1000)::bigint from intake_key_uses u
    where u.company_id = $companyId and u.intake_key_id = intake_keys.id)`;
const keys = `select name, ${toMs('last_asked_at')} as asked, ${toMs('last_used_at')} as used from intake_keys
  where company_id = $companyId and revoked_at is null order by lower(name), id`;

const skillDays = `select day, id, price, sum(requests)::bigint as requests
  from ledger join used_skills using (skill_number) group by day, id, price`;

/* Reads the daily roll-up of the ledger only, as the limits' notifications do. */
const listReached = statement.get({
  name: 'attention.limits',
  text: `
    with ledger as materialized (
      select day, skill_number, price_ten_thousandths as price, requests from usage_daily
      where company_id = $companyId and day >= $first and day < $until),
    used_skills as materialized (
      select used.skill_number, ${skillFields.id} as id, ${skillFields.name} as name
      from (select distinct skill_number from ledger) used ${joinSkills('used.skill_number')}),
    skill_names as (select distinct on (id) id, name from used_skills order by id, name),
    skill_days as materialized (select id, day, cost as spent from (${withCost(skillDays, 'id')}) costs),
    support as materialized (
      select day, type, cost_ten_thousandths as spent from support_requests
      where company_id = $companyId and day >= $first and day < $until),
    account_growth as (${growing('skill_days', `''::text`)}),
    skill_growth as (${growing('skill_days', 'id')}),
    all_support_growth as (${growing('support', `''::text`)}),
    support_growth as (${growing('support', 'type')})
    select ${toJsonRows(`select * from (${allReached}) reached order by ("of" <> 'account'), since nulls last, name`)} as reached,
      ${toJsonRows(keys)} as keys`,
  params: { first: date, until: date },
  row: {
    reached: json<readonly Reached[]>(),
    keys: json<readonly { readonly name: string; readonly asked: number | null; readonly used: number | null }[]>(),
  },
});

/** The most names of keys that a line says. */
const mostNames = 3;

/** Without the day of a limit of an owner, which takes a look at its requests: `listDaysReached`. */
export const findReachedLimits: AttentionSource<'reachedLimits'> = async (tx, { today, now }) => {
  const first = getMonth(today);
  const [{ reached: ofSkills, keys: used }, limited] = await Promise.all([
    listReached(tx, { first, until: addMonths(first, 1) }),
    listLimitedOwners(tx, { month: first }),
  ]);
  const ofOwners = limited
    .filter(({ spent, limit: most }) => spent >= most)
    .map(({ kind, owner, name, limit: most, action, spent }): Reached => ({
      of: kind,
      name,
      limit: most,
      action,
      spent,
      since: null,
      owner,
    }));
  const limit = ofSkills[0] ?? ofOwners[0];
  if (!limit) return null;
  const running = used.filter((key) => judgeKeyLimits(key.asked, key.used, now.getTime()) === 'reported');
  return {
    of: limit.of,
    name: limit.name,
    since: limit.since,
    ...(limit.owner !== undefined && { owner: limit.owner }),
    action: limit.action,
    count: ofSkills.length + ofOwners.length,
    limit: toEuros(limit.limit),
    spent: toEuros(limit.spent),
    running: running.slice(0, mostNames).map(({ name }) => name),
    moreRunning: Math.max(0, running.length - mostNames),
  };
};

export const findForecastLimits: AttentionSource<'forecastLimits'> = async (tx, asked) => {
  const forecasts = await listLimitForecasts(tx, asked);
  const [first] = forecasts;
  if (!first) return null;
  const { id, name, limit, expected, reachedOn } = first;
  return {
    count: forecasts.length,
    of: id === '' ? 'account' : 'skill',
    name,
    limit: toEuros(limit),
    expected: toEuros(expected),
    reachedOn,
  };
};
