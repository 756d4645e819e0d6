-- What assistants ask before a run: holds on the budgets of a month, and what became of them.

create table budget_holds (
  company_id uuid not null,
  -- The id of the run in the ledger: the first half of the SHA-256 of the sender's id.
  id uuid not null,
  external_id text not null,
  -- By which the assistant commits or releases it.
  reservation uuid not null,
  taken_at timestamptz(3) not null,
  -- From then on it holds nothing, whether or not anybody looks at it again.
  expires_at timestamptz(3) not null,
  -- In the company's zone when it was taken; says from which month's budgets.
  day date not null,
  skill_number integer not null,
  user_number integer not null,
  price_ten_thousandths bigint not null constraint budget_holds__price check (price_ten_thousandths >= 0),
  state text not null constraint budget_holds__state check (state in ('held', 'committed', 'released', 'denied')),
  -- As it was answered; the same question gets the same answer again.
  decision text not null constraint budget_holds__decision check (decision in ('allow', 'warn', 'deny')),
  -- The limit of which the answer speaks, and what of it was spent and held then; null where nothing was to be said.
  limited_by text constraint budget_holds__limited_by check (limited_by in ('account', 'skill')),
  limit_ten_thousandths bigint,
  used_ten_thousandths bigint,
  -- Of the tightest limit; null without one, below 0 where more was spent than it allows.
  remaining_ten_thousandths bigint,
  primary key (company_id, id)
);
create unique index budget_holds__reservation on budget_holds (company_id, reservation);
-- Only what is open, the latest apart from what has expired: the sum of what is held never walks through old rows.
create index budget_holds__open on budget_holds (company_id, expires_at)
  include (day, skill_number, price_ten_thousandths) where state = 'held';

select protect_company_table('budget_holds', 'select, insert, update (state, expires_at)');

-- What was spent and is held in the month of a day, by what limits are set for: the skill that a reported name is mapped
-- to, else the name itself; null for runs that named none. One statement, so that a hold which becomes a run meanwhile
-- is counted once.
create function sum_budgets(p_company_id uuid, p_day date, p_now timestamptz)
returns table (scope uuid, used bigint) language sql stable as $$
  with used as (
    select d.skill_number, sum(d.requests * d.price_ten_thousandths) as amount from request_days d
    where d.company_id = p_company_id and d.day >= date_trunc('month', p_day::timestamp)::date
      and d.day < (date_trunc('month', p_day::timestamp) + interval '1 month')::date
    group by 1
    union all
    select h.skill_number, sum(h.price_ten_thousandths) from budget_holds h
    where h.company_id = p_company_id and h.state = 'held' and h.expires_at > p_now
      and h.day >= date_trunc('month', p_day::timestamp)::date
      and h.day < (date_trunc('month', p_day::timestamp) + interval '1 month')::date
    group by 1
  )
  select coalesce(r.skill_id, r.id), sum(u.amount)::bigint
  from used u left join reported_skills r on r.company_id = p_company_id and r.number = u.skill_number
  group by 1
$$;

-- Decides, one after the other, whether these runs of one company fit into its budgets of the month, and takes holds for
-- those that do: each sees the holds of those before it, and nobody else decides meanwhile. A run costs the company's
-- price of its skill, else the skill's. Ids that were asked before, and rows of the same id, get the stored answer.
-- Whatever the planner believes of tables that grow this fast, it is to use their indexes, and to add up unsorted.
create function take_holds(
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
  account_used bigint := 0;
  scopes uuid[];
  scope_limits bigint[];
  scope_used bigint[];
  asked record;
  at_scope integer;
  added bigint;
  account_left bigint;
  scope_left bigint;
  hold budget_holds;
  holds budget_holds[] := '{}';
  by_account boolean;
  by_scope boolean;
begin
  -- The lock of everybody who writes this company's ledger.
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 7283914005));
  select l.limit_ten_thousandths into account_limit from company_limits l where l.company_id = p_company_id;
  select coalesce(array_agg(l.skill_id order by l.skill_id), '{}'),
    coalesce(array_agg(l.limit_ten_thousandths order by l.skill_id), '{}')
  into scopes, scope_limits from skill_limits l where l.company_id = p_company_id;
  if account_limit is not null or cardinality(scopes) > 0 then
    with used as materialized (select * from sum_budgets(p_company_id, v_day, p_now))
    select coalesce((select sum(u.used) from used u), 0),
      array(select coalesce(u.used, 0) from unnest(scopes) with ordinality s (id, place)
        left join used u on u.scope = s.id order by s.place)
    into account_used, scope_used;
  end if;

  for asked in
    select t.id, t.external_id, t.skill, t.user_number, coalesce(n.skill_id, n.id) as scope,
      b.skill_number as billed_skill, b.price_ten_thousandths as billed_price,
      coalesce(p.price_ten_thousandths, s.price_ten_thousandths, 0) as price
    from (
      select u.*, row_number() over (partition by u.id order by u.place) as repeat
      from unnest(p_ids, p_external_ids, p_skills, p_users) with ordinality
        as u (id, external_id, skill, user_number, place)
    ) t
    left join budget_holds h on h.company_id = p_company_id and h.id = t.id
    left join reported_skills n on n.company_id = p_company_id and n.number = t.skill
    left join skills s on s.id = n.skill_id and (s.company_id = p_company_id or s.is_provided)
    left join skill_prices p on p.company_id = p_company_id and p.skill_id = s.id
    left join requests b on b.company_id = p_company_id and b.id = t.id
    where h.id is null and t.repeat = 1
    order by t.place
  loop
    at_scope := array_position(scopes, asked.scope);
    account_left := account_limit - account_used;
    scope_left := scope_limits[at_scope] - scope_used[at_scope];
    -- What is in the ledger already was spent, and asks for nothing more.
    added := case when asked.billed_price is null then asked.price else 0 end;
    if added = 0 or coalesce(added <= least(account_left, scope_left), true) then
      account_used := account_used + added;
      account_left := account_left - added;
      if at_scope is not null then scope_used[at_scope] := scope_used[at_scope] + added; end if;
      scope_left := scope_left - added;
      by_account := coalesce(added > 0 and account_used * 5 >= account_limit * 4, false);
      by_scope := coalesce(added > 0 and scope_used[at_scope] * 5 >= scope_limits[at_scope] * 4, false);
      hold.decision := case when by_account or by_scope then 'warn' else 'allow' end;
      hold.state := case when asked.billed_price is null then 'held' else 'committed' end;
    else
      by_account := coalesce(added > account_left, false);
      by_scope := coalesce(added > scope_left, false);
      hold.decision := 'deny';
      hold.state := 'denied';
    end if;
    hold.company_id := p_company_id;
    hold.id := asked.id;
    hold.external_id := asked.external_id;
    hold.reservation := gen_random_uuid();
    hold.taken_at := p_now;
    hold.expires_at := p_expires_at;
    hold.day := v_day;
    hold.skill_number := coalesce(asked.billed_skill, asked.skill);
    hold.user_number := asked.user_number;
    hold.price_ten_thousandths := coalesce(asked.billed_price, asked.price);
    -- Where both limits are near, of the one with less left.
    hold.limited_by := case when by_scope and (not by_account or scope_left < account_left) then 'skill'
      when by_account then 'account' end;
    hold.limit_ten_thousandths := case hold.limited_by when 'skill' then scope_limits[at_scope]
      when 'account' then account_limit end;
    hold.used_ten_thousandths := case hold.limited_by when 'skill' then scope_used[at_scope]
      when 'account' then account_used end;
    hold.remaining_ten_thousandths := least(account_left, scope_left);
    holds := holds || hold;
  end loop;
  insert into budget_holds select * from unnest(holds);

  return query
    select t.place::integer, h.reservation, h.skill_number, n.name, h.day, h.state, h.decision, h.limited_by,
      h.limit_ten_thousandths, h.used_ten_thousandths, h.price_ten_thousandths, h.remaining_ten_thousandths
    from unnest(p_ids) with ordinality as t (id, place)
    join budget_holds h on h.company_id = p_company_id and h.id = t.id
    left join reported_skills n on n.company_id = p_company_id and n.number = h.skill_number
    order by t.place;
end
$$;

-- Takes a hold that has expired once more, where its month's budgets still have room for it. False where they have not.
create function retake_hold(p_company_id uuid, p_id uuid, p_now timestamptz, p_expires_at timestamptz)
returns boolean language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 7283914005));
  update budget_holds h set expires_at = p_expires_at
  where h.company_id = p_company_id and h.id = p_id and h.state = 'held' and h.expires_at <= p_now
    and (h.price_ten_thousandths = 0 or not exists (
      with scoped as (
        select coalesce(n.skill_id, n.id) as scope from reported_skills n
        where n.company_id = p_company_id and n.number = h.skill_number
      ), used as materialized (select * from sum_budgets(p_company_id, h.day, p_now))
      select 1 from company_limits l where l.company_id = p_company_id
        and l.limit_ten_thousandths < h.price_ten_thousandths + coalesce((select sum(u.used) from used u), 0)
      union all
      select 1 from scoped s join skill_limits l on l.company_id = p_company_id and l.skill_id = s.scope
      where l.limit_ten_thousandths < h.price_ten_thousandths
        + coalesce((select sum(u.used) from used u where u.scope = s.scope), 0)
    ));
  return found;
end
$$;

revoke all on function sum_budgets, take_holds, retake_hold from public;
grant execute on function sum_budgets, take_holds, retake_hold to steward_app;
