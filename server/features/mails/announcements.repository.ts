import type { Announcement, AnnouncementForm } from '#contract/mails/mails.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

type Row = Omit<Announcement, 'date'> & { readonly date: Date };

const columns = 'id, kind, title, body, made_by as "madeBy", made_at as date';
const listedCount = 100;

const toAnnouncement = (row: Row): Announcement => ({ ...row, date: row.date.toISOString() });

export async function listAnnouncements(tx: Transaction): Promise<Announcement[]> {
  const text = `select ${columns} from announcements order by made_at desc, id limit ${listedCount}`;
  const { rows } = await toExecutor(tx).query<Row>(text);
  return rows.map(toAnnouncement);
}

export async function insertAnnouncement(
  tx: Transaction,
  { kind, title, body, madeBy }: AnnouncementForm & { madeBy: string },
  now: Date,
): Promise<Announcement> {
  const { rows } = await toExecutor(tx).query<Row>(
    `insert into announcements (kind, title, body, made_by, made_at) values ($1, $2, $3, $4, $5) returning ${columns}`,
    [kind, title, body, madeBy, now],
  );
  if (!rows[0]) throw new Error('the insert returned no row');
  return toAnnouncement(rows[0]);
}
