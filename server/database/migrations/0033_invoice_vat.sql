-- The VAT that an issued invoice says; null for one that was entered by hand or issued before, of which it is computed.
alter table invoices
  add column vat_percent smallint,
  -- The customer owes the VAT in its own country.
  add column is_reverse_charge boolean,
  add constraint invoices__vat check ((vat_percent is null) = (is_reverse_charge is null));
