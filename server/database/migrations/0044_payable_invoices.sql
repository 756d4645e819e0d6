-- What a bank statement names invoices by, so that matching reads those alone, and the first due ones (decision 0082).
create index invoices__by_reference on invoices (reference) where reference is not null and not is_own and kind = 'invoice';
create index invoices__by_number_key on invoices (upper(regexp_replace(normalize(invoice_id, nfkd), '[^A-Za-z0-9]', '', 'g')))
  where not is_own and kind = 'invoice';
create index invoices__by_owed on invoices ((total_ten_thousandths - credited_ten_thousandths - paid_ten_thousandths))
  where not is_own and kind = 'invoice' and status = 'Pending';
create index invoices__by_due on invoices (due_date, id) where not is_own and kind = 'invoice' and status = 'Pending';
create index bank_entries__by_payer on bank_entries (company_id, payer_iban) where customer_id is not null;
create index bank_entries__by_amount on bank_entries (company_id, amount_ten_thousandths) where kind = 'credit';

-- What returns have taken back of a credit; of one that was taken back wholly before, its state says it.
alter table bank_entries add column returned_ten_thousandths bigint not null default 0,
  drop constraint bank_entries__assigned,
  add constraint bank_entries__assigned check (assigned_ten_thousandths >= 0 and returned_ten_thousandths >= 0
    and assigned_ten_thousandths + returned_ten_thousandths <= amount_ten_thousandths);
create index bank_entries__by_identification on bank_entries using gin (identifications) where kind = 'credit';
create index bank_entries__by_returned on bank_entries (company_id, returns_id) where returns_id is not null;
