-- The search in the messages of conversations (decision 0020): the masked words of a company's conversations, by month.

-- A part of the index, which is written once: up to some ten thousand conversations of one month, numbered from 0 on.
create table search_segments (
  company_id uuid not null,
  -- Of the start of the conversations, in UTC.
  month date not null,
  segment integer not null,
  -- Of the settings by which the words were masked: the search reads those of the present ones alone.
  masking bigint not null,
  conversations integer not null,
  -- Numbers of conversations that were deleted, or are in a newer segment.
  removed integer[] not null default '{}',
  -- 30 bytes for each: id, start, and what the log filters.
  facts bytea not null,
  -- What the log filters, apart from ids and starts, because a search reads it of all conversations of a segment, and those of
  -- few (decision 0020). Segments from before are indexed again, and deleted when that is done.
  filters bytea not null default '\x',
  primary key (company_id, month, segment)
) partition by range (month);
alter table search_segments alter column facts set storage external;
alter table search_segments alter column filters set storage external;
select protect_company_table('search_segments');

-- Where the words of a segment stand: some of its words, in the order of their hashes.
create table search_words (
  company_id uuid not null, month date not null, segment integer not null,
  -- The first hash; the words themselves are not stored.
  first bigint not null,
  places bytea not null,
  primary key (company_id, month, segment, first)
) partition by range (month);
alter table search_words alter column places set storage external;
select protect_company_table('search_words');

-- Conversations to be indexed; written in the transaction that changes them.
create table search_pending (
  company_id uuid not null,
  -- The clock at the write, because the beginning of a transaction says nothing about their order.
  created_at timestamptz not null default clock_timestamp(),
  id uuid not null default gen_random_uuid(),
  -- Those that were new, which no segment holds, and those that changed or were deleted.
  created uuid[] not null default '{}',
  changed uuid[] not null default '{}',
  -- Where changed ones were before, if their start was in another month.
  months date[] not null default '{}',
  primary key (company_id, created_at, id)
);
select protect_company_table('search_pending'); select allow_system('search_pending', 'select (company_id)');

-- How far the conversations from before the index, or from before a change of the masking, are indexed, newest first.
create table search_states (
  company_id uuid primary key,
  -- The version of the masking settings; 0 where there are none.
  masking_version integer not null,
  -- Those that started before it are still to be indexed.
  indexed_from timestamptz(3) not null,
  done_at timestamptz(3)
);
select protect_company_table('search_states');
select allow_system('search_states', 'select (company_id, masking_version, done_at)');
