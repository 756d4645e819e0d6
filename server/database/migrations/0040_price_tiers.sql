-- An agreement can have tiers instead of one price, and a fee for each month. `price_ten_thousandths` is null beside tiers, so that a
-- portal of before takes the skill's own price.
-- oldest program: 0001
alter table skill_prices
  -- By number in the month, in order: [{"upTo": 100, "price": 0}, {"upTo": null, "price": 5000}], in ten-thousandths.
  add column tiers jsonb,
  -- Whole cents.
  add column base_fee_ten_thousandths bigint not null default 0
    constraint skill_prices__base_fee check (base_fee_ten_thousandths >= 0 and base_fee_ten_thousandths % 100 = 0),
  add constraint skill_prices__tiers check (tiers is null or price_ten_thousandths is null);

-- The base fees that invoices have billed: one of a skill for a month.
create table invoiced_fees (
  company_id uuid not null, month date not null, skill_id uuid not null, invoice_id uuid not null,
  primary key (company_id, month, skill_id),
  constraint invoiced_fees__invoice foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index invoiced_fees__by_invoice on invoiced_fees (company_id, invoice_id);
select protect_company_table('invoiced_fees', 'select, insert, delete');

-- How many further runs of a skill find room in each tier that is agreed for a day; null for the last one. The number of a run counts
-- all runs of the skill in the month, and amounts that are reserved. A tier has room for as many as its upper bound is above
-- that number, and where runs were taken out of it, for as many again: what stands in higher tiers does not count.
-- PL/pgSQL, because a distributed PostgreSQL does not run LANGUAGE sql functions on distributed tables.
create function list_tier_room(p_company_id uuid, p_skill_id uuid, p_day date, p_now timestamptz)
returns table (tier integer, price bigint, room bigint) language plpgsql stable as $$
declare
  agreed record;
  v_month date := date_trunc('month', p_day::timestamp)::date;
  v_next date := (date_trunc('month', p_day::timestamp) + interval '1 month')::date;
begin
  select a.tiers, a.valid_from, coalesce((
      select min(l.valid_from) from skill_prices l
      where l.company_id = p_company_id and l.skill_id = p_skill_id and l.valid_from > a.valid_from
    ), 'infinity') as valid_until
  into agreed from skill_prices a
  where a.company_id = p_company_id and a.skill_id = p_skill_id and a.valid_from <= p_day
  order by a.valid_from desc, a.number desc limit 1;
  return query
  with runs as (
    select d.day, d.price_ten_thousandths, d.requests::bigint as number from usage_daily d
    where d.company_id = p_company_id and d.day >= v_month and d.day < v_next and d.skill_number in (
      select r.number from reported_skills r where r.company_id = p_company_id and r.skill_id = p_skill_id)
    union all
    select h.day, h.price_ten_thousandths, 1 from budget_reservations h
    where h.company_id = p_company_id and h.state = 'held' and h.expires_at > p_now and h.day >= v_month and h.day < v_next
      and h.skill_number in (
        select r.number from reported_skills r where r.company_id = p_company_id and r.skill_id = p_skill_id)
  ), tiers as (
    select t.place::integer as place, (t.tier ->> 'price')::bigint as price, (t.tier ->> 'upTo')::bigint as up_to
    from jsonb_array_elements(agreed.tiers) with ordinality t (tier, place)
  )
  select t.place, t.price, (t.up_to - coalesce((select sum(r.number) from runs r), 0) + coalesce((
      select sum(r.number) from runs r join tiers higher on higher.price = r.price_ten_thousandths
      where higher.place > t.place and r.day >= agreed.valid_from and r.day < agreed.valid_until
    ), 0))::bigint
  from tiers t order by t.place;
end
$$;
revoke all on function list_tier_room(uuid, uuid, date, timestamptz) from public;
grant execute on function list_tier_room(uuid, uuid, date, timestamptz) to steward_app;

-- Decides in order whether usage events of one company fit into the limits of the month that apply to them, and reserves the
-- price of those that do: each decision sees the reservations before it, and the company's ledger lock excludes concurrent
-- decisions. The price is the agreed price of the company on that day, with tiers that of the first one with room, as if all
-- before it in this call were allowed, else the skill's own of that day. A repeated id, in this call or an earlier one, gets
-- the stored decision, unless its reservation was released or has expired: then it is decided again. A limit that only warns
-- denies nothing, and what adds no cent to a limit is not denied by it. Sequential scans and sorts are off, because statistics
-- lag behind tables that grow this fast.
create or replace function reserve_budget(
  p_company_id uuid, p_now timestamptz, p_expires_at timestamptz, p_time_zone text,
  p_ids uuid[], p_external_ids text[], p_skills integer[], p_users integer[], p_keys uuid[]
) returns table (
  place integer, reservation uuid, skill_number integer, skill_name text, day date, state text, decision text,
  limited_by text, limit_name text, limit_ten_thousandths bigint, used_ten_thousandths bigint, price_ten_thousandths bigint,
  remaining_ten_thousandths bigint
) language plpgsql set enable_seqscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  v_day date := (p_now at time zone p_time_zone)::date;
  requested record;
  v_used bigint[] := '{}';
  v_counted bigint[] := '{}';
  v_added bigint[];
  v_at integer;
  v_slot integer;
  v_left bigint;
  v_least bigint;
  is_counted boolean;
  is_allowed boolean;
  reserved budget_reservations;
  made budget_reservations[] := '{}';
begin
  -- The ledger lock of the company (domain/ledger/usage-ledger.ts).
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 7283914005));
  for requested in
    with priced as materialized (
      select t.id, t.external_id, t.skill, t.user_number, t.intake_key, t.place,
        b.skill_number as billed_skill, b.price_ten_thousandths as billed_price, m.id is not null as is_matched,
        case when h.state = 'held' then h.reservation end as expired_reservation,
        coalesce(p.price_ten_thousandths, d.price_ten_thousandths, s.price_ten_thousandths, 0) as one_price,
        case when b.id is null and m.id is null and p.tiers is not null then s.id end as tiered_skill,
        row_number() over (partition by s.id, b.id is null and m.id is null order by t.place) as number_of_skill,
        row_number() over (order by t.place) as number
      from (
        select u.*, row_number() over (partition by u.id order by u.place) as repeat
        from unnest(p_ids, p_external_ids, p_skills, p_users, p_keys) with ordinality
          as u (id, external_id, skill, user_number, intake_key, place)
      ) t
      left join budget_reservations h on h.company_id = p_company_id and h.id = t.id
      left join reported_skills n on n.company_id = p_company_id and n.number = t.skill
      left join skills s on s.id = n.skill_id and (s.company_id = p_company_id or s.is_provided)
      left join lateral (
        select a.price_ten_thousandths, a.tiers from skill_prices a
        where a.company_id = p_company_id and a.skill_id = s.id and a.valid_from <= v_day
        order by a.valid_from desc, a.number desc limit 1
      ) p on true
      left join lateral (
        select c.price_ten_thousandths from standard_prices c
        where c.company_id = s.company_id and c.skill_id = s.id and c.valid_from <= v_day
        order by c.valid_from desc limit 1
      ) d on true
      left join usage_events b on b.company_id = p_company_id and b.id = t.id
      left join matched_usage_events m on m.company_id = p_company_id and m.id = t.id and not m.is_imported
      where t.repeat = 1 and (h.id is null or (h.skill_number = t.skill
        and (h.state = 'released' or (h.state = 'held' and h.expires_at <= p_now))))
    ), rooms as materialized (
      select g.tiered_skill, l.tier, l.price as tier_price, l.room from (
        select distinct p.tiered_skill from priced p where p.tiered_skill is not null
      ) g
      cross join lateral list_tier_room(p_company_id, g.tiered_skill, v_day, p_now) l
    ), asked as materialized (
      select p.*, coalesce((
        select l.tier_price from rooms l
        where l.tiered_skill = p.tiered_skill and (l.room is null or l.room >= p.number_of_skill) order by l.tier limit 1
      ), p.one_price) as price
      from priced p
    ), measured as materialized (
      select l.* from (
        select array_agg(a.skill order by a.number) as skills, array_agg(a.user_number order by a.number) as users,
          array_agg(a.intake_key order by a.number) as keys, array_agg(a.price order by a.number) as prices
        from asked a
      ) g
      cross join lateral measure_limits(p_company_id, v_day, p_now, g.skills, g.users, g.keys, g.prices) l
      where g.skills is not null
    )
    select a.*, l.kinds, l.names, l.amounts, l.stops, l.ats, l.used, l.slots, l.counted
    from asked a left join measured l on l.place = a.number
    order by a.number
  loop
    -- A usage event that the ledger already has, or that matches one of it, is spent and adds nothing.
    is_counted := requested.billed_price is not null or requested.is_matched;
    is_allowed := true;
    v_added := '{}';
    for i in 1 .. coalesce(cardinality(requested.ats), 0) loop
      v_at := requested.ats[i];
      v_slot := requested.slots[i];
      v_used[v_at] := coalesce(v_used[v_at], requested.used[i]);
      v_counted[v_slot] := coalesce(v_counted[v_slot], requested.counted[i]);
      -- By how much the cost of the limit's runs of this skill and price grows.
      v_added[i] := case when is_counted then 0
        else ((v_counted[v_slot] + 1) * requested.price + 50) / 100 * 100
          - (v_counted[v_slot] * requested.price + 50) / 100 * 100 end;
      if requested.stops[i] and v_added[i] > 0 and v_added[i] > requested.amounts[i] - v_used[v_at] then
        is_allowed := false;
      end if;
    end loop;
    v_least := null;
    reserved := null;
    reserved.decision := case when is_allowed then 'allow' else 'deny' end;
    for i in 1 .. coalesce(cardinality(requested.ats), 0) loop
      v_at := requested.ats[i];
      v_slot := requested.slots[i];
      v_left := requested.amounts[i] - v_used[v_at];
      if is_allowed then
        v_used[v_at] := v_used[v_at] + v_added[i];
        v_left := v_left - v_added[i];
        if not is_counted then v_counted[v_slot] := v_counted[v_slot] + 1; end if;
      end if;
      reserved.remaining_ten_thousandths := least(reserved.remaining_ten_thousandths, v_left);
      -- Of the limits that deny, or of those that are nearly used, names the one with least left.
      if (v_least is null or v_left < v_least) and not is_counted and requested.price > 0 and (case when is_allowed
          then v_used[v_at] * 5 >= requested.amounts[i] * 4
          else requested.stops[i] and v_added[i] > 0 and v_added[i] > v_left end) then
        v_least := v_left;
        reserved.limited_by := requested.kinds[i];
        reserved.limit_name := requested.names[i];
        reserved.limit_ten_thousandths := requested.amounts[i];
        reserved.used_ten_thousandths := v_used[v_at];
        if is_allowed then reserved.decision := 'warn'; end if;
      end if;
    end loop;
    reserved.state := case when not is_allowed then 'denied' when is_counted then 'committed' else 'held' end;
    reserved.company_id := p_company_id;
    reserved.id := requested.id;
    reserved.external_id := requested.external_id;
    -- A released one gets another id, so that a repeated release does not end it.
    reserved.reservation := coalesce(requested.expired_reservation, gen_random_uuid());
    reserved.taken_at := p_now;
    reserved.expires_at := p_expires_at;
    reserved.day := v_day;
    reserved.skill_number := coalesce(requested.billed_skill, requested.skill);
    reserved.user_number := requested.user_number;
    reserved.intake_key_id := requested.intake_key;
    reserved.price_ten_thousandths := coalesce(requested.billed_price, requested.price);
    made := made || reserved;
  end loop;
  -- On a distributed PostgreSQL, INSERT … SELECT without ON CONFLICT would go through COPY, past row-level security.
  insert into budget_reservations select * from unnest(made) on conflict (company_id, id) do update
    set reservation = excluded.reservation, taken_at = excluded.taken_at, expires_at = excluded.expires_at,
      day = excluded.day, user_number = excluded.user_number, intake_key_id = excluded.intake_key_id,
      price_ten_thousandths = excluded.price_ten_thousandths, state = excluded.state, decision = excluded.decision,
      limited_by = excluded.limited_by, limit_name = excluded.limit_name,
      limit_ten_thousandths = excluded.limit_ten_thousandths, used_ten_thousandths = excluded.used_ten_thousandths,
      remaining_ten_thousandths = excluded.remaining_ten_thousandths;

  return query
    select t.place::integer, h.reservation, h.skill_number, n.name, h.day, h.state, h.decision, h.limited_by, h.limit_name,
      h.limit_ten_thousandths, h.used_ten_thousandths, h.price_ten_thousandths, h.remaining_ten_thousandths
    from unnest(p_ids) with ordinality as t (id, place)
    join budget_reservations h on h.company_id = p_company_id and h.id = t.id
    left join reported_skills n on n.company_id = p_company_id and n.number = h.skill_number
    order by t.place;
end
$$;
