import type pg from 'pg';
import type { LedgerRow } from './merge-batches.ts';
import { toBooleans, toDates, toInstants, toIntegers, toTexts, toUuids } from './sql-arrays.ts';

/* The price is the company's own, else the skill's, and nothing where nobody has said which skill is meant. */
const insertRequestsText = `
  with inserted as (
    insert into requests (company_id, id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
      price_ten_thousandths)
    select $1, t.id, t.external_id, t.occurred_at, t.day, t.conversation_id, t.skill_number, t.user_number,
      coalesce(p.price_ten_thousandths, s.price_ten_thousandths, 0)
    from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::date[], $6::uuid[], $7::int4[], $8::int4[], $9::bool[])
      as t(id, external_id, occurred_at, day, conversation_id, skill_number, user_number, only_if_first)
    left join reported_skills r on r.company_id = $1 and r.number = t.skill_number
    left join skills s on s.id = r.skill_id and (s.company_id = $1 or s.is_provided)
    left join skill_prices p on p.company_id = $1 and p.skill_id = s.id
    where not (t.only_if_first and exists (
      select from requests e where e.company_id = $1 and e.conversation_id = t.conversation_id))
    on conflict (company_id, id) do nothing
    returning day, skill_number, price_ten_thousandths
  )
  insert into request_days as d (company_id, day, skill_number, price_ten_thousandths, requests)
  select $1, day, skill_number, price_ten_thousandths, count(*) from inserted group by 2, 3, 4 order by 2, 3, 4
  on conflict (company_id, day, skill_number, price_ten_thousandths)
  do update set requests = d.requests + excluded.requests`;

/** Enters the runs that the ledger does not have yet, at the prices of this moment. */
export async function insertRequests(
  executor: Pick<pg.PoolClient, 'query'>,
  companyId: string,
  rows: readonly LedgerRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = [
    companyId,
    toUuids(rows.map(({ request }) => request.id)),
    toTexts(rows.map(({ request }) => request.externalId)),
    toInstants(rows.map(({ request }) => request.occurredAt)),
    toDates(rows.map(({ day }) => day)),
    toUuids(rows.map(({ request }) => request.conversation)),
    toIntegers(rows.map(({ skill }) => skill)),
    toIntegers(rows.map(({ user }) => user)),
    toBooleans(rows.map(({ onlyIfFirst }) => onlyIfFirst)),
  ];
  await executor.query({ name: 'intake: requests', text: insertRequestsText, values });
}
