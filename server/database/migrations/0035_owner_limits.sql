-- Limits of persons, departments and keys beside those of the account and of skills. All count the cents that are invoiced: of each
-- skill and price, requests × price, rounded once, half up (domain/ledger/cost.sql.ts).

create table owner_limits (
  company_id uuid not null constraint owner_limits__company references companies (id),
  kind text not null constraint owner_limits__kind check (kind in ('person', 'eachPerson', 'department', 'key')),
  -- The id of a user or of an intake key, or the department as users have it; empty for the limit of each person, which counts for
  -- those without one of their own.
  owner text not null,
  limit_ten_thousandths bigint not null constraint owner_limits__limit check (limit_ten_thousandths >= 0),
  action text not null default 'stop' constraint owner_limits__action check (action in ('stop', 'warn')),
  -- Of the sequence of skill limits: never repeats, also where a limit was deleted and set again. Version 1 means no limit.
  version integer not null default nextval('skill_limits__version'::regclass),
  -- The version in which it was set or last raised: each time its warnings are sent again.
  raises integer not null default 0,
  primary key (company_id, kind, owner)
);
select protect_company_table('owner_limits');

-- Usage events per month, key, skill and price: what a key has spent.
create table usage_by_key (
  company_id uuid not null, month date not null, intake_key_id uuid not null, skill_number integer not null,
  price_ten_thousandths bigint not null, requests integer not null default 0,
  primary key (company_id, month, intake_key_id, skill_number, price_ten_thousandths) include (requests)
);
select protect_company_table('usage_by_key');

create index cost_owners__by_department on cost_owners (company_id, department, person_id);

-- The key that asked: what it reserves counts against its limit.
alter table budget_reservations add column intake_key_id uuid, add column limit_name text;
alter table budget_reservations drop constraint budget_reservations__limited_by;
alter table budget_reservations add constraint budget_reservations__limited_by
  check (limited_by in ('account', 'skill', 'department', 'key', 'person'));
grant update (intake_key_id, limit_name) on budget_reservations to steward_app;

-- The limits of the month of a day that apply to runs of these skills, users and keys at these prices, and what was spent of each and
-- reserved: by place of the run, in the order in which limits are named where as much is left of them. Of each limit, `at` is its
-- number, `used` what it has counted, `slot` the number of the limit with the run's skill and price, and `counted` how many runs it has
-- of these, by which follows how much one more adds. One statement, so that a reservation that turns into a usage event at the same
-- time counts once. A person is a user with all that assistants reported of it, else the reported user; the department is that of the month.
create function measure_limits(
  p_company_id uuid, p_day date, p_now timestamptz, p_skills integer[], p_users integer[], p_keys uuid[], p_prices bigint[]
) returns table (
  place bigint, kinds text[], names text[], amounts bigint[], stops boolean[], ats integer[], used bigint[], slots bigint[],
  counted bigint[]
) language plpgsql stable as $$
#variable_conflict use_column
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  v_month date := date_trunc('month', p_day::timestamp)::date;
  v_next date := (date_trunc('month', p_day::timestamp) + interval '1 month')::date;
begin
  return query
  with asked as materialized (
    select t.place, t.intake_key, t.price, coalesce(n.skill_id, n.id, nil) as scope, coalesce(r.user_id, r.id) as person, d.department
    from unnest(p_skills, p_users, p_keys, p_prices) with ordinality as t (skill, user_number, intake_key, price, place)
    left join reported_skills n on n.company_id = p_company_id and n.number = t.skill
    left join reported_users r on r.company_id = p_company_id and r.number = t.user_number
    left join lateral (
      select o.department from cost_owners o
      where o.company_id = p_company_id and o.person_id in (r.user_id, r.id) and o.from_month <= v_month
      order by o.person_id = r.user_id desc, o.from_month desc limit 1
    ) d on true
  ), limits as materialized (
    select row_number() over ()::integer as at, l.* from (
      select 1 as rank, 'account' as kind, null::uuid as owner, null::text as name, l.limit_ten_thousandths as amount,
        l.action = 'stop' as stops
      from company_limits l where l.company_id = p_company_id and l.limit_ten_thousandths is not null
      union all
      select 2, 'skill', l.skill_id, null, l.limit_ten_thousandths, l.action = 'stop'
      from skill_limits l where l.company_id = p_company_id and l.skill_id in (select a.scope from asked a)
      union all
      select 3, 'department', null, l.owner, l.limit_ten_thousandths, l.action = 'stop'
      from owner_limits l
      where l.company_id = p_company_id and l.kind = 'department' and l.owner in (select a.department from asked a)
      union all
      select 4, 'key', k.id, k.name, l.limit_ten_thousandths, l.action = 'stop'
      from owner_limits l join intake_keys k on k.company_id = p_company_id and k.id::text = l.owner
      where l.company_id = p_company_id and l.kind = 'key' and l.owner in (select a.intake_key::text from asked a)
      union all
      select 5, 'person', p.person, null, l.limit_ten_thousandths, l.action = 'stop'
      from (select distinct a.person from asked a where a.person is not null) p
      cross join lateral (
        select o.limit_ten_thousandths, o.action from owner_limits o
        where o.company_id = p_company_id and (o.kind, o.owner) in (('person', p.person::text), ('eachPerson', ''))
        order by o.kind = 'person' desc limit 1
      ) l
    ) l
  ), reservations as materialized (
    select h.skill_number, h.user_number, h.intake_key_id, h.price_ten_thousandths as price, count(*) as requests
    from budget_reservations h
    where h.company_id = p_company_id and h.state = 'held' and h.expires_at > p_now and h.day >= v_month and h.day < v_next
      and h.price_ten_thousandths > 0 and exists (select from limits)
    group by 1, 2, 3, 4
  ), skill_usage as materialized (
    select coalesce(n.skill_id, n.id, nil) as scope, u.price, u.requests
    from (
      select d.skill_number, d.price_ten_thousandths as price, sum(d.requests) as requests from usage_daily d
      where d.company_id = p_company_id and d.day >= v_month and d.day < v_next
        and exists (select from limits l where l.kind in ('account', 'skill'))
      group by 1, 2
      union all
      select h.skill_number, h.price, h.requests from reservations h
    ) u left join reported_skills n on n.company_id = p_company_id and n.number = u.skill_number
  ), owner_users as materialized (
    select l.at, r.number from limits l join reported_users r on r.company_id = p_company_id and r.user_id = l.owner
    where l.kind = 'person'
    union all
    select l.at, r.number from limits l join reported_users r on r.company_id = p_company_id and r.id = l.owner
    where l.kind = 'person' and r.user_id is null
    union all
    select l.at, r.number from limits l
    cross join lateral (
      select distinct o.person_id from cost_owners o where o.company_id = p_company_id and o.department = l.name
    ) c
    cross join lateral (
      select u.number, u.user_id, u.id from reported_users u where u.company_id = p_company_id and u.user_id = c.person_id
      union
      select u.number, u.user_id, u.id from reported_users u where u.company_id = p_company_id and u.id = c.person_id
    ) r
    cross join lateral (
      select o.department, o.person_id from cost_owners o
      where o.company_id = p_company_id and o.person_id in (r.user_id, r.id) and o.from_month <= v_month
      order by o.person_id = r.user_id desc, o.from_month desc limit 1
    ) d
    where l.kind = 'department' and d.department = l.name and d.person_id = c.person_id
  ), owner_usage as (
    select u.at, coalesce(n.skill_id, n.id, nil) as scope, u.price, u.requests
    from (
      select m.at, s.skill_number, s.price_ten_thousandths as price, s.requests from owner_users m
      join usage_monthly s on s.company_id = p_company_id and s.month = v_month and s.user_number = m.number
      union all
      select m.at, h.skill_number, h.price, h.requests from owner_users m join reservations h on h.user_number = m.number
      union all
      select l.at, s.skill_number, s.price_ten_thousandths, s.requests from limits l
      join usage_by_key s on s.company_id = p_company_id and s.month = v_month and s.intake_key_id = l.owner
      where l.kind = 'key'
      union all
      select l.at, h.skill_number, h.price, h.requests from limits l join reservations h on h.intake_key_id = l.owner
      where l.kind = 'key'
    ) u left join reported_skills n on n.company_id = p_company_id and n.number = u.skill_number
  ), parts as materialized (
    select p.at, p.scope, p.price, sum(p.requests)::bigint as requests
    from (
      select l.at, s.scope, s.price, s.requests from limits l cross join skill_usage s where l.kind = 'account'
      union all
      select l.at, s.scope, s.price, s.requests from limits l join skill_usage s on s.scope = l.owner where l.kind = 'skill'
      union all
      select o.at, o.scope, o.price, o.requests from owner_usage o
    ) p group by 1, 2, 3
  ), totals as materialized (
    select p.at, sum((p.requests * p.price + 50) / 100 * 100)::bigint as used from parts p group by 1
  ), applied as materialized (
    select a.place, l.*, coalesce(t.used, 0) as used, coalesce(p.requests, 0) as counted,
      dense_rank() over (order by l.at, a.scope, a.price) as slot
    from asked a
    join limits l on l.kind = 'account' or (l.kind = 'skill' and l.owner = a.scope)
      or (l.kind = 'department' and l.name = a.department) or (l.kind = 'key' and l.owner = a.intake_key)
      or (l.kind = 'person' and l.owner = a.person)
    left join totals t on t.at = l.at
    left join parts p on p.at = l.at and p.scope = a.scope and p.price = a.price
  )
  select a.place, array_agg(a.kind order by a.rank), array_agg(a.name order by a.rank), array_agg(a.amount order by a.rank),
    array_agg(a.stops order by a.rank), array_agg(a.at order by a.rank), array_agg(a.used order by a.rank),
    array_agg(a.slot order by a.rank), array_agg(a.counted order by a.rank)
  from applied a group by a.place;
end
$$;

-- Decides in order whether usage events of one company fit into the limits of the month that apply to them, and reserves the price of
-- those that do: each decision sees the reservations before it, and the company's ledger lock excludes concurrent decisions. The
-- price is the agreed price of the company on that day, else the skill's own of that day. A repeated id, in this call or an earlier one,
-- gets the stored decision, unless its reservation was released or has expired: then it is decided again. A limit that only
-- warns denies nothing, and what adds no cent to a limit is not denied by it. Sequential scans and sorts are off, because statistics
-- lag behind tables that grow this fast.
create function reserve_budget(
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
    with asked as materialized (
      select t.id, t.external_id, t.skill, t.user_number, t.intake_key, t.place,
        b.skill_number as billed_skill, b.price_ten_thousandths as billed_price, m.id is not null as is_matched,
        case when h.state = 'held' then h.reservation end as expired_reservation,
        coalesce(p.price_ten_thousandths, d.price_ten_thousandths, s.price_ten_thousandths, 0) as price,
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
        select a.price_ten_thousandths from skill_prices a
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
    -- A usage event that the ledger already holds, or that matches one of it, is spent and adds nothing.
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

-- Of a portal of before, until it is replaced: it names no key.
create or replace function reserve_budget(
  p_company_id uuid, p_now timestamptz, p_expires_at timestamptz, p_time_zone text,
  p_ids uuid[], p_external_ids text[], p_skills integer[], p_users integer[]
) returns table (
  place integer, reservation uuid, skill_number integer, skill_name text, day date, state text, decision text,
  limited_by text, limit_ten_thousandths bigint, used_ten_thousandths bigint, price_ten_thousandths bigint,
  remaining_ten_thousandths bigint
) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select r.place, r.reservation, r.skill_number, r.skill_name, r.day, r.state, r.decision, r.limited_by,
      r.limit_ten_thousandths, r.used_ten_thousandths, r.price_ten_thousandths, r.remaining_ten_thousandths
    from reserve_budget(p_company_id, p_now, p_expires_at, p_time_zone, p_ids, p_external_ids, p_skills, p_users,
      array_fill(null::uuid, array[cardinality(p_ids)])) r;
end
$$;

-- Extends an expired reservation, where the limits of its month still have room for it. Answers whether it did.
create or replace function renew_reservation(p_company_id uuid, p_id uuid, p_now timestamptz, p_expires_at timestamptz)
returns boolean language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 7283914005));
  update budget_reservations h set expires_at = p_expires_at
  where h.company_id = p_company_id and h.id = p_id and h.state = 'held' and h.expires_at <= p_now
    and not exists (
      select from measure_limits(p_company_id, h.day, p_now, array[h.skill_number], array[h.user_number], array[h.intake_key_id],
        array[h.price_ten_thousandths]) m
      cross join lateral unnest(m.stops, m.amounts, m.used, m.counted) as l (stops, amount, used, counted)
      cross join lateral (
        select ((l.counted + 1) * h.price_ten_thousandths + 50) / 100 * 100
          - (l.counted * h.price_ten_thousandths + 50) / 100 * 100 as added
      ) c
      where l.stops and c.added > 0 and c.added > l.amount - l.used
    );
  return found;
end
$$;

-- oldest program: 0001
drop function sum_budgets(uuid, date, timestamptz);

revoke all on function measure_limits(uuid, date, timestamptz, integer[], integer[], uuid[], bigint[]), reserve_budget(uuid,
  timestamptz, timestamptz, text, uuid[], text[], integer[], integer[], uuid[]) from public;
grant execute on function measure_limits(uuid, date, timestamptz, integer[], integer[], uuid[], bigint[]), reserve_budget(uuid,
  timestamptz, timestamptz, text, uuid[], text[], integer[], integer[], uuid[]) to steward_app;
