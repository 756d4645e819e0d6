import type { JournalAccounts } from '#features/receivables/contract/journal/journal.ts';
import { columns } from '#server/sql/columns.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, json, nullable, text, textOf, type RowOf } from '#server/sql/types.ts';
import type { PostedPaper } from './plan-postings.ts';

const stored = { accounts: json<Partial<JournalAccounts>>(), version: integer };
export type StoredAccounts = RowOf<typeof stored>;

const selectAccounts = `select ${columns(stored)} from journal_settings where company_id = $companyId`;

/** Undefined for a provider that has never changed them. */
export const findAccounts = statement.find({ text: selectAccounts, row: stored });

/** Stores the defaults where there is nothing to lock yet. */
export const ensureAccounts = statement.run({
  text: `
    insert into journal_settings (company_id, updated_at) values ($companyId, $now) on conflict (company_id) do nothing`,
  params: { now: instant },
});

/** Locks the settings until the transaction ends. */
export const lockAccounts = statement.get({ text: `${selectAccounts} for update`, row: stored });

/** Writes settings that this transaction has locked. */
export const updateAccounts = statement.get({
  text: `
    update journal_settings set accounts = $accounts, version = version + 1, updated_at = $now
    where company_id = $companyId returning ${columns(stored)}`,
  params: { accounts: json<JournalAccounts>(), now: instant },
  row: stored,
});

const paper = {
  number: text,
  kind: textOf<PostedPaper['kind']>(),
  issueDate: date,
  corrects: nullable(text),
  company: text,
  totalTenThousandths: integer,
  vat: nullable(json<NonNullable<PostedPaper['vat']>>()),
  vatPercent: nullable(integer),
  isReverseCharge: nullable(boolean),
};
export type StoredPaper = RowOf<typeof paper>;

/** The papers that the provider has issued to all companies on some days, in the order of their days and numbers. */
export const listPapers = systemStatement.list({
  text: `
    select i.invoice_id as number, i.kind, i.issue_date as "issueDate", p.invoice_id as corrects, c.name as company,
      i.total_ten_thousandths as "totalTenThousandths", i.vat, i.vat_percent as "vatPercent",
      i.is_reverse_charge as "isReverseCharge"
    from invoices i
    join companies c on c.id = i.company_id
    left join invoices p on p.company_id = i.company_id and p.id = i.corrects_id
    where not i.is_own and i.issue_date between $from and $to
    order by i.issue_date, i.invoice_id, i.created_at`,
  params: { from: date, to: date },
  row: paper,
});
