-- What the provider counts, and the progress of the demo data.

create table page_views (
  day date not null,
  path text not null constraint page_views__path check (length(path) <= 200),
  views bigint not null default 0,
  primary key (day, path)
);

-- Months of demo conversations, with the time at which the simulated assistant had sent them.
create table demo_seed_progress (
  company_id uuid not null constraint demo_seed_progress__company references companies (id),
  month date not null,
  done_at timestamptz(3),
  primary key (company_id, month)
);

select protect_company_table('demo_seed_progress');

select allow_system('page_views', 'select, insert, update');
select allow_system('demo_seed_progress', 'select, insert');
