-- Where electronic invoices to the company go: a scheme of the list EAS and a number, such as 0191:12345678. Null without one.
alter table companies add column peppol_id text;
