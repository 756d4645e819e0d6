import { acting, billing, ofCompany, ofProvider, type TableFacts } from './table-facts.ts';

export const receivablesTables = {
  reminder_settings: {
    place: 'shard',
    restored: 'kept',
    person: { levels: ofCompany },
    example: `insert into reminder_settings (levels, updated_at) values ('[]', now())`,
  },
  reminder_stops: {
    place: 'shard',
    restored: 'kept',
    person: { reason: billing, created_by: acting },
    withheld: { reason: ofProvider, created_by: ofProvider },
    example: `insert into reminder_stops (reason, created_by, created_at) values ('r', 'a', now())`,
  },
  sent_reminders: {
    place: 'shard',
    restored: 'kept',
    person: { subject: billing },
    example: `insert into sent_reminders (invoice_id, level_id, days, subject, open_ten_thousandths, sent_at)
      values ('{id}', '{id}', 3, 's', 1, now())`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
