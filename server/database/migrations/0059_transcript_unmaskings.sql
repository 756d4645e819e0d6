-- Who reads a conversation unmasked, and until when. Why is an audit entry.
create table transcript_unmaskings (
  company_id uuid not null constraint transcript_unmaskings__company references companies (id) on delete cascade,
  account_id uuid not null,
  conversation_id uuid not null,
  until timestamptz(3) not null,
  primary key (company_id, account_id, conversation_id)
);
create index transcript_unmaskings__until on transcript_unmaskings (until);
select protect_company_table('transcript_unmaskings', 'select, insert, update, delete');
select allow_system('transcript_unmaskings', 'select (until), delete');
