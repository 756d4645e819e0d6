import { toCost } from '#domain/ledger/cost.sql.ts';
import { isOwed, owedOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { boolean, date, integer, nullable, text, uuid } from '#server/sql/types.ts';

/*
 * Each reads all companies at once, and groups by the company alone or first: a distributed PostgreSQL then does the work of each
 * shard on its server. None is joined with the companies, which every server has a copy of.
 */

/** Every company with its zone, by which its day and month are chosen. */
export const listZones = systemStatement.list({
  text: `
    select id, time_zone as "timeZone", (status = 'active' and not is_provider and suspended_from is null) as "canBeSuspended"
    from companies where company_is_proven(id)`,
  row: { id: uuid, timeZone: text, canBeSuspended: boolean },
});

/* Rounded as the usage page rounds: by skill and price of a month. */
export const listSkillCosts = systemStatement.list({
  text: `
    select company_id as "companyId", month, sum(cost)::bigint as amount
    from (
      select company_id, date_trunc('month', day::timestamp)::date as month,
        ${toCost('sum(requests)::bigint', 'price_ten_thousandths')} as cost
      from usage_daily where day >= $first::date
      group by company_id, month, skill_number, price_ten_thousandths) costs
    group by company_id, month`,
  params: { first: date },
  row: { companyId: uuid, month: date, amount: integer },
});

export const listSupportCosts = systemStatement.list({
  text: `
    select company_id as "companyId", date_trunc('month', day::timestamp)::date as month,
      sum(cost_ten_thousandths)::bigint as amount
    from support_requests where day >= $first::date group by company_id, month`,
  params: { first: date },
  row: { companyId: uuid, month: date, amount: integer },
});

/** Sums that are owed for invoices of the provider, by due day, up to the latest day of any zone. */
export const listDue = systemStatement.list({
  text: `
    select company_id as "companyId", due_date as "dueDay", count(*)::integer as count,
      sum(${owedOfInvoice})::bigint as total
    from invoices where ${isOwed} and due_date < $latest::date group by company_id, due_date`,
  params: { latest: date },
  row: { companyId: uuid, dueDay: date, count: integer, total: integer },
});

/** The days after which the provider wants a suspension proposed; undefined or null for never. */
export const findSuspensionDays = systemStatement.find({
  text: `
    select suspension_after_days as days from reminder_settings
    where company_id = (select id from companies where is_provider order by created_at, id limit 1)`,
  row: { days: nullable(integer) },
});

/** The earliest due day of what is owed and was due before a day, by company, without what a stop of reminders keeps back. */
export const listLongOverdue = systemStatement.list({
  text: `
    select company_id as "companyId", min(due_date) as "dueDay"
    from (select company_id, id, due_date from invoices where ${isOwed} and due_date < $before::date) owed
    where not exists (
      select from reminder_stops s
      where s.company_id = owed.company_id and (s.invoice_id is null or s.invoice_id = owed.id)
        and (s.until is null or s.until >= $today::date))
    group by company_id`,
  params: { before: date, today: date },
  row: { companyId: uuid, dueDay: date },
});

/** Runs from a day on that were reported as not billed, by month. */
export const listUnbilledRuns = systemStatement.list({
  text: `
    select company_id as "companyId", date_trunc('month', day::timestamp)::date as month, count(*)::integer as runs
    from matched_usage_events where is_imported and day >= $first::date group by company_id, month`,
  params: { first: date },
  row: { companyId: uuid, month: date, runs: integer },
});

/* By skill first, so that its few sums are joined with the names and not the days. What was billed before its name lost its skill has a price. */
export const listUnmappedRuns = systemStatement.list({
  text: `
    select used.company_id as "companyId", used.month, sum(used.requests)::bigint as runs
    from (
      select company_id, date_trunc('month', day::timestamp)::date as month, skill_number, sum(requests) as requests
      from usage_daily where day >= $first::date and price_ten_thousandths = 0
      group by company_id, month, skill_number) used
    left join reported_skills r on r.company_id = used.company_id and r.number = used.skill_number
    where r.skill_id is null
    group by used.company_id, used.month`,
  params: { first: date },
  row: { companyId: uuid, month: date, runs: integer },
});

/** The number of notes about each company, with the beginning of the latest. */
export const listLatestNotes = systemStatement.list({
  text: `
    select company_id as "companyId", count(*)::integer as count,
      (array_agg(left(text, $most) order by created_at desc, id))[1] as latest
    from company_notes group by company_id`,
  params: { most: integer },
  row: { companyId: uuid, count: integer, latest: text },
});

/* The few rows of the months say in which one the last day is. */
export const listLastConversations = systemStatement.list({
  text: `
    select h.company_id as "companyId", max(h.day) as day
    from (
      select company_id, max(month) as month from skill_monthly_stats
      where conversations > 0 and not technical group by company_id) last
    join hourly_stats h on h.company_id = last.company_id and h.day >= last.month
    where h.conversations > 0 and not h.technical group by h.company_id`,
  row: { companyId: uuid, day: date },
});
