-- The company wall: row-level security on every table that a company owns.
-- steward_app and steward_system stand for the two login roles. migrate.ts replaces both names by those of this
-- installation, and sets steward.app_role and steward.system_role to the same names for the functions below.

revoke all on schema public from public;
grant usage on schema public to steward_app, steward_system;
grant select on schema_migrations to steward_system;

create function protect_company_table(
  target regclass,
  commands text default 'select, insert, update, delete',
  company_column name default 'company_id'
) returns void language plpgsql as $$
declare
  app_role text := current_setting('steward.app_role');
  bound text := 'nullif(current_setting(''app.company_id'', true), '''')::uuid';
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company on %s to %I using (%I = %s) with check (%3$I = %4$s)',
    target, app_role, company_column, bound);
  if company_column = 'company_id' then
    execute format('alter table %s alter column company_id set default %s', target, bound);
  end if;
  execute format('grant %s on %s to %I', commands, target, app_role);
  perform let_owner_back_up(target);
  perform let_owner_work(target, company_column);
end
$$;

-- Lets the system role use a table across companies, for the named commands only. A command may name its columns:
-- 'select, update (email)'.
create function allow_system(target regclass, commands text) returns void language plpgsql as $$
declare
  system_role text := current_setting('steward.system_role');
begin
  execute format('grant %s on %s to %I', commands, target, system_role);
  if (select relrowsecurity from pg_class where oid = target) then
    execute format('create policy system on %s to %I using (true) with check (true)', target, system_role);
  end if;
end
$$;

create function let_owner_back_up(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy backup on %s for select to %I using (current_setting(''app.backup'', true) = ''on'')',
    target, current_user);
end
$$;

create function let_owner_work(target regclass, company_column name) returns void language plpgsql as $$
declare
  command text;
begin
  foreach command in array array['select', 'delete'] loop
    execute format('create policy owner_%1$s on %2$s for %1$s to %3$I using (%4$I = nullif(current_setting(''app.owner_company'', true), '''')::uuid)',
      command, target, current_user, company_column);
  end loop;
end
$$;

-- Lets autovacuum follow within minutes of a single erased row, however large the table is: by default it waits for a fifth of it.
create function vacuum_soon(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, '
    'toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0)', target);
end
$$;

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

-- The newest row of the company is seen also where the same statement made it. The lock keeps two transactions from giving
-- the same number. The table is read under the name by which the trigger runs on it, which is that of a shard on a
-- distributed PostgreSQL.
create function number_by_company() returns trigger language plpgsql as $$
begin
  if new.number is null then
    perform pg_advisory_xact_lock(hashtextextended(tg_table_name || new.company_id::text, 7283914007));
    execute format('select coalesce(max(number), 0) + 1 from %s where company_id = $1', tg_relid::regclass)
      into new.number using new.company_id;
  end if;
  return new;
end
$$;

revoke all on function protect_company_table(regclass, text, name), allow_system(regclass, text), let_owner_back_up(regclass),
  let_owner_work(regclass, name), vacuum_soon(regclass), fold_text(text), number_by_company() from public;
grant execute on function fold_text(text) to steward_app, steward_system;
