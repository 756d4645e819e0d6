import { runInPieces } from '#server/lib/concurrency/pieces.ts';
import { rowArrays } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { text } from '#server/sql/types.ts';
import { joinPrice } from './prices.sql.ts';
import { matchUsage } from './match-usage.ts';
import type { UsageEvent } from './usage-event.ts';
import * as matched from './matched-usage.ts';
import { addToSums, summedColumns, toClauses } from './usage-sums.sql.ts';
import { moveSurplus } from './released-usage.ts';
import { deleteReplaced } from './replaced-usage.ts';

/**
 * The lock of `withLedger` in a transaction of `inCompany`, for a change that needs the coordinator too. It reads a table of the company,
 * because a distributed PostgreSQL runs it on the server of the company then, where the others lock.
 */
export const lockLedgerThroughTable = statement.get({
  text: `
    select pg_advisory_xact_lock(hashtextextended(($companyId::uuid)::text, 7283914005) + 0 * count(*))::text as locked
    from company_limits where company_id = $companyId`,
  row: { locked: text },
});

const usageEvents = rowArrays(matched.usageColumns);

/*
 * The price is the one agreed for the day of the run, else the skill's own of that day, else 0 for a reported skill without a mapping. A
 * usage event with a reservation takes the reservation's day, skill, price and key, and commits the reservation in the same
 * statement: it counts once, and against the limits that it was reserved from. No clause for conflicts: under the ledger
 * lock it is known which ids exist, and new rows cost less without one.
 */
const recordUsageStatement = statement({
  name: 'ledger.record-usage',
  text: `
    with inserted as (
      insert into usage_events (company_id, id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
        channels, senders, intake_key_id, model, price_ten_thousandths)
      select $companyId, t.id, t.external_id, coalesce(b.taken_at, t.occurred_at), coalesce(b.day, t.day),
        t.conversation_id, coalesce(b.skill_number, t.skill_number),
        coalesce(nullif(b.user_number, 0), t.user_number), t.channels, t.senders,
        coalesce(b.intake_key_id, t.intake_key_id), t.model, coalesce(b.price_ten_thousandths, p.price, 0)
      from ${usageEvents.rows}
      left join (
        select id, taken_at, day, skill_number, user_number, intake_key_id, price_ten_thousandths from budget_reservations
        where company_id = $companyId and id = any($id::uuid[]) and state in ('held', 'committed') offset 0
      ) b on b.id = t.id
      left join reported_skills r on r.company_id = $companyId and r.number = t.skill_number
      left join skills s on s.id = r.skill_id and (s.company_id = $companyId or s.is_provided)
      ${joinPrice('s', 't.day', 'p')}
      returning id, ${summedColumns}
    ), committed as (
      update budget_reservations set state = 'committed'
      where company_id = $companyId and id = any(array(select id from inserted)) and state = 'held'
    )${toClauses(addToSums.slice(1))}
    ${addToSums[0]}`,
  params: usageEvents.params,
});

/**
 * Records the reported usage events that are new runs, instead of those that they replace, at the prices of their day or of their reservations, and keeps
 * the others as matched. The only place that inserts into the ledger; requires `withLedger`.
 */
export async function recordUsage(tx: CompanyTransaction, events: readonly UsageEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const stored = await matched.getStoredUsage(tx, events, now);
  const { billed, unbilled, changed, missing, withdrawn, surplus } = await runInPieces(matchUsage(events, stored));
  // First, because another may come under the same id.
  await deleteReplaced(tx, withdrawn);
  await Promise.all([matched.updateUsage(tx, changed), matched.createUnbilled(tx, unbilled)]);
  const added = [...billed, ...(await matched.claimMatched(tx, missing))];
  if (added.length > 0) await tx.run(recordUsageStatement, await runInPieces(usageEvents.encodeColumns(added)));
  await moveSurplus(tx, surplus, now);
  await matched.commitReservations(tx, events, billed);
}
