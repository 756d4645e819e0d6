-- What people noted about a conversation (decision 0018). Deleted with it.
create table conversation_reviews (
  company_id uuid not null,
  conversation_id uuid not null,
  tags text[] not null default '{}',
  note text not null default '',
  -- Null while it is open.
  resolved_at timestamptz(3),
  resolved_by text,
  updated_by text not null default '',
  updated_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (company_id, conversation_id),
  constraint conversation_reviews__conversation foreign key (company_id, conversation_id)
    references conversation_partitions (company_id, id) on delete cascade
);
select protect_company_table('conversation_reviews');
