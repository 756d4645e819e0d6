-- What a company adds by itself is no paper of the provider: its numbers are a set of their own, so that they never take one of
-- the provider's.
alter table invoices drop constraint invoices__number_unique;
create unique index invoices__number_unique on invoices (company_id, invoice_id) where not is_own;
create unique index invoices__own_number_unique on invoices (company_id, invoice_id) where is_own;
