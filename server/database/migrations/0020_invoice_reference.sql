-- What the company wants to read on its invoices, such as the number of its purchase order.
alter table companies add column invoice_reference text;
