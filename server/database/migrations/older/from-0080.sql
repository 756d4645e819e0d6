-- Migrations from 0080 on of the older series (decision 0035), which databases of before lack, each under its name.

-- == 0080_own_redirects.sql
-- Each company has a redirect URI of its own, so that the answer of one issuer is never exchanged at another (decision 0026).
-- Issuers that were set before know the shared one alone.
alter table sign_in_providers add column shares_redirect boolean not null default false;
alter table sign_in_providers no force row level security;
update sign_in_providers set shares_redirect = true where kind = 'oidc' and issuer <> '';
alter table sign_in_providers force row level security;

-- == 0081_came_in.sql
-- When a user first signed in to the company, on every server: what an account does is shown to those companies alone to which
-- its person has come, because a company can add any address. Written once, where user_sign_ins is written by every session.
alter table users add column came_in_at timestamptz(3);
grant update (came_in_at) on users to steward_system;

alter table users no force row level security;
alter table user_sign_ins no force row level security;
-- Row by row, because a distributed PostgreSQL joins no table that all servers copy with one in shards in a write.
do $$
declare
  signed record;
begin
  for signed in select company_id, user_id, last_sign_in_at from user_sign_ins loop
    update users set came_in_at = signed.last_sign_in_at
    where company_id = signed.company_id and id = signed.user_id and deactivated_at is null;
  end loop;
end $$;
alter table user_sign_ins force row level security;
alter table users force row level security;

-- == 0082_backup_keys.sql
-- Which keys a backup needs, so that a rotation keeps them for as long. It takes nothing away.
-- oldest program: 0001

-- Names of the keys with a space between; null where a program before this migration made the backup.
alter table backups add column sealed_by text;

-- == 0083_usage_senders.sql
-- Which senders of telemetry have reported a usage event: for each, eight hexadecimal digits of a hash of its key and of the
-- instrumentation that reports the run, in order, separated by spaces. Empty for other channels, and for older events.
alter table usage_events add column senders text not null default '';
alter table matched_usage_events add column senders text not null default '';
grant update (senders) on usage_events, matched_usage_events to steward_app;

-- == 0084_import_room.sql
-- What the files of all companies that wait for their import take, or may still take, of the disk.
do $$
begin
  execute format('grant select (bytes, chunks) on log_imports to %I', current_setting('steward.system_role'));
end
$$;

-- == 0085_released_usage.sql
-- Runs that did not take place, as released reservations and reports of the same ids say. They count among those of their
-- conversation that other channels report too, so that none of these is billed.
alter table matched_usage_events add column is_released boolean not null default false;
grant update (is_released) on matched_usage_events to steward_app;

-- == 0086_fold_text.sql
-- The folding of letters of contract/fold-text.ts, which its test compares with this one over all of Unicode. By tables, because
-- `lower` follows the collation of the database, and `unaccent` an extension and its file.
-- oldest program: 0001
create function fold_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text;
begin
  -- Most texts are ASCII.
  if octet_length(value) = char_length(value) then
    return lower(value collate "C");
  end if;
  folded := lower(regexp_replace(normalize(value, nfkd), '['
    '\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7'
    '\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u180e\u1ab0-\u1aff\u1dc0-\u1dff'
    '\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff'
    ']', '', 'g') collate "C");
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  -- Each script by itself: `translate` compares every character with every one of its table.
  -- Cyrillic of today
  if folded ~ '[\u0400-\u042f]' then
    folded := translate(folded,
      'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя');
  end if;
  -- Greek
  if folded ~ '[\u0370-\u03ff]' then
    folded := translate(folded,
      'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿς',
      'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽσ');
  end if;
  -- Older and further Cyrillic, Armenian
  if folded ~ '[\u0460-\u0556]' then
    folded := translate(folded,
      'ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸ'
      'ԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէը'
      'թժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
  end if;
  -- Latin
  if folded ~ '[\u0080-\u036f\u1e9e]' then
    folded := translate(folded,
      'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎẞıłđðøħŧ',
      'ædoþdhlŋœtɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏßilddoht');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return folded;
end
$$;
revoke all on function fold_text from public;
grant execute on function fold_text to steward_app, steward_system;

-- == 0087_former_secrets.sql
-- The secrets that rotations replaced, the latest first, so that a refused one is said to be replaced or revoked, not unknown.
alter table intake_keys add column former_hashes bytea[] not null default '{}';
update intake_keys set former_hashes = array[previous_hash] where previous_hash is not null;
create index intake_keys__former on intake_keys using gin (former_hashes);

-- == 0088_unread_names.sql
-- Attributes that a key reports and that are not read, although their names look like a conversation, person, skill or text.
-- Names alone, never values; of a key the latest ones.
create table unread_names (
  company_id uuid not null,
  intake_key_id uuid not null,
  name text not null constraint unread_names__name check (length(name) <= 120),
  kind text not null constraint unread_names__kind check (kind in ('conversation', 'person', 'skill', 'text')),
  -- Whether no other attribute of its trace said it when it was seen last.
  is_missed boolean not null,
  seen_at timestamptz(3) not null,
  primary key (company_id, intake_key_id, name),
  constraint unread_names__intake_key
    foreign key (company_id, intake_key_id) references intake_keys (company_id, id) on delete cascade
);
create index unread_names__by_seen on unread_names (seen_at);

select protect_company_table('unread_names');
-- Expired rows are deleted for all companies together.
select allow_system('unread_names', 'select, delete');

-- == 0089_erased_rows.sql
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

-- == 0090_share_session.sql
-- Whether a session is still there, for a change that it asked for: it cannot end before the change's transaction does. Updates of
-- a session in use do not wait for that.
-- oldest program: 0001
create function identity.share_session(p_session_id uuid, p_account_id uuid) returns boolean
language plpgsql security definer set search_path = identity, pg_temp as $$
begin
  perform from identity.sessions s
  where s.id = p_session_id and s.account_id = p_account_id and s.expires_at > now()
  for key share;
  return found;
end $$;

revoke all on function identity.share_session(uuid, uuid) from public;
grant execute on function identity.share_session(uuid, uuid) to steward_app, steward_system;
