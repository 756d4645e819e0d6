-- Mails that the company's people get by its notification settings: what was told once, what was sent, who wants none.

-- Whatever is to be told once has its row, made in the transaction that queues the mails.
create table notices (
  company_id uuid not null constraint notices__company references companies (id),
  -- Such as `account:2026-11:100`.
  key text not null,
  -- The notification setting that asks for it.
  kind text not null constraint notices__kind check (
    kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit', 'budgetWarning', 'spendingDigest')),
  made_at timestamptz(3) not null,
  primary key (company_id, key)
);

create table sent_mails (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Of one that tells several things, the first of them.
  notice_key text not null,
  kind text not null,
  -- Whom it went to; they may be deleted since: no foreign key.
  user_id uuid not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  made_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint sent_mails__once unique (company_id, notice_key, user_id),
  constraint sent_mails__notice foreign key (company_id, notice_key) references notices (company_id, key)
);
create index sent_mails__by_date on sent_mails (company_id, made_at, id);

create table mail_opt_outs (
  company_id uuid not null,
  user_id uuid not null,
  kind text not null constraint mail_opt_outs__kind check (
    kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit', 'budgetWarning', 'spendingDigest')),
  made_at timestamptz(3) not null,
  primary key (company_id, user_id, kind),
  constraint mail_opt_outs__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

-- Of the provider's company; everybody else learns of them by mail.
create table announcements (
  company_id uuid not null constraint announcements__company references companies (id),
  id uuid not null default gen_random_uuid(),
  kind text not null constraint announcements__kind check (kind in ('announcement', 'maintenance')),
  title text not null,
  body text not null,
  made_by text not null,
  made_at timestamptz(3) not null,
  primary key (company_id, id)
);
create index announcements__by_date on announcements (made_at, id);

select protect_company_table('notices', 'select, insert');
select protect_company_table('sent_mails', 'select, insert');
select protect_company_table('mail_opt_outs', 'select, insert');
select protect_company_table('announcements', 'select, insert');

-- The latest ones are read for all companies at once.
select allow_system('announcements', 'select');
