-- The VAT of an invoice as issued: how each part of it is taxed, at which rate, its net and VAT, and the rounding of a total that
-- was entered. Null for invoices of before, whose lines include the VAT of vat_percent. Lines of invoices that have it are net.
alter table invoices add column vat jsonb;
-- How the line is taxed, and the rate in thousandths of a percent. Null for lines of before.
alter table invoice_lines add column vat_treatment text, add column vat_rate integer,
  add constraint invoice_lines__vat check ((vat_treatment is null) = (vat_rate is null)),
  add constraint invoice_lines__vat_treatment check (vat_treatment in ('domestic', 'reverseCharge', 'outsideUnion', 'exempt'));
