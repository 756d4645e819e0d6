import type { AnnouncementForm } from '#features/mail/contract/mails.ts';
import { columns, insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const values = {
  kind: textOf<AnnouncementForm['kind']>(),
  title: text,
  body: text,
  madeBy: text,
  madeAt: instant,
};
const stored = { id: uuid, ...values };

export type StoredAnnouncement = RowOf<typeof stored>;

/** The newest 100 announcements. */
export const listAnnouncements = statement.list({
  text: `
    select ${columns(stored)} from announcements where company_id = $companyId order by made_at desc, id limit 100`,
  row: stored,
});

export const createAnnouncement = statement.get({
  text: `insert into announcements ${insertValues(values)} returning ${columns(stored)}`,
  params: values,
  row: stored,
});
