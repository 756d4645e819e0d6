-- Who gets the mails about invoices and maintenance: the administrators, the contact person of the company, or both. A
-- company without that contact person keeps its administrators.
alter table notification_settings
  add column invoices boolean not null default true,
  add column invoice_recipients text not null default 'both'
    constraint notification_settings__invoice_recipients check (invoice_recipients in ('administrators', 'contact', 'both')),
  add column maintenance_recipients text not null default 'both'
    constraint notification_settings__maintenance_recipients check (maintenance_recipients in ('administrators', 'contact', 'both'));

alter table notification_log
  drop constraint notification_log__kind,
  add constraint notification_log__kind check (
    kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit', 'budgetWarning', 'spendingDigest', 'invoices'));
alter table mail_opt_outs
  drop constraint mail_opt_outs__kind,
  add constraint mail_opt_outs__kind check (
    kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit', 'budgetWarning', 'spendingDigest', 'invoices'));
