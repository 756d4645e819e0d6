import { addDays } from '#contract/calendar/zones.ts';
import { getToday } from '#domain/ledger/calendar/time-zone.repository.ts';
import { columns } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { date, instant, integer, nullable, uuid, type RowOf } from '#server/sql/types.ts';

const settings = { contentDays: nullable(integer), sumsDays: nullable(integer) };
const stored = { ...settings, version: integer };

export type StoredRetention = RowOf<typeof stored>;

const selectRetention = `select ${columns(stored)} from retention_settings where company_id = $companyId`;

/** Undefined for a company that has never changed them. */
export const findRetention = statement.find({ text: selectRetention, row: stored });

/** Stores the defaults where there is nothing to lock yet. */
export const ensureRetention = statement.run({
  text: `
    insert into retention_settings (company_id, updated_at) values ($companyId, $now)
    on conflict (company_id) do nothing`,
  params: { now: instant },
});

/** Locks the settings until the transaction ends. */
export const lockRetention = statement.get({ text: `${selectRetention} for update`, row: stored });

/** Writes settings that this transaction has locked. */
export const updateRetention = statement.get({
  text: `
    update retention_settings set content_days = $contentDays, sums_days = $sumsDays, version = version + 1,
      updated_at = $now
    where company_id = $companyId returning ${columns(stored)}`,
  params: { ...settings, now: instant },
  row: stored,
});

/** The companies that delete what is older. */
export const listRetentions = systemStatement.list({
  text: `
    select company_id as "companyId", content_days as "contentDays", sums_days as "sumsDays" from retention_settings
    where content_days is not null or sums_days is not null order by company_id`,
  row: { companyId: uuid, ...settings },
});

/** The first days that are kept, in the company's zone; null for settings without an end. */
export async function getCutoffs(
  tx: CompanyTransaction,
  { contentDays, sumsDays, now }: Pick<StoredRetention, 'contentDays' | 'sumsDays'> & { readonly now: Date },
): Promise<{ readonly content: string | null; readonly sums: string | null }> {
  const today = await getToday(tx, now);
  const [content = null, sums = null] = [contentDays, sumsDays].map((days) =>
    days === null ? null : addDays(today, -days),
  );
  return { content, sums };
}

/* Days are those of the company's zone: their instants end up to a day beside it. */
const isOlder = `day < $before::date and started_at < $before::date + interval '2 days'`;

export const countConversations = statement.get({
  text: `
    select count(*) filter (where not without_content) as "withContent", count(*) as all
    from conversations where company_id = $companyId and ${isOlder}`,
  params: { before: date },
  row: { withContent: integer, all: integer },
});

const page = { before: date, from: instant, until: instant, afterStart: instant, afterId: uuid, limit: integer };
const inPage = `company_id = $companyId and started_at >= $from and started_at < $until and ${isOlder}
  and (started_at, id) > ($afterStart::timestamptz, $afterId::uuid)`;
const ordered = 'order by started_at, id limit $limit';
const row = { id: uuid, startedAt: instant };

/** Conversations of one partition that have texts, the oldest first. */
export const listConversationsWithContent = statement.list({
  text: `
    select id, started_at as "startedAt" from conversations where ${inPage} and not without_content ${ordered}`,
  params: page,
  row,
});

/** Conversations of one partition, the oldest first. */
export const listConversations = statement.list({
  text: `select id, started_at as "startedAt" from conversations where ${inPage} ${ordered}`,
  params: page,
  row,
});
