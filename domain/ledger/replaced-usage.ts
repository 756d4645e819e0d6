import { rowArrays, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, integer, text } from '#server/sql/types.ts';
import type { LedgerMoment } from './calendar/ledger-moment.ts';
import { usageChannels } from './usage-event.ts';
import {
  modelUsage,
  monthlySums,
  roundedUsage,
  subtractFromSums,
  summedColumns,
  toClauses,
  type UsageSum,
} from './usage-sums.sql.ts';

/*
 * What telemetry reported of a run whose outermost span had not arrived is replaced by the run itself where that arrives
 * later, under its skill, as long as no invoice has billed it.
 */

/** Ids of usage events, as a statement takes them. */
export const usageIds = rowArrays({ id: uuids });
export const toUsageIds = (ids: readonly string[]) => usageIds.encode(ids.map((id) => ({ id })));

const listReplaceableStatement = statement({
  name: 'ledger.list-replaceable',
  text: `
    select replace(u.id::text, '-', '') as id from (
      select id, day, channels from usage_events where company_id = $companyId and id = any($id::uuid[])
      union all
      select id, day, channels from matched_usage_events where company_id = $companyId and id = any($id::uuid[])
    ) u
    where u.channels = $channels and u.day >= $openSince::date
      and not exists (select from budget_reservations b where b.company_id = $companyId and b.id = u.id)`,
  params: { ...usageIds.params, channels: integer, openSince: date },
  row: { id: text },
});

/** Lists the ids of these events that telemetry alone has reported, in a month that is not billed yet. */
export async function listReplaceable(
  tx: CompanyTransaction,
  ids: readonly string[],
  { openSince }: LedgerMoment,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.list(listReplaceableStatement, { ...toUsageIds(ids), channels: usageChannels.otlp, openSince });
  return new Set(rows.map(({ id }) => id));
}

const deleteBilledStatement = statement({
  name: 'ledger.delete-billed',
  text: `
    with deleted as (
      delete from usage_events where company_id = $companyId and id = any($id::uuid[])
      returning ${summedColumns}
    )${toClauses(subtractFromSums)}
    select distinct day from deleted`,
  params: usageIds.params,
  row: { day: date },
});

const deleteMatchedStatement = statement({
  name: 'ledger.delete-matched',
  text: 'delete from matched_usage_events where company_id = $companyId and id = any($id::uuid[])',
  params: usageIds.params,
});

const deleteEmptyMonths = ({ table }: UsageSum) => `
  delete from ${table} where company_id = $companyId and requests = 0
    and month in (select date_trunc('month', day)::date from unnest($days) as t (day))`;

const deleteEmptyStatement = statement({
  name: 'ledger.delete-empty',
  text: `
    with days as (
      delete from usage_daily where company_id = $companyId and requests = 0 and day = any($days)
    )${toClauses([...monthlySums.slice(1), roundedUsage, modelUsage].map(deleteEmptyMonths))}
    ${monthlySums.slice(0, 1).map(deleteEmptyMonths).join('')}`,
  params: { days: array(date) },
});

/** Takes replaced events out of the ledger, with their sums, and out of those beside it. */
export async function deleteReplaced(tx: CompanyTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const days = (await tx.list(deleteBilledStatement, toUsageIds(ids))).map(({ day }) => day);
  await tx.run(deleteMatchedStatement, toUsageIds(ids));
  await deleteEmptyUsage(tx, days);
}

/** Sums of these days that have become nothing. */
export async function deleteEmptyUsage(tx: CompanyTransaction, days: readonly string[]): Promise<void> {
  if (days.length > 0) await tx.run(deleteEmptyStatement, { days });
}
