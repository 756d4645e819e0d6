import { instants, integers, rowArrays, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { date, integer, text } from '#server/sql/types.ts';
import type { LedgerMoment } from './calendar/ledger-moment.ts';
import type { SurplusUsage } from './match-usage.ts';
import { deleteEmptyUsage, toUsageIds, usageIds } from './replaced-usage.ts';
import { usageChannels } from './usage-event.ts';
import { subtractFromSums, toClauses } from './usage-sums.sql.ts';

/* A released run is not billed by what others report of it, as long as no invoice has billed it. */

const isOpen = (event: string) => `${event}.day >= $openSince::date`;

const listReleasedStatement = statement({
  name: 'ledger.list-released',
  text: `
    select replace(id::text, '-', '') as id from budget_reservations
    where company_id = $companyId and id = any($id::uuid[]) and state = 'released'`,
  params: usageIds.params,
  row: { id: text },
});

/** Lists the ids of these events whose reservation was released. */
export async function listReleased(tx: CompanyTransaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await tx.list(listReleasedStatement, toUsageIds(ids))).map(({ id }) => id));
}

const listReleasableStatement = statement({
  name: 'ledger.list-releasable',
  text: `
    select replace(u.id::text, '-', '') as id from (
      select id, channels, false as is_released from usage_events e where e.company_id = $companyId and e.id = any($id::uuid[]) and ${isOpen('e')}
      union all
      select id, channels, is_released from matched_usage_events where company_id = $companyId and id = any($id::uuid[])
    ) u where u.channels & $commits = 0 or u.is_released`,
  params: { ...usageIds.params, commits: integer, openSince: date },
  row: { id: text },
});

/** Lists the ids of these events that no commit has named, and no invoice has billed. */
export async function listReleasable(
  tx: CompanyTransaction,
  ids: readonly string[],
  { openSince }: LedgerMoment,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.list(listReleasableStatement, {
    ...toUsageIds(ids),
    commits: usageChannels.authorize,
    openSince,
  });
  return new Set(rows.map(({ id }) => id));
}

const surplusRows = rowArrays({ conversationId: uuids, scope: uuids, count: integers, nearAt: instants });

/* Those nearest in time; not one that was asked for, because that took place. */
const moveSurplusStatement = statement({
  text: `
    with chosen as (
      select c.id from ${surplusRows.rows}
      cross join lateral (
        select e.id from usage_events e
        left join reported_skills r on r.company_id = $companyId and r.number = e.skill_number
        where e.company_id = $companyId and e.conversation_id = t.conversation_id
          and coalesce(r.skill_id, r.id) is not distinct from t.scope
          and ${isOpen('e')} and e.channels & $commits = 0
          and not exists (select from budget_reservations b where b.company_id = $companyId and b.id = e.id)
        order by abs(extract(epoch from e.occurred_at - t.near_at)), e.id limit t.count
      ) c
    ), deleted as (
      delete from usage_events e using chosen where e.company_id = $companyId and e.id = chosen.id returning e.*
    ), kept as (
      insert into matched_usage_events (company_id, id, external_id, occurred_at, day, conversation_id, skill_number,
        user_number, channels, senders, intake_key_id, model, is_imported)
      select company_id, id, external_id, occurred_at, day, conversation_id, skill_number, user_number, channels, senders,
        intake_key_id, model, false
      from deleted
    )${toClauses(subtractFromSums)}
    select distinct day from deleted`,
  params: { ...surplusRows.params, commits: integer, openSince: date },
  row: { day: date },
});

/** Takes out of the ledger what is known now to report a released run. */
export async function moveSurplus(
  tx: CompanyTransaction,
  surplus: readonly SurplusUsage[],
  { openSince }: LedgerMoment,
): Promise<void> {
  if (surplus.length === 0) return;
  const rows = surplus.map(({ nearMs, ...each }) => ({ ...each, nearAt: nearMs }));
  const days = await tx.list(moveSurplusStatement, {
    ...surplusRows.encode(rows),
    commits: usageChannels.authorize,
    openSince,
  });
  await deleteEmptyUsage(
    tx,
    days.map(({ day }) => day),
  );
}
