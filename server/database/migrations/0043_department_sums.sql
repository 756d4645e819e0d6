-- Usage of the month by department, so that a decision reads the rows of a department and not those of all its persons. It follows
-- `usage_monthly` and is made anew after a person, or what is reported of one, has moved (decision 0089).
-- oldest program: 0001

create table usage_by_department (
  company_id uuid not null, month date not null,
  -- Empty for usage that no department pays for.
  department text not null, skill_number integer not null,
  price_ten_thousandths bigint not null, requests bigint not null,
  primary key (company_id, month, department, skill_number, price_ten_thousandths) include (requests)
);
select protect_company_table('usage_by_department');

-- The months of which `usage_by_department` holds all usage.
create table summed_departments (company_id uuid not null, month date not null, primary key (company_id, month));
select protect_company_table('summed_departments');

-- Transactions that have changed whose usage belongs to which department since the sums were made: while a decision sees one, it reads
-- the persons. A row is added without waiting for another, so that a change of a person never waits for the ledger.
create table moved_owners (
  company_id uuid not null, transaction bigint not null, primary key (company_id, transaction)
);
select protect_company_table('moved_owners');

-- The department that pays for what a reported user does in a month; null where none is known.
create function find_department(p_company_id uuid, p_user_number integer, p_month date) returns text language plpgsql stable as $$
begin
  return (
    select o.department from reported_users r
    join cost_owners o on o.company_id = p_company_id and o.person_id in (r.user_id, r.id) and o.from_month <= p_month
    where r.company_id = p_company_id and r.number = p_user_number
    order by o.person_id = r.user_id desc, o.from_month desc limit 1
  );
end
$$;

-- Makes the sums of a month by department. The marks that this sees are done with; one that is committed later stays. Those of other
-- months go, because the marks were theirs too. Requires the ledger lock. On a distributed PostgreSQL nothing keeps the
-- sums, because its triggers belong to shards.
create function sum_departments(p_company_id uuid, p_month date) returns void language plpgsql as $$
begin
  if to_regnamespace('steward_shards') is not null then return; end if;
  delete from usage_by_department where company_id = p_company_id;
  delete from summed_departments where company_id = p_company_id;
  with seen as (
    delete from moved_owners where company_id = p_company_id
  ), summed as (
    insert into summed_departments (company_id, month) values (p_company_id, p_month)
  ), persons as materialized (
    select u.user_number, find_department(p_company_id, u.user_number, p_month) as department
    from (
      select distinct s.user_number from usage_monthly s where s.company_id = p_company_id and s.month = p_month
    ) u
  )
  insert into usage_by_department (company_id, month, department, skill_number, price_ten_thousandths, requests)
  select p_company_id, p_month, coalesce(p.department, ''), s.skill_number, s.price_ten_thousandths, sum(s.requests)
  from usage_monthly s join persons p on p.user_number = s.user_number
  where s.company_id = p_company_id and s.month = p_month group by 1, 2, 3, 4, 5;
end
$$;

-- Adds to the sums of those months that have them.
create function add_to_departments(
  p_company_id uuid, p_months date[], p_users integer[], p_skills integer[], p_prices bigint[], p_requests integer[]
) returns void language plpgsql as $$
begin
  insert into usage_by_department as d (company_id, month, department, skill_number, price_ten_thousandths, requests)
  select p_company_id, u.month, coalesce(find_department(p_company_id, u.user_number, u.month), ''), u.skill_number, u.price,
    sum(u.requests)
  from unnest(p_months, p_users, p_skills, p_prices, p_requests) as u (month, user_number, skill_number, price, requests)
  join summed_departments s on s.company_id = p_company_id and s.month = u.month
  where u.requests <> 0
  group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
  on conflict (company_id, month, department, skill_number, price_ten_thousandths) do update
    set requests = d.requests + excluded.requests;
end
$$;

-- The company whose sums follow here: the bound one, where it has any. What is written without one is a restore, or the deletion of
-- a company.
create function find_summed_company() returns uuid language plpgsql stable as $$
declare
  v_company_id uuid := nullif(current_setting('app.company_id', true), '')::uuid;
begin
  if to_regnamespace('steward_shards') is not null
    or not exists (select from summed_departments s where s.company_id = v_company_id) then return null; end if;
  return v_company_id;
end
$$;

create function follow_usage() returns trigger language plpgsql as $$
declare
  v_company_id uuid := find_summed_company();
begin
  if v_company_id is null then return null; end if;
  if tg_op <> 'INSERT' then
    perform add_to_departments(v_company_id, array_agg(t.month), array_agg(t.user_number), array_agg(t.skill_number),
      array_agg(t.price_ten_thousandths), array_agg(-t.requests)) from taken t where t.company_id = v_company_id;
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_departments(v_company_id, array_agg(a.month), array_agg(a.user_number), array_agg(a.skill_number),
      array_agg(a.price_ten_thousandths), array_agg(a.requests)) from added a where a.company_id = v_company_id;
  end if;
  return null;
end
$$;

create function mark_moved_owner() returns trigger language plpgsql as $$
begin
  if new.company_id = nullif(current_setting('app.company_id', true), '')::uuid then
    insert into moved_owners (company_id, transaction) values (new.company_id, pg_current_xact_id()::text::bigint)
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- A trigger each, so that a portal of before is followed too while both run, and what no statement names, as a user who is deleted.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    create trigger usage_monthly__added after insert on usage_monthly
      referencing new table as added for each statement execute function follow_usage();
    create trigger usage_monthly__changed after update on usage_monthly
      referencing old table as taken new table as added for each statement execute function follow_usage();
    create trigger usage_monthly__taken after delete on usage_monthly
      referencing old table as taken for each statement execute function follow_usage();
    create trigger cost_owners__moved after insert or update on cost_owners
      for each row execute function mark_moved_owner();
    create trigger reported_users__moved after update of user_id on reported_users
      for each row when (old.user_id is distinct from new.user_id) execute function mark_moved_owner();
  end if;
end
$$;

-- The limits of the month of a day that apply to runs of these skills, users and keys at these prices, and what was spent of each and
-- reserved: by place of the run, in the order in which limits are named where as much is left of them. Of each limit, `at` is its
-- number, `used` what it has counted, `slot` the number of the limit with the run's skill and price, and `counted` how many runs it has
-- of these, by which follows how much one more adds. One statement, so that a reservation that turns into a usage event at the same
-- time counts once. A person is a user with all that assistants reported of it, else the reported user; the department is that of the month.
drop function measure_limits(uuid, date, timestamptz, integer[], integer[], uuid[], bigint[]);
create function measure_limits(
  p_company_id uuid, p_day date, p_now timestamptz, p_skills integer[], p_users integer[], p_keys uuid[], p_prices bigint[]
) returns table (
  place bigint, kinds text[], names text[], amounts bigint[], stops boolean[], ats integer[], used bigint[], slots bigint[],
  counted bigint[], is_summed boolean
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
    left join (
      select u.user_number, find_department(p_company_id, u.user_number, v_month) as department
      from (select distinct a.user_number from unnest(p_users) as a (user_number) where a.user_number > 0) u
    ) d on d.user_number = t.user_number
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
  ), sums as materialized (
    -- No row without a limit of a department.
    select to_regnamespace('steward_shards') is null
      and exists (select from summed_departments s where s.company_id = p_company_id and s.month = v_month)
      and not exists (select from moved_owners w where w.company_id = p_company_id) as are_kept
    where exists (select from limits l where l.kind = 'department')
  ), owner_users as materialized (
    select l.at, r.number from limits l join reported_users r on r.company_id = p_company_id and r.user_id = l.owner
    where l.kind = 'person'
    union all
    select l.at, r.number from limits l join reported_users r on r.company_id = p_company_id and r.id = l.owner
    where l.kind = 'person' and r.user_id is null
  ), department_users as materialized (
    -- The persons of a department, where its sums are not kept.
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
    where l.kind = 'department' and not (select k.are_kept from sums k) and d.department = l.name and d.person_id = c.person_id
  ), department_reservations as materialized (
    select l.at, h.skill_number, h.price, h.requests
    from (
      select u.user_number, find_department(p_company_id, u.user_number, v_month) as department
      from (select distinct a.user_number from reservations a where a.user_number > 0) u
      where exists (select from sums)
    ) d
    join limits l on l.kind = 'department' and l.name = d.department
    join reservations h on h.user_number = d.user_number
  ), owner_usage as (
    select u.at, coalesce(n.skill_id, n.id, nil) as scope, u.price, u.requests
    from (
      select m.at, s.skill_number, s.price_ten_thousandths as price, s.requests::bigint from owner_users m
      join usage_monthly s on s.company_id = p_company_id and s.month = v_month and s.user_number = m.number
      union all
      select m.at, h.skill_number, h.price, h.requests from owner_users m join reservations h on h.user_number = m.number
      union all
      select m.at, s.skill_number, s.price_ten_thousandths, s.requests from department_users m
      join usage_monthly s on s.company_id = p_company_id and s.month = v_month and s.user_number = m.number
      union all
      select l.at, s.skill_number, s.price_ten_thousandths, s.requests from limits l
      join usage_by_department s on s.company_id = p_company_id and s.month = v_month and s.department = l.name
      where l.kind = 'department' and (select k.are_kept from sums k)
      union all
      select d.at, d.skill_number, d.price, d.requests from department_reservations d
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
    array_agg(a.slot order by a.rank), array_agg(a.counted order by a.rank), (select k.are_kept from sums k)
  from applied a group by a.place;
end
$$;

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
  is_unsummed boolean := false;
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
    select a.*, l.kinds, l.names, l.amounts, l.stops, l.ats, l.used, l.slots, l.counted, l.is_summed
    from asked a left join measured l on l.place = a.number
    order by a.number
  loop
    -- A usage event that the ledger already has, or that matches one of it, is spent and adds nothing.
    is_counted := requested.billed_price is not null or requested.is_matched;
    is_unsummed := is_unsummed or not coalesce(requested.is_summed, true);
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

  -- For the decisions after these.
  if is_unsummed then perform sum_departments(p_company_id, date_trunc('month', v_day::timestamp)::date); end if;

  return query
    select t.place::integer, h.reservation, h.skill_number, n.name, h.day, h.state, h.decision, h.limited_by, h.limit_name,
      h.limit_ten_thousandths, h.used_ten_thousandths, h.price_ten_thousandths, h.remaining_ten_thousandths
    from unnest(p_ids) with ordinality as t (id, place)
    join budget_reservations h on h.company_id = p_company_id and h.id = t.id
    left join reported_skills n on n.company_id = p_company_id and n.number = h.skill_number
    order by t.place;
end
$$;

revoke all on function measure_limits(uuid, date, timestamptz, integer[], integer[], uuid[], bigint[]), find_department(uuid, integer,
  date), sum_departments(uuid, date), add_to_departments(uuid, date[], integer[], integer[], bigint[], integer[]),
  find_summed_company(), follow_usage(), mark_moved_owner() from public;
grant execute on function measure_limits(uuid, date, timestamptz, integer[], integer[], uuid[], bigint[]), find_department(uuid, integer,
  date), sum_departments(uuid, date), add_to_departments(uuid, date[], integer[], integer[], bigint[], integer[]),
  find_summed_company() to steward_app;
