-- Credit notes stand among the invoices, with numbers of the same series (decision 0079). Their amounts are positive.
alter table invoices
  add column kind text not null default 'invoice' constraint invoices__kind check (kind in ('invoice', 'creditNote')),
  -- The invoice that a credit note corrects.
  add column corrects_id uuid,
  add column correction_reason text,
  -- How much of the total credit notes give back.
  add column credited_ten_thousandths bigint not null default 0,
  add constraint invoices__corrects foreign key (company_id, corrects_id) references invoices (company_id, id),
  add constraint invoices__credited check (credited_ten_thousandths between 0 and total_ten_thousandths),
  add constraint invoices__credit_note check (
    (kind = 'creditNote') = (corrects_id is not null) and (corrects_id is null) = (correction_reason is null)
    and (kind = 'invoice' or (not is_own and period is null and credited_ten_thousandths = 0)));
create index invoices__by_corrected on invoices (company_id, corrects_id) where corrects_id is not null;

-- A month whose invoice is wholly credited can have another one.
alter table invoices drop constraint invoices__period_unique;
create unique index invoices__period_unique on invoices (company_id, period)
  where credited_ten_thousandths < total_ten_thousandths;

-- Support requests of a credited invoice are billed again.
grant delete on invoiced_support to steward_app;
