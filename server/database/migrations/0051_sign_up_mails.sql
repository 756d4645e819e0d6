-- The provider's SuperAdmins are notified of sign-ups that wait for their approval. No setting of other companies.
alter table notification_settings add column sign_ups boolean not null default true;
alter table notification_log drop constraint notification_log__kind,
  add constraint notification_log__kind check (kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit',
    'budgetWarning', 'spendingDigest', 'invoices', 'signUps', 'report'));
alter table mail_opt_outs drop constraint mail_opt_outs__kind,
  add constraint mail_opt_outs__kind check (kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit',
    'budgetWarning', 'spendingDigest', 'invoices', 'signUps'));
