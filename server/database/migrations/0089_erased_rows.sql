-- Erasure overwrites or deletes rows at once, and autovacuum frees what they held; tables are written anew only by
-- npm run erasures:overwrite (decision 0019).
-- oldest program: 0089

drop table waiting_overwrites, overwrite_runs;
alter table erasures drop column overwritten_at;
alter table company_deletions drop column waiting_overwrites;

do $$ begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'overwrite';
    delete from pgboss.job where name = 'overwrite';
  end if;
end $$;

-- Lets autovacuum follow within minutes of a single erased row, however large the table is: by default it waits for a fifth of it.
create function vacuum_soon(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, '
    'toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0)', target);
end
$$;
revoke all on function vacuum_soon from public;

select vacuum_soon('identity.accounts');
select vacuum_soon('identity.external_identities');
select vacuum_soon('attribute_values');
select vacuum_soon('budget_reservations');
select vacuum_soon('company_exports');
select vacuum_soon('conversation_reviews');
select vacuum_soon('files');
select vacuum_soon('idempotency_keys');
select vacuum_soon('mail_reports');
select vacuum_soon('matched_usage_events');
select vacuum_soon('notification_settings');
select vacuum_soon('pool_agreements');
select vacuum_soon('reported_user_keys');
select vacuum_soon('reported_users');
select vacuum_soon('sent_mails');
select vacuum_soon('sign_in_links');
select vacuum_soon('sign_in_providers');
select vacuum_soon('spans');
select vacuum_soon('tool_daily_stats');
select vacuum_soon('transcript_unmaskings');
select vacuum_soon('usage_events');
select vacuum_soon('users');

-- Creates the partitions of one month where they are missing. Attached, not created in place, because creating in place
-- would lock out readers and writers of the other months. Row-level security of a month is not forced on a distributed
-- PostgreSQL, which has the schema steward_shards: it cannot move tables on which it is forced.
create or replace function make_month_partitions(p_month date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_day date := date_trunc('month', p_month)::date;
  parent text;
  part text;
begin
  if first_day < date '2010-01-01' or first_day > current_date + interval '3 months' then
    raise exception 'no partition for %', first_day using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7283914004);
  foreach parent in array array['conversations', 'messages', 'search_segments', 'search_words'] loop
    part := parent || to_char(first_day, '"_"YYYY_MM');
    continue when to_regclass('public.' || part) is not null;
    execute format('create table %I (like %I including all)', part, parent);
    execute format('alter table %I enable row level security', part);
    if to_regnamespace('steward_shards') is null then
      execute format('alter table %I force row level security', part);
    end if;
    if parent in ('conversations', 'messages') then perform vacuum_soon(part::regclass); end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      to_char(first_day, 'YYYY-MM-DD"T00:00:00Z"'),
      to_char(first_day + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
  end loop;
end
$$;

do $$ declare
  part regclass;
begin
  for part in select inhrelid from pg_inherits where inhparent in ('conversations'::regclass, 'messages'::regclass) loop
    perform vacuum_soon(part);
  end loop;
end $$;
