-- The ledger of usage events, the limits on it, and the reservations that assistants take before they spend.

-- One row per usage event, that is one billed run of a skill. Rows are never deleted and their amounts never change.
create table usage_events (
  company_id uuid not null, id uuid not null, external_id text not null, occurred_at timestamptz(3) not null, day date not null,
  conversation_id uuid, skill_number integer not null, user_number integer not null default 0,
  price_ten_thousandths bigint not null constraint usage_events__price check (price_ten_thousandths >= 0),
  -- Which channels have reported a usage event, as bits: 1 authorize and commit, 2 intake, 4 OpenTelemetry, 8 a conversation
  -- that was reported without its runs.
  channels smallint not null default 2,
  -- Which senders of telemetry have reported a usage event: for each, eight hexadecimal digits of a hash of its key and of the
  -- instrumentation that reports the run, in order, separated by spaces. Empty for other channels, and for older events.
  senders text not null default '',
  primary key (company_id, id)
);
create index usage_events__by_conversation on usage_events (company_id, conversation_id);
create index usage_events__by_day on usage_events (company_id, day, skill_number);
select protect_company_table('usage_events', 'select, insert, update (external_id, conversation_id, channels, senders), delete');

-- Reported usage events that are not billed: matched ones count as runs that the ledger holds under another id, imported
-- ones are history. A matched one that turns out to be a run of its own moves to the ledger.
create table matched_usage_events (
  company_id uuid not null, id uuid not null, external_id text not null, occurred_at timestamptz(3) not null, day date not null,
  conversation_id uuid not null, skill_number integer not null, user_number integer not null default 0,
  channels smallint not null, is_imported boolean not null, senders text not null default '',
  -- Runs that did not take place, as released reservations and reports of the same ids say. They count among those of their
  -- conversation that other channels report too, so that none of these is billed.
  is_released boolean not null default false,
  primary key (company_id, id)
);
create index matched_usage_events__by_conversation on matched_usage_events (company_id, conversation_id);
select protect_company_table('matched_usage_events', 'select, insert, update (external_id, conversation_id, channels,
  is_imported, senders, is_released), delete');

-- Usage events per day, skill and price: what usage page, limits and invoices add up.
create table usage_daily (
  company_id uuid not null, day date not null, skill_number integer not null, price_ten_thousandths bigint not null,
  requests integer not null default 0,
  primary key (company_id, day, skill_number, price_ten_thousandths) include (requests)
);
select protect_company_table('usage_daily');

-- Monthly limits of a company: in all, per skill, and for support. Neither a row nor a value means no limit.
create table company_limits (
  company_id uuid primary key constraint company_limits__company references companies (id),
  limit_ten_thousandths bigint constraint company_limits__limit check (limit_ten_thousandths >= 0),
  support_limit_ten_thousandths bigint constraint company_limits__support check (support_limit_ten_thousandths >= 0),
  version integer not null default 1,
  -- Version of the support limit and the support items, which are saved together.
  support_version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  -- 'stop' denies what asks first, 'warn' only says so.
  action text not null default 'stop' constraint company_limits__action check (action in ('stop', 'warn')),
  -- How often a limit was raised: each time its warnings are sent again.
  raises integer not null default 0
);
select protect_company_table('company_limits', 'select, insert, update');

create sequence skill_limits__version as integer start with 2;
grant usage on sequence skill_limits__version to steward_app;
create table skill_limits (
  company_id uuid not null constraint skill_limits__company references companies (id),
  -- A skill, perhaps of the provider, or a reported skill; hence no foreign key.
  skill_id uuid not null,
  limit_ten_thousandths bigint not null constraint skill_limits__limit check (limit_ten_thousandths >= 0),
  -- Never repeats, also where a limit was deleted and created again. Version 1 means no limit.
  version integer not null default nextval('skill_limits__version'::regclass),
  action text not null default 'stop' constraint skill_limits__action check (action in ('stop', 'warn')),
  raises integer not null default 0,
  primary key (company_id, skill_id)
);
select protect_company_table('skill_limits');

create table support_items (
  company_id uuid not null constraint support_items__company references companies (id),
  id uuid not null, type text not null,
  limit_ten_thousandths bigint constraint support_items__limit check (limit_ten_thousandths >= 0),
  version integer not null default 1,
  primary key (company_id, id)
);
select protect_company_table('support_items', 'select, insert, update');

create table support_requests (
  company_id uuid not null constraint support_requests__company references companies (id),
  id uuid not null default gen_random_uuid(),
  -- In the company's zone.
  day date not null,
  type text not null constraint support_requests__type check (type in ('E-mail', 'Voice')), subject text not null,
  minutes integer,
  -- Whole cents.
  cost_ten_thousandths bigint not null
    constraint support_requests__cost check (cost_ten_thousandths >= 0 and cost_ten_thousandths % 100 = 0),
  recorded_at timestamptz(3) not null, version integer not null default 1,
  primary key (company_id, id)
);
create index support_requests__by_day on support_requests (company_id, day);
select protect_company_table('support_requests', 'select, insert, update (id, day, type, subject, minutes, cost_ten_thousandths,
  version), delete');
select allow_system('support_requests', 'select, insert');

-- Reservations on the limits of a month, and how they ended.
create table budget_reservations (
  company_id uuid not null,
  -- The id of the usage event: the first 16 bytes of the SHA-256 of external_id.
  id uuid not null,
  external_id text not null,
  -- The id by which the assistant commits or releases the reservation.
  reservation uuid not null,
  taken_at timestamptz(3) not null,
  -- An expired reservation counts for nothing, without a clean-up.
  expires_at timestamptz(3) not null,
  -- Day in the company's zone at taken_at; selects the month whose limits apply.
  day date not null,
  skill_number integer not null, user_number integer not null,
  price_ten_thousandths bigint not null constraint budget_reservations__price check (price_ten_thousandths >= 0),
  state text not null constraint budget_reservations__state check (state in ('held', 'committed', 'released', 'denied')),
  -- The decision as answered; a repeated request gets the same answer.
  decision text not null constraint budget_reservations__decision check (decision in ('allow', 'warn', 'deny')),
  -- The limit named in the answer, and what of it was spent and reserved then; null where the answer names none.
  limited_by text constraint budget_reservations__limited_by check (limited_by in ('account', 'skill')),
  limit_ten_thousandths bigint, used_ten_thousandths bigint,
  -- What the tightest limit leaves; null without a limit, negative where more was spent than it allows.
  remaining_ten_thousandths bigint,
  primary key (company_id, id)
);
-- Only open reservations, by expiry: the sum of what is reserved never reads expired rows.
create index budget_reservations__open on budget_reservations (company_id, expires_at)
  include (day, skill_number, price_ten_thousandths) where state = 'held';
create unique index budget_reservations__reservation on budget_reservations (company_id, reservation);
select protect_company_table('budget_reservations', 'select, insert, update (external_id, reservation, taken_at, expires_at,
  day, user_number, price_ten_thousandths, state, decision, limited_by, limit_ten_thousandths, used_ten_thousandths,
  remaining_ten_thousandths)');

-- What was spent and reserved in the month of a day, per scope of a limit: the skill that a reported skill is mapped to,
-- else the reported skill itself; null for usage events without a skill. One statement, so that a reservation that turns
-- into a usage event at the same time counts once. PL/pgSQL, because a distributed PostgreSQL does not run LANGUAGE sql
-- functions on distributed tables.
create function sum_budgets(p_company_id uuid, p_day date, p_now timestamptz)
returns table (scope uuid, used bigint) language plpgsql stable as $$
begin
  return query
  with used as (
    select d.skill_number, sum(d.requests * d.price_ten_thousandths) as amount from usage_daily d
    where d.company_id = p_company_id and d.day >= date_trunc('month', p_day::timestamp)::date
      and d.day < (date_trunc('month', p_day::timestamp) + interval '1 month')::date
    group by 1
    union all
    select h.skill_number, sum(h.price_ten_thousandths) from budget_reservations h
    where h.company_id = p_company_id and h.state = 'held' and h.expires_at > p_now
      and h.day >= date_trunc('month', p_day::timestamp)::date
      and h.day < (date_trunc('month', p_day::timestamp) + interval '1 month')::date
    group by 1
  )
  select coalesce(r.skill_id, r.id), sum(u.amount)::bigint
  from used u left join reported_skills r on r.company_id = p_company_id and r.number = u.skill_number
  group by 1;
end
$$;

-- Decides in order whether usage events of one company fit into its limits of the month, and reserves the price of those
-- that do: each decision sees the reservations before it, and the company's ledger lock excludes concurrent decisions. The
-- price is the agreed price of the company on that day, else the skill's. A repeated id, in this call or an earlier one,
-- gets the stored decision, unless its reservation was released or has expired: then it is decided again. A limit that only
-- warns denies nothing. Sequential scans and sorts are off, because statistics lag behind tables that grow this fast.
create function reserve_budget(
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
      coalesce(p.price_ten_thousandths, s.price_ten_thousandths, 0) as price
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

-- Extends an expired reservation, where the limits of its month still have room for it. Answers whether it did.
create function renew_reservation(p_company_id uuid, p_id uuid, p_now timestamptz, p_expires_at timestamptz)
returns boolean language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 7283914005));
  update budget_reservations h set expires_at = p_expires_at
  where h.company_id = p_company_id and h.id = p_id and h.state = 'held' and h.expires_at <= p_now
    and (h.price_ten_thousandths = 0 or not exists (
      with scoped as (
        select coalesce(n.skill_id, n.id) as scope from reported_skills n
        where n.company_id = p_company_id and n.number = h.skill_number
      ), used as materialized (select * from sum_budgets(p_company_id, h.day, p_now))
      select 1 from company_limits l where l.company_id = p_company_id and l.action = 'stop'
        and l.limit_ten_thousandths < h.price_ten_thousandths + coalesce((select sum(u.used) from used u), 0)
      union all
      select 1 from scoped s join skill_limits l on l.company_id = p_company_id and l.skill_id = s.scope
      where l.action = 'stop' and l.limit_ten_thousandths < h.price_ten_thousandths
        + coalesce((select sum(u.used) from used u where u.scope = s.scope), 0)
    ));
  return found;
end
$$;

revoke all on function sum_budgets(uuid, date,timestamptz), reserve_budget(uuid, timestamptz, timestamptz, text, uuid[], text[],
  integer[], integer[]), renew_reservation(uuid, uuid, timestamptz, timestamptz) from public;
grant execute on function sum_budgets(uuid, date,timestamptz), reserve_budget(uuid, timestamptz, timestamptz, text, uuid[],
  text[], integer[], integer[]), renew_reservation(uuid, uuid, timestamptz, timestamptz) to steward_app;
