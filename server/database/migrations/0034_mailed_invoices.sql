-- Where the invoices of a company go, beside or instead of its users. Null without one.
alter table companies add column billing_email text;
-- A mail to such an address is to no user. What became of a mail at the mail server; null for mails of before, and until it is known.
alter table sent_mails alter column user_id drop not null;
alter table sent_mails add column delivery text constraint sent_mails__delivery check (delivery in ('sent', 'delayed', 'failed')),
  add column delivery_reason text;
grant update (delivery, delivery_reason) on sent_mails to steward_app;
