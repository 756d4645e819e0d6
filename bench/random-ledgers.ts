import type pg from 'pg';

/** A company with a ledger of its own in each of its months. */
export interface LedgerCompany {
  readonly id: string;
  readonly name: string;
}

const companyText = `
  with company as (
    insert into companies (name, created_at, address_1, city, country)
    select 'Ledger ' || n, now() - make_interval(months => $2), 'Street 1', 'Tallinn', 'Estonia'
    from generate_series(1, $1) n returning id, name),
  skill as (
    insert into skills (company_id, name, service_provider) select id, 'Skill ' || n, 'SAP'
    from company, generate_series(1, 3) n returning company_id, id, name)
  insert into reported_skills (company_id, name, name_key, skill_id)
  select company_id, name || ' as reported ' || n, lower(name) || n, id from skill, generate_series(1, 2) n`;

/* Prices of whole cents, of parts of them, of nothing and of a fortune; names that are mapped to one skill add up. */
const runsText = `
  with month as (
    select c.id, (date_trunc('month', now() at time zone c.time_zone) - make_interval(months => n))::date as first
    from companies c, generate_series(1, $1) n where c.name like 'Ledger %'),
  draw as (
    select id, first + floor(random() * 28)::int as day, random() as s,
      (array[0, 1, 99, 1005, 12500, 43599, 9999999])[1 + floor(random() * 7)::int] as price, 1 + floor(random() * 9)::int as runs
    from month, generate_series(1, 8) n where random() < 0.8)
  insert into usage_events (company_id, id, external_id, occurred_at, day, skill_number, price_ten_thousandths)
  select draw.id, gen_random_uuid(), gen_random_uuid()::text, day + time '12:00', day,
    coalesce((select number from reported_skills r where r.company_id = draw.id order by number offset floor(s * 8)::int limit 1), 0),
    price
  from draw, generate_series(1, runs)`;

const rollupText = `
  insert into usage_daily (company_id, day, skill_number, price_ten_thousandths, requests)
  select company_id, day, skill_number, price_ten_thousandths, count(*) from usage_events
  where company_id in (select id from companies where name like 'Ledger %') group by 1, 2, 3, 4`;

/** Makes companies with a random ledger in each of the months before this one. */
export async function makeRandomLedgers(client: pg.Client, companies: number, months: number): Promise<void> {
  await client.query(companyText, [companies, months]);
  await client.query(runsText, [months]);
  await client.query(rollupText);
}

/** Sums of a month by ledger and by invoice, in ten-thousandths. */
export interface MonthSums {
  readonly companyId: string;
  readonly month: string;
  /** Sum over skills and prices of requests × price rounded to the cent. */
  readonly ledger: number;
  /** Null where there is no invoice of this month. */
  readonly lines: number | null;
  readonly invoiced: number | null;
  /** Support requests that the invoice bills beside the ledger; 0 without an invoice. */
  readonly support: number;
}

/** Every month of every company that has runs. Late runs stand on later invoices under the name of their month. */
export async function readMonthSums(client: pg.Client): Promise<MonthSums[]> {
  const { rows } = await client.query<MonthSums>(`
    with priced as (
      select e.company_id, date_trunc('month', day)::date as month, price_ten_thousandths * count(*) as amount
      from usage_events e
      left join reported_skills r on r.company_id = e.company_id and r.number = e.skill_number
      group by 1, 2, coalesce(r.skill_id, r.id), price_ten_thousandths),
    ledger as (
      select company_id, month, sum(round(amount / 100.0) * 100) as total from priced group by 1, 2)
    select l.company_id as "companyId", l.month::text as month, l.total::float8 as ledger,
      coalesce((i.vat ->> 'net')::float8, i.total_ten_thousandths) as invoiced,
      (select sum(n.total_ten_thousandths) from invoice_lines n
        where n.company_id = i.company_id and n.invoice_id = i.id)::float8 as lines,
      (select coalesce(sum(s.cost_ten_thousandths), 0) from invoiced_support b
        join support_requests s on s.company_id = b.company_id and s.id = b.support_request_id
        where b.company_id = i.company_id and b.invoice_id = i.id)::float8 as support
    from ledger l left join invoices i on i.company_id = l.company_id and i.period = l.month
    order by 1, 2`);
  return rows;
}
