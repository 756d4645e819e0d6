-- Help that the provider gave a company, with its cost, and the invoices that bill it.

create table support_requests (
  company_id uuid not null constraint support_requests__company references companies (id),
  id uuid not null default gen_random_uuid(),
  -- In the company's zone.
  day date not null,
  type text not null constraint support_requests__type check (type in ('E-mail', 'Voice')),
  subject text not null,
  minutes integer,
  -- Whole cents.
  cost_ten_thousandths bigint not null
    constraint support_requests__cost check (cost_ten_thousandths >= 0 and cost_ten_thousandths % 100 = 0),
  recorded_at timestamptz(3) not null,
  primary key (company_id, id)
);
create index support_requests__by_day on support_requests (company_id, day);

-- With the invoice that bills a request goes its row, so that the request is billed again.
create table invoiced_support (
  company_id uuid not null,
  support_request_id uuid not null,
  invoice_id uuid not null,
  primary key (company_id, support_request_id),
  constraint invoiced_support__request foreign key (company_id, support_request_id)
    references support_requests (company_id, id),
  constraint invoiced_support__invoice foreign key (company_id, invoice_id)
    references invoices (company_id, id) on delete cascade
);
create index invoiced_support__invoice on invoiced_support (company_id, invoice_id);

select protect_company_table('support_requests', 'select, insert, delete, update (id)');
select protect_company_table('invoiced_support', 'select, insert');
select allow_system('support_requests', 'select, insert');
