-- Sent reports stand in the history of mails, without what they say: their figures are those of one reader (decision 0004).
alter table notification_log
  drop constraint notification_log__kind,
  add constraint notification_log__kind check (
    kind in ('announcements', 'maintenance', 'newSkills', 'accountLimit', 'budgetWarning', 'spendingDigest', 'invoices', 'report'));
alter table sent_mails
  alter column body_text drop not null,
  alter column body_html drop not null,
  add constraint sent_mails__body check ((body_text is null) = (kind = 'report') and (body_html is null) = (kind = 'report'));
