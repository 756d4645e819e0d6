import { runInPieces } from '#server/lib/concurrency/pieces.ts';
import { rowArrays } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, text } from '#server/sql/types.ts';
import type { LedgerMoment } from './calendar/ledger-moment.ts';
import { joinPrice } from './prices/prices.sql.ts';
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
 * The price is the one agreed for the day of the run, else the skill's own of that day, else 0 for a reported skill without a
 * mapping. With tiers it is that of the first one with room for the run, counted from what the ledger holds and what is
 * reserved, in the order of the runs (decision 0088). A usage event with a reservation takes the reservation's day, skill, price and
 * key, and commits the reservation in the same statement: it counts once, and against the limits that it was reserved from. No clause for
 * conflicts: under the ledger lock it is known which ids exist, and new rows cost less without one.
 */
const recordUsageStatement = statement({
  name: 'ledger.record-usage',
  text: `
    with reported as (
      select t.id, t.external_id, coalesce(b.taken_at, t.occurred_at) as occurred_at, coalesce(b.day, t.day) as day,
        t.conversation_id, coalesce(b.skill_number, t.skill_number) as skill_number,
        coalesce(nullif(b.user_number, 0), t.user_number) as user_number, t.channels, t.senders,
        coalesce(b.intake_key_id, t.intake_key_id) as intake_key_id, t.model, b.price_ten_thousandths as reserved, p.price,
        s.id as skill_id, date_trunc('month', t.day::timestamp)::date as month,
        case when b.id is null and p.tiers is not null then p.since end as tiers_since,
        row_number() over (
          partition by s.id, date_trunc('month', t.day::timestamp), b.id is null order by t.day, t.occurred_at, t.id
        ) as place
      from ${usageEvents.rows}
      left join (
        select id, taken_at, day, skill_number, user_number, intake_key_id, price_ten_thousandths from budget_reservations
        where company_id = $companyId and id = any($id::uuid[]) and state in ('held', 'committed') offset 0
      ) b on b.id = t.id
      left join reported_skills r on r.company_id = $companyId and r.number = t.skill_number
      left join skills s on s.id = r.skill_id and (s.company_id = $companyId or s.is_provided)
      ${joinPrice('s', 't.day', 'p')}
    ), tiers as materialized (
      select of_skill.*, room.* from (
        select skill_id, month, tiers_since as since, min(day) as day from reported where tiers_since is not null group by 1, 2, 3
      ) of_skill
      cross join lateral list_tier_room($companyId, of_skill.skill_id, of_skill.day, $now) room
    ), inserted as (
      insert into usage_events (company_id, id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
        channels, senders, intake_key_id, model, price_ten_thousandths)
      select $companyId, e.id, e.external_id, e.occurred_at, e.day, e.conversation_id, e.skill_number, e.user_number,
        e.channels, e.senders, e.intake_key_id, e.model, coalesce(e.reserved, (
          select tiers.price from tiers
          where tiers.skill_id = e.skill_id and tiers.month = e.month and tiers.since = e.tiers_since
            and (tiers.room is null or tiers.room >= e.place)
          order by tiers.tier limit 1
        ), e.price, 0)
      from reported e
      returning id, ${summedColumns}
    ), committed as (
      update budget_reservations set state = 'committed'
      where company_id = $companyId and id = any(array(select id from inserted)) and state = 'held'
    )${toClauses(addToSums.slice(1))}
    ${addToSums[0]}`,
  params: { ...usageEvents.params, now: instant },
});

/**
 * Records the reported usage events that are new runs, instead of those that they replace, at the prices of their day or of their reservations, and keeps
 * the others as matched. The only place that inserts into the ledger; requires `withLedger`.
 */
export async function recordUsage(
  tx: CompanyTransaction,
  events: readonly UsageEvent[],
  moment: LedgerMoment,
): Promise<void> {
  if (events.length === 0) return;
  const stored = await matched.getStoredUsage(tx, events, moment);
  const { billed, unbilled, changed, missing, withdrawn, surplus } = await runInPieces(matchUsage(events, stored));
  // First, because another may come under the same id.
  await deleteReplaced(tx, withdrawn);
  await Promise.all([matched.updateUsage(tx, changed), matched.createUnbilled(tx, unbilled)]);
  const added = [...billed, ...(await matched.claimMatched(tx, missing))];
  if (added.length > 0) {
    await tx.run(recordUsageStatement, { ...(await runInPieces(usageEvents.encodeColumns(added))), now: moment.now });
  }
  await moveSurplus(tx, surplus, moment);
  await matched.commitReservations(tx, events, billed);
}
