import type { Decision } from '#features/money/contract/authorize.ts';
import type { LimitKind } from '#features/money/contract/limits/limit-kinds.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { integers, rowArrays, texts, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, date, instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

/** A usage event that an assistant wants to spend on. Ids are 32 hexadecimal digits. */
interface RequestedReservation {
  readonly id: string;
  readonly externalId: string;
  readonly skillNumber: number;
  readonly userNumber: number;
  /** The key that asks. */
  readonly intakeKeyId: string | null;
}

export interface Decided {
  readonly decision: Decision;
  readonly reservation: string;
  /** The skill of the first request with this id. */
  readonly skillNumber: number;
  /** The skill's name as first reported. */
  readonly skillName: string;
  /** In the company's zone, `2026-11-21`. */
  readonly day: string;
  readonly price: TenThousandths;
  /** Null without a limit. */
  readonly remaining: TenThousandths | null;
  /** The limit that the message names; null where no limit is near. */
  readonly limit: ReachedLimit | null;
}

export interface ReachedLimit {
  readonly kind: LimitKind;
  /** The name of a department or key. */
  readonly name: string | null;
  readonly limit: TenThousandths;
  /** Spent and reserved after the decision. */
  readonly used: TenThousandths;
}

/** When a reservation is requested, and until when it counts. */
export interface ReservationTimes {
  readonly now: Date;
  readonly expiresAt: Date;
}

const requested = rowArrays({
  id: uuids,
  externalId: texts,
  skillNumber: integers,
  userNumber: integers,
  intakeKeyId: uuids,
});

/** The benchmark sends it too. */
export const reserveBudgetStatement = statement({
  name: 'reservations.reserve',
  text: `
    select decision, reservation, skill_number as "skillNumber", coalesce(skill_name, '') as "skillName", day,
      price_ten_thousandths as price, remaining_ten_thousandths as remaining, limited_by as kind,
      limit_name as name, limit_ten_thousandths as limit, used_ten_thousandths as used
    from reserve_budget($companyId, $now, $expiresAt, $timeZone, $id::uuid[], $externalId::text[],
      $skillNumber::int4[], $userNumber::int4[], $intakeKeyId::uuid[])`,
  params: { now: instant, expiresAt: instant, timeZone: text, ...requested.params },
  row: {
    decision: textOf<Decided['decision']>(),
    reservation: uuid,
    skillNumber: integer,
    skillName: text,
    day: date,
    price: integer,
    remaining: nullable(integer),
    kind: nullable(textOf<LimitKind>()),
    name: nullable(text),
    limit: nullable(integer),
    used: nullable(integer),
  },
});

/** Decides in this order, in one statement; a repeated request gets its decision while it counts. */
export async function reserveBudget(
  tx: CompanyTransaction,
  requests: readonly RequestedReservation[],
  times: ReservationTimes & {
    /** By its offset (`toFixedZone`), so that the day is one of the program's calendar. */
    readonly timeZone: string;
  },
): Promise<Decided[]> {
  const rows = await tx.list(reserveBudgetStatement, { ...times, ...requested.encode(requests) });
  return rows.map(({ kind, name, limit, used, ...decided }) => ({
    ...decided,
    limit: kind && limit !== null && used !== null ? { kind, name, limit, used } : null,
  }));
}

const reservation = {
  id: text,
  externalId: text,
  reservation: uuid,
  state: textOf<'held' | 'committed' | 'released'>(),
  takenAt: instant,
  expiresAt: instant,
  dayNumber: integer,
  skillNumber: integer,
  userNumber: integer,
};

/** `id` is 32 hexadecimal digits, `dayNumber` the days since 2000-01-01. */
export type Reservation = RowOf<typeof reservation>;

const listReservationsStatement = statement({
  name: 'reservations.list',
  text: `
    select replace(id::text, '-', '') as id, external_id as "externalId", reservation, state, taken_at as "takenAt",
      expires_at as "expiresAt", day - date '2000-01-01' as "dayNumber", skill_number as "skillNumber",
      user_number as "userNumber"
    from budget_reservations
    where company_id = $companyId and reservation = any($reservations) and state <> 'denied'`,
  params: { reservations: array(uuid) },
  row: reservation,
});

/** By `reservation`. Leaves denied ones out, because their reservation was never answered. */
export async function listReservations(
  tx: CompanyTransaction,
  reservations: readonly string[],
): Promise<Map<string, Reservation>> {
  const rows = await tx.list(listReservationsStatement, { reservations });
  return new Map(rows.map((row) => [row.reservation, row]));
}

const renewReservationStatement = statement({
  text: 'select renew_reservation($companyId, $id, $now, $expiresAt) as "isRenewed"',
  params: { id: uuid, now: instant, expiresAt: instant },
  row: { isRenewed: boolean },
});

/** Extends an expired reservation; false where its budgets have no room for it any more. */
export async function renewReservation(tx: CompanyTransaction, id: string, times: ReservationTimes): Promise<boolean> {
  return (await tx.get(renewReservationStatement, { id, ...times })).isRenewed;
}

export const releaseReservation = statement.run({
  text: `
    update budget_reservations set state = 'released' where company_id = $companyId and id = $id and state <> 'denied'`,
  params: { id: uuid },
});

const recordedUsage = {
  id: text,
  externalId: text,
  skill: text,
  price: integer,
  occurredAt: instant,
  day: date,
  isBilled: boolean,
};

/** A usage event of the ledger, or one that matches another of it, with its price in ten-thousandths. */
export type RecordedUsage = RowOf<typeof recordedUsage>;

const usageIds = rowArrays({ id: uuids });

const listUsageStatement = statement({
  name: 'reservations.list-usage',
  text: `
    select replace(e.id::text, '-', '') as id, e.external_id as "externalId", coalesce(r.name, '') as skill,
      e.price_ten_thousandths as price, e.occurred_at as "occurredAt", e.day, true as "isBilled"
    from usage_events e
    left join reported_skills r on r.company_id = e.company_id and r.number = e.skill_number
    where e.company_id = $companyId and e.id = any($id::uuid[])
    union all
    select replace(b.id::text, '-', ''), b.external_id, coalesce(r.name, ''), b.price_ten_thousandths, b.taken_at, b.day,
      false
    from matched_usage_events m
    join budget_reservations b on b.company_id = $companyId and b.id = m.id
    left join reported_skills r on r.company_id = $companyId and r.number = b.skill_number
    where m.company_id = $companyId and m.id = any($id::uuid[])`,
  params: usageIds.params,
  row: recordedUsage,
});

/** By id. */
export async function listRecordedUsage(
  tx: CompanyTransaction,
  reservations: Iterable<Reservation>,
): Promise<Map<string, RecordedUsage>> {
  const rows = await tx.list(listUsageStatement, usageIds.encode([...reservations]));
  return new Map(rows.map((row) => [row.id, row]));
}
