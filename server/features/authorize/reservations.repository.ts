import type pg from 'pg';
import { toIntegers, toTexts, toUuids } from '../../sql/sql-arrays.ts';
import type { AskedRun, Decided, Hold, ReachedLimit } from './holds.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/** When runs are asked for, and until when their holds count. */
interface Moment {
  readonly now: Date;
  readonly expiresAt: Date;
}

interface DecidedRow {
  readonly reservation: string;
  readonly skill_number: number;
  readonly skill_name: string | null;
  readonly day: string;
  readonly decision: Decided['decision'];
  readonly limited_by: ReachedLimit['scope'] | null;
  readonly limit: number | null;
  readonly used: number | null;
  readonly price: number;
  readonly remaining: number | null;
}

/* All amounts are whole numbers far below those that a double holds exactly. */
export const takeHoldsText = `
  select reservation, skill_number, skill_name, day::text as day, decision, limited_by,
    limit_ten_thousandths::float8 as limit, used_ten_thousandths::float8 as used,
    price_ten_thousandths::float8 as price, remaining_ten_thousandths::float8 as remaining
  from reserve_budget($1, $2, $3, $4, $5::uuid[], $6::text[], $7::int4[], $8::int4[])`;

/** Decides in this order, in one statement; what was asked before is answered as it was then. */
export async function takeHolds(
  executor: Executor,
  { companyId, timeZone }: { readonly companyId: string; readonly timeZone: string },
  { now, expiresAt }: Moment,
  runs: readonly AskedRun[],
): Promise<Decided[]> {
  const values = [
    companyId,
    now,
    expiresAt,
    timeZone,
    toUuids(runs.map(({ id }) => id)),
    toTexts(runs.map(({ externalId }) => externalId)),
    toIntegers(runs.map(({ skill }) => skill)),
    toIntegers(runs.map(({ user }) => user)),
  ];
  const { rows } = await executor.query<DecidedRow>({ name: 'authorize: take', text: takeHoldsText, values });
  return rows.map(toDecided);
}

function toDecided(row: DecidedRow): Decided {
  const { decision, reservation, day, price, remaining, limited_by: scope, limit, used } = row;
  const reached = scope && limit !== null && used !== null ? { scope, limit, used } : null;
  const skill = { skill: row.skill_number, skillName: row.skill_name ?? '' };
  return { decision, reservation, ...skill, day, price, remaining, limit: reached };
}

const findHoldsText = `
  select replace(id::text, '-', '') as id, external_id as "externalId", reservation, state,
    (extract(epoch from taken_at) * 1000)::float8 as "takenAt",
    (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
    day - date '2000-01-01' as day, skill_number as skill, user_number as user
  from budget_reservations where company_id = $1 and reservation = any($2::uuid[]) and state <> 'denied'`;

/** By reservation. Nobody knows the reservation of what was denied. */
export async function findHolds(
  executor: Executor,
  companyId: string,
  reservations: readonly string[],
): Promise<Map<string, Hold>> {
  const values = [companyId, reservations];
  const { rows } = await executor.query<Hold>({ name: 'authorize: find', text: findHoldsText, values });
  return new Map(rows.map((hold) => [hold.reservation, hold]));
}

/** Takes an expired hold once more; false where its amount is no longer free. */
export async function retakeHold(
  executor: Executor,
  companyId: string,
  id: string,
  { now, expiresAt }: Moment,
): Promise<boolean> {
  const text = 'select renew_reservation($1, $2, $3, $4) as taken';
  const { rows } = await executor.query<{ taken: boolean }>(text, [companyId, id, now, expiresAt]);
  return rows[0]?.taken ?? false;
}

export async function releaseHold(executor: Executor, companyId: string, id: string): Promise<void> {
  const text = `update budget_reservations set state = 'released' where company_id = $1 and id = $2 and state = 'held'`;
  await executor.query(text, [companyId, id]);
}

/** A run of the ledger, with its price in ten-thousandths. */
export interface LedgerRun {
  readonly id: string;
  readonly externalId: string;
  readonly skill: string;
  readonly price: number;
  readonly occurredAt: Date;
  readonly day: string;
}

const findRunsText = `
  select replace(q.id::text, '-', '') as id, q.external_id as "externalId", coalesce(n.name, '') as skill,
    q.price_ten_thousandths::float8 as price, q.occurred_at as "occurredAt", q.day::text as day
  from usage_events q left join reported_skills n on n.company_id = q.company_id and n.number = q.skill_number
  where q.company_id = $1 and q.id = any($2::uuid[])`;

/** By id. */
export async function findRuns(
  executor: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, LedgerRun>> {
  const values = [companyId, toUuids(ids)];
  const { rows } = await executor.query<LedgerRun>({ name: 'authorize: runs', text: findRunsText, values });
  return new Map(rows.map((run) => [run.id, run]));
}
