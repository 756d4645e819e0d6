import { columns } from '#server/sql/columns.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

const note = {
  id: uuid,
  text,
  authorAccountId: uuid,
  authorName: text,
  createdAt: instant,
  editedAt: nullable(instant),
  version: integer,
};

export type StoredNote = RowOf<typeof note>;

/** The name of a company, and how many notes there are about it. */
export const findNotedCompany = systemStatement.find({
  text: `
    select c.name, (select count(*)::integer from company_notes n where n.company_id = $companyId) as count
    from companies c where c.id = $companyId and company_is_proven(c.id)`,
  params: { companyId: uuid },
  row: { name: text, count: integer },
});

/** The notes about a company, newest first. */
export const listNotes = systemStatement.list({
  text: `
    select ${columns(note)} from company_notes where company_id = $companyId order by created_at desc, id limit $most`,
  params: { companyId: uuid, most: integer },
  row: note,
});

/** Locks a note until the transaction ends. */
export const lockNote = systemStatement.find({
  text: `
    select ${columns(note, 'n')}, c.name as "companyName"
    from company_notes n join companies c on c.id = n.company_id
    where n.company_id = $companyId and n.id = $id for update of n`,
  params: { companyId: uuid, id: uuid },
  row: { ...note, companyName: text },
});

export const createNote = systemStatement.get({
  text: `
    insert into company_notes (company_id, text, author_account_id, author_name, created_at)
    values ($companyId, $text, $authorAccountId, $authorName, $createdAt) returning ${columns(note)}`,
  params: { companyId: uuid, text, authorAccountId: uuid, authorName: text, createdAt: instant },
  row: note,
});

/** Updates the text of a note that this transaction has locked. */
export const updateNote = systemStatement.get({
  text: `
    update company_notes set text = $text, edited_at = $now, version = version + 1
    where company_id = $companyId and id = $id returning ${columns(note)}`,
  params: { companyId: uuid, id: uuid, text, now: instant },
  row: note,
});

export const deleteNote = systemStatement.run({
  text: 'delete from company_notes where company_id = $companyId and id = $id',
  params: { companyId: uuid, id: uuid },
});
