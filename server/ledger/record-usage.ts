import type pg from 'pg';
import { toBooleans, toDates, toInstants, toIntegers, toTexts, toUuids } from '../sql/sql-arrays.ts';
import type { DayNumber } from '../sql/sql-arrays.ts';

/** A billed run as it goes into the ledger, where it is not there yet. Ids are 32 hexadecimal digits. */
export interface BilledRun {
  readonly id: string;
  readonly externalId: string;
  /** In milliseconds. */
  readonly occurredAt: number;
  readonly day: DayNumber;
  readonly conversation: string | null;
  readonly skill: number;
  readonly user: number;
  /** Only where the conversation has no other run. */
  readonly onlyIfFirst: boolean;
}

/*
 * The price is the company's own, else the skill's, and nothing where nobody has said which skill is meant. A run that
 * was authorised is entered as it was held, whoever reports it first, and its hold ends in the same moment: it counts
 * once, and in the month whose budget it was held from.
 */
const enterRequestsText = `
  with inserted as (
    insert into usage_events (company_id, id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
      price_ten_thousandths)
    select $1, t.id, t.external_id, coalesce(h.taken_at, t.occurred_at), coalesce(h.day, t.day), t.conversation_id,
      coalesce(h.skill_number, t.skill_number), coalesce(nullif(h.user_number, 0), t.user_number),
      coalesce(h.price_ten_thousandths, p.price_ten_thousandths, s.price_ten_thousandths, 0)
    from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::date[], $6::uuid[], $7::int4[], $8::int4[], $9::bool[])
      as t(id, external_id, occurred_at, day, conversation_id, skill_number, user_number, only_if_first)
    left join lateral (
      select taken_at, day, skill_number, user_number, price_ten_thousandths from budget_reservations
      where company_id = $1 and id = t.id and state = 'held' offset 0
    ) h on true
    left join reported_skills r on r.company_id = $1 and r.number = t.skill_number
    left join skills s on s.id = r.skill_id and (s.company_id = $1 or s.is_provided)
    left join skill_prices p on p.company_id = $1 and p.skill_id = s.id
    where not (t.only_if_first and exists (
      select from usage_events e where e.company_id = $1 and e.conversation_id = t.conversation_id offset 0))
    on conflict (company_id, id) do nothing
    returning id, day, skill_number, price_ten_thousandths
  ), settled as (
    update budget_reservations set state = 'committed'
    where company_id = $1 and id = any(array(select id from inserted)) and state = 'held'
  )
  insert into usage_daily as d (company_id, day, skill_number, price_ten_thousandths, requests)
  select $1, day, skill_number, price_ten_thousandths, count(*) from inserted group by 2, 3, 4 order by 2, 3, 4
  on conflict (company_id, day, skill_number, price_ten_thousandths)
  do update set requests = d.requests + excluded.requests`;

/**
 * Enters the runs that the ledger does not have yet, at the prices of this moment or as they were held. The only place
 * that writes the ledger; under `lockCompany`.
 */
export async function enterRequests(
  executor: Pick<pg.PoolClient, 'query'>,
  companyId: string,
  runs: readonly BilledRun[],
): Promise<void> {
  if (runs.length === 0) return;
  const values = [
    companyId,
    toUuids(runs.map(({ id }) => id)),
    toTexts(runs.map(({ externalId }) => externalId)),
    toInstants(runs.map(({ occurredAt }) => occurredAt)),
    toDates(runs.map(({ day }) => day)),
    toUuids(runs.map(({ conversation }) => conversation)),
    toIntegers(runs.map(({ skill }) => skill)),
    toIntegers(runs.map(({ user }) => user)),
    toBooleans(runs.map(({ onlyIfFirst }) => onlyIfFirst)),
  ];
  await executor.query({ name: 'ledger: requests', text: enterRequestsText, values });
}
