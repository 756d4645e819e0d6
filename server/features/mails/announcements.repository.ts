import type { Announcement, AnnouncementForm } from '#contract/mails/mails.ts';
import { columns, insertValues } from '../../sql/columns.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { instant, text, textOf, uuid } from '../../sql/types.ts';
import type { ParamsOf, RowOf } from '../../sql/types.ts';

const values = {
  kind: textOf<AnnouncementForm['kind']>(),
  title: text,
  body: text,
  madeBy: text,
  madeAt: instant,
};
const stored = { id: uuid, ...values };

const toAnnouncement = ({ madeAt, ...announcement }: RowOf<typeof stored>): Announcement => ({
  ...announcement,
  date: madeAt.toISOString(),
});

const listAnnouncementsStatement = statement({
  text: `
    select ${columns(stored)} from announcements where company_id = $companyId order by made_at desc, id limit 100`,
  row: stored,
});

/** The newest 100 announcements. */
export async function listAnnouncements(tx: CompanyTransaction): Promise<Announcement[]> {
  return (await tx.list(listAnnouncementsStatement)).map(toAnnouncement);
}

const createAnnouncementStatement = statement({
  text: `insert into announcements ${insertValues(values)} returning ${columns(stored)}`,
  params: values,
  row: stored,
});

export async function createAnnouncement(
  tx: CompanyTransaction,
  announcement: ParamsOf<typeof values>,
): Promise<Announcement> {
  return toAnnouncement(await tx.get(createAnnouncementStatement, announcement));
}
