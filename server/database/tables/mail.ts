import { acting, ofCompany, type TableFacts } from './table-facts.ts';

export const mailTables = {
  notification_settings: {
    place: 'shard',
    restored: 'kept',
    person: { invoice_recipients: 'none', maintenance_recipients: 'none' },
  },
  notification_log: {
    place: 'shard',
    restored: 'kept',
    person: { key: 'none', kind: 'none' },
    example: `insert into notification_log (key, kind, made_at) values ('k', 'maintenance', now())`,
  },
  sent_mails: {
    place: 'shard',
    restored: 'kept',
    person: {
      notification_key: 'none',
      kind: 'none',
      recipient: 'erased',
      subject: 'erased',
      body_text: 'erased',
      body_html: 'erased',
      delivery: 'none',
      delivery_reason: 'none',
    },
    example: `insert into sent_mails (notification_key, kind, user_id, recipient, subject, body_text, body_html, made_at)
      values ('k', 'maintenance', '{id}', 'r', 's', 't', 'h', now())`,
  },
  mail_opt_outs: {
    place: 'shard',
    restored: 'kept',
    person: { kind: 'none' },
    example: `insert into mail_opt_outs (user_id, kind, made_at) select id, 'maintenance', now() from users limit 1`,
  },
  mail_reports: {
    place: 'shard',
    restored: 'replaced',
    person: { name: ofCompany, period: 'none', parts: 'none' },
    example: `insert into mail_reports (user_id, name, hour, period, parts, technical_users, attaches_usage, is_enabled, done_day,
        created_at, updated_at)
      select id, 'n', 8, 'week', '{figures}', false, false, true, '2026-11-01', now(), now() from users limit 1`,
  },
  announcements: {
    place: 'shard',
    restored: 'kept',
    person: { kind: 'none', title: ofCompany, body: ofCompany, made_by: acting },
    example: `insert into announcements (kind, title, body, made_by, made_at) values ('maintenance', 't', 'b', 'm', now())`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
