-- Changes of what a skill costs companies that have agreed nothing: from a day on, in the calendar of the company that owns the
-- skill. The price in `skills` is the one that it began with, or had before this table; it is never changed. Of several changes for
-- one day the last one stays.
create table standard_prices (
  company_id uuid not null, skill_id uuid not null, valid_from date not null,
  price_ten_thousandths bigint not null constraint standard_prices__price check (price_ten_thousandths >= 0),
  -- True for those of the provider's skills, which every company sees. Only the trigger below sets it.
  is_provided boolean not null default false,
  created_by text not null, created_at timestamptz(3) not null,
  primary key (company_id, skill_id, valid_from),
  constraint standard_prices__skill foreign key (company_id, skill_id) references skills (company_id, id)
);
select protect_company_table('standard_prices', 'select, insert, update (price_ten_thousandths, created_by, created_at)');
create policy provided on standard_prices for select to steward_app using (is_provided);
create trigger standard_prices__provided before insert or update on standard_prices
  for each row execute function mark_provided_skill();

-- Decides in order whether usage events of one company fit into its limits of the month, and reserves the price of those
-- that do: each decision sees the reservations before it, and the company's ledger lock excludes concurrent decisions. The
-- price is the agreed price of the company on that day, else the skill's own of that day. A repeated id, in this call or an earlier one,
-- gets the stored decision, unless its reservation was released or has expired: then it is decided again. A limit that only
-- warns denies nothing. Sequential scans and sorts are off, because statistics lag behind tables that grow this fast.
create or replace function reserve_budget(
  p_company_id uuid, p_now timestamptz, p_expires_at timestamptz, p_time_zone text,
  p_ids uuid[], p_external_ids text[], p_skills integer[], p_users integer[]
) returns table (
  place integer, reservation uuid, skill_number integer, skill_name text, day date, state text, decision text,
  limited_by text, limit_ten_thousandths bigint, used_ten_thousandths bigint, price_ten_thousandths bigint,
  remaining_ten_thousandths bigint
) language plpgsql set enable_seqscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  v_day date := (p_now at time zone p_time_zone)::date;
  account_limit bigint;
  account_stops boolean;
  account_used bigint := 0;
  scopes uuid[];
  scope_limits bigint[];
  scopes_stop boolean[];
  scope_used bigint[];
  requested record;
  at_scope integer;
  added bigint;
  is_counted boolean;
  account_left bigint;
  scope_left bigint;
  reserved budget_reservations;
  made budget_reservations[] := '{}';
  by_account boolean;
  by_scope boolean;
begin
  -- The ledger lock of the company (server/ledger/usage-ledger.ts).
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 7283914005));
  select l.limit_ten_thousandths, l.action = 'stop' into account_limit, account_stops
  from company_limits l where l.company_id = p_company_id;
  select coalesce(array_agg(l.skill_id order by l.skill_id), '{}'),
    coalesce(array_agg(l.limit_ten_thousandths order by l.skill_id), '{}'),
    coalesce(array_agg(l.action = 'stop' order by l.skill_id), '{}')
  into scopes, scope_limits, scopes_stop from skill_limits l where l.company_id = p_company_id;
  if account_limit is not null or cardinality(scopes) > 0 then
    with used as materialized (select * from sum_budgets(p_company_id, v_day, p_now))
    select coalesce((select sum(u.used) from used u), 0),
      array(select coalesce(u.used, 0) from unnest(scopes) with ordinality s (id, place)
        left join used u on u.scope = s.id order by s.place)
    into account_used, scope_used;
  end if;

  for requested in
    select t.id, t.external_id, t.skill, t.user_number, coalesce(n.skill_id, n.id) as scope,
      b.skill_number as billed_skill, b.price_ten_thousandths as billed_price, m.id is not null as is_matched,
      case when h.state = 'held' then h.reservation end as expired_reservation,
      coalesce(p.price_ten_thousandths, d.price_ten_thousandths, s.price_ten_thousandths, 0) as price
    from (
      select u.*, row_number() over (partition by u.id order by u.place) as repeat
      from unnest(p_ids, p_external_ids, p_skills, p_users) with ordinality
        as u (id, external_id, skill, user_number, place)
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
    order by t.place
  loop
    at_scope := array_position(scopes, requested.scope);
    account_left := account_limit - account_used;
    scope_left := scope_limits[at_scope] - scope_used[at_scope];
    -- A usage event that the ledger already holds, or that matches one of it, is spent and adds nothing.
    is_counted := requested.billed_price is not null or requested.is_matched;
    added := case when is_counted then 0 else requested.price end;
    if added = 0 or (coalesce(added <= account_left or not account_stops, true)
      and coalesce(added <= scope_left or not scopes_stop[at_scope], true)) then
      account_used := account_used + added;
      account_left := account_left - added;
      if at_scope is not null then scope_used[at_scope] := scope_used[at_scope] + added; end if;
      scope_left := scope_left - added;
      by_account := coalesce(added > 0 and account_used * 5 >= account_limit * 4, false);
      by_scope := coalesce(added > 0 and scope_used[at_scope] * 5 >= scope_limits[at_scope] * 4, false);
      reserved.decision := case when by_account or by_scope then 'warn' else 'allow' end;
      reserved.state := case when is_counted then 'committed' else 'held' end;
    else
      by_account := coalesce(added > account_left and account_stops, false);
      by_scope := coalesce(added > scope_left and scopes_stop[at_scope], false);
      reserved.decision := 'deny';
      reserved.state := 'denied';
    end if;
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
    reserved.price_ten_thousandths := coalesce(requested.billed_price, requested.price);
    -- Where both limits are near, names the one with less left.
    reserved.limited_by := case when by_scope and (not by_account or scope_left < account_left) then 'skill'
      when by_account then 'account' end;
    reserved.limit_ten_thousandths := case reserved.limited_by when 'skill' then scope_limits[at_scope]
      when 'account' then account_limit end;
    reserved.used_ten_thousandths := case reserved.limited_by when 'skill' then scope_used[at_scope]
      when 'account' then account_used end;
    reserved.remaining_ten_thousandths := least(account_left, scope_left);
    made := made || reserved;
  end loop;
  -- On a distributed PostgreSQL, INSERT … SELECT without ON CONFLICT would go through COPY, past row-level security.
  insert into budget_reservations select * from unnest(made) on conflict (company_id, id) do update
    set reservation = excluded.reservation, taken_at = excluded.taken_at, expires_at = excluded.expires_at,
      day = excluded.day, user_number = excluded.user_number, price_ten_thousandths = excluded.price_ten_thousandths,
      state = excluded.state, decision = excluded.decision, limited_by = excluded.limited_by,
      limit_ten_thousandths = excluded.limit_ten_thousandths, used_ten_thousandths = excluded.used_ten_thousandths,
      remaining_ten_thousandths = excluded.remaining_ten_thousandths;

  return query
    select t.place::integer, h.reservation, h.skill_number, n.name, h.day, h.state, h.decision, h.limited_by,
      h.limit_ten_thousandths, h.used_ten_thousandths, h.price_ten_thousandths, h.remaining_ten_thousandths
    from unnest(p_ids) with ordinality as t (id, place)
    join budget_reservations h on h.company_id = p_company_id and h.id = t.id
    left join reported_skills n on n.company_id = p_company_id and n.number = h.skill_number
    order by t.place;
end
$$;
