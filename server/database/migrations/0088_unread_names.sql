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
