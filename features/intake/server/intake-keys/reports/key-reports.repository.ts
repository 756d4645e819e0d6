import { getDay } from '#contract/calendar/zones.ts';
import type { ReportReason } from '#features/intake/contract/key-reports.ts';
import { columns } from '#server/sql/columns.ts';
import { bigints, rowArrays, texts, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, nullable, textOf, uuid, type RowOf } from '#server/sql/types.ts';

export type KeyCounts = Map<ReportReason, number>;

const dayRows = rowArrays({ intakeKeyId: uuids, reason: texts, items: bigints });

/* Joined to the keys, because their company may be about to be deleted. */
const addDaysStatement = statement({
  name: 'key-reports.add-days',
  text: `
    insert into intake_key_days as d (company_id, intake_key_id, day, reason, items)
    select $companyId, t.intake_key_id, $day::date, t.reason, t.items
    from ${dayRows.rows} join intake_keys k on k.company_id = $companyId and k.id = t.intake_key_id
    order by t.intake_key_id, t.reason
    on conflict (company_id, intake_key_id, day, reason) do update set items = d.items + excluded.items`,
  params: { ...dayRows.params, day: date },
});

const hourRows = rowArrays({ intakeKeyId: uuids, accepted: bigints, rejected: bigints });

const addHoursStatement = statement({
  name: 'key-reports.add-hours',
  text: `
    insert into intake_key_hours as h (company_id, intake_key_id, hour, accepted, rejected)
    select $companyId, t.intake_key_id, date_trunc('hour', $now::timestamptz), t.accepted, t.rejected
    from ${hourRows.rows} join intake_keys k on k.company_id = $companyId and k.id = t.intake_key_id
    order by t.intake_key_id
    on conflict (company_id, intake_key_id, hour)
    do update set accepted = h.accepted + excluded.accepted, rejected = h.rejected + excluded.rejected`,
  params: { ...hourRows.params, now: instant },
});

/* An accepted item ends the silence. */
const recordActivityStatement = statement({
  name: 'key-reports.record-activity',
  text: `
    insert into intake_key_alerts as a (company_id, intake_key_id, accepted_at)
    select $companyId, t.intake_key_id, case when t.accepted > 0 then $now::timestamptz end
    from ${hourRows.rows} join intake_keys k on k.company_id = $companyId and k.id = t.intake_key_id
    order by t.intake_key_id
    on conflict (company_id, intake_key_id) do update
      set accepted_at = coalesce(excluded.accepted_at, a.accepted_at),
        silence_over_at = case
          when excluded.accepted_at is not null and a.silent_at > coalesce(a.silence_over_at, '-infinity')
          then excluded.accepted_at else a.silence_over_at end`,
  params: { ...hourRows.params, now: instant },
});

/** A call that is to be repeated loses nothing, and a deleted conversation is to stay so. */
const harmless: ReadonlySet<ReportReason> = new Set(['accepted', 'late', 'ignored', 'busy', 'deleted']);

interface Recorded {
  /** By the id of the key. */
  readonly keys: ReadonlyMap<string, KeyCounts>;
  readonly timeZone: string;
  readonly now: Date;
}

/** Adds counts to those of the day and the hour. */
export async function recordReports(tx: CompanyTransaction, { keys, timeZone, now }: Recorded): Promise<void> {
  const all = [...keys];
  const days = all.flatMap(([intakeKeyId, counts]) =>
    [...counts].map(([reason, items]) => ({ intakeKeyId, reason, items })),
  );
  const hours = all.map(([intakeKeyId, counts]) => ({
    intakeKeyId,
    accepted: counts.get('accepted') ?? 0,
    rejected: [...counts].reduce((sum, [reason, items]) => (harmless.has(reason) ? sum : sum + items), 0),
  }));
  if (days.length === 0) return;
  await tx.run(addDaysStatement, { ...dayRows.encode(days), day: getDay(now.getTime(), timeZone) });
  await tx.run(addHoursStatement, { ...hourRows.encode(hours), now });
  await tx.run(recordActivityStatement, { ...hourRows.encode(hours), now });
}

/** The days from one on, the latest first. */
export const listReportDays = statement.list({
  text: `
    select day as date, reason, items from intake_key_days
    where company_id = $companyId and intake_key_id = $id
      and day >= $first::date
    order by day desc, reason`,
  params: { id: uuid, first: date },
  row: { date, reason: textOf<ReportReason>(), items: integer },
});

const alerts = {
  silenceHours: nullable(integer),
  acceptedAt: nullable(instant),
  silentAt: nullable(instant),
  silenceOverAt: nullable(instant),
  failingAt: nullable(instant),
  failingOverAt: nullable(instant),
};
export type StoredAlerts = RowOf<typeof alerts>;

const alertColumns = columns(alerts, 'a');

export const findAlerts = statement.find({
  text: `select ${alertColumns} from intake_key_alerts a where a.company_id = $companyId and a.intake_key_id = $id`,
  params: { id: uuid },
  row: alerts,
});

/** A silence that the new setting would not have found is over. */
export const updateSilenceHours = statement.run({
  text: `
    insert into intake_key_alerts as a (company_id, intake_key_id, silence_hours) values ($companyId, $id, $silenceHours)
    on conflict (company_id, intake_key_id) do update set silence_hours = excluded.silence_hours, silent_at = null`,
  params: { id: uuid, silenceHours: nullable(integer) },
});

const judged = {
  companyId: uuid,
  id: uuid,
  ...alerts,
  accepted: integer,
  rejected: integer,
  acceptedBefore: integer,
  rejectedBefore: integer,
};
export type JudgedKey = RowOf<typeof judged>;

/**
 * The active keys of all companies that may have become silent or failing, or are failing. `accepted` and `rejected` are
 * items of this hour and the one before; `…Before` those of the day before them.
 */
export const listKeysToJudge = systemStatement.list({
  text: `
    with hours as (
      select company_id, intake_key_id, hour >= date_trunc('hour', $now::timestamptz) - interval '1 hour' as is_recent,
        sum(accepted)::int8 as accepted, sum(rejected)::int8 as rejected
      from intake_key_hours where hour >= date_trunc('hour', $now::timestamptz) - interval '25 hours' group by 1, 2, 3
    )
    select a.company_id as "companyId", a.intake_key_id as id, ${alertColumns},
      coalesce(r.accepted, 0) as accepted, coalesce(r.rejected, 0) as rejected,
      coalesce(b.accepted, 0) as "acceptedBefore", coalesce(b.rejected, 0) as "rejectedBefore"
    from intake_key_alerts a
    join intake_keys k on k.company_id = a.company_id and k.id = a.intake_key_id and k.revoked_at is null
    join companies c on c.id = a.company_id and c.status = 'active'
      and (c.suspended_from is null or c.suspended_from > $now)
    left join hours r on r.company_id = a.company_id and r.intake_key_id = a.intake_key_id and r.is_recent
    left join hours b on b.company_id = a.company_id and b.intake_key_id = a.intake_key_id and not b.is_recent
    where (a.accepted_at < $now::timestamptz - make_interval(hours => a.silence_hours)
        and coalesce(a.silent_at, '-infinity') <= coalesce(a.silence_over_at, '-infinity'))
      or r.rejected > 0
      or a.failing_at > coalesce(a.failing_over_at, '-infinity')`,
  params: { now: instant },
  row: judged,
});

/** Only where it is still as it was judged: another portal may have been first, or a report arrived. */
export const markSilent = statement.run({
  text: `
    update intake_key_alerts set silent_at = $now
    where company_id = $companyId and intake_key_id = $id and accepted_at = $acceptedAt
      and coalesce(silent_at, '-infinity') <= coalesce(silence_over_at, '-infinity')`,
  params: { id: uuid, acceptedAt: instant, now: instant },
});

export const markFailing = statement.run({
  text: `
    update intake_key_alerts set failing_at = $now
    where company_id = $companyId and intake_key_id = $id
      and coalesce(failing_at, '-infinity') <= coalesce(failing_over_at, '-infinity')`,
  params: { id: uuid, now: instant },
});

export const markFailingOver = statement.run({
  text: `
    update intake_key_alerts set failing_over_at = $now
    where company_id = $companyId and intake_key_id = $id and failing_at > coalesce(failing_over_at, '-infinity')`,
  params: { id: uuid, now: instant },
});

/** The keys that are silent or failing now. */
export const listAlertedKeys = statement.list({
  text: `
    select intake_key_id as id, coalesce(silent_at > coalesce(silence_over_at, '-infinity'), false) as "isSilent"
    from intake_key_alerts
    where company_id = $companyId and (silent_at > coalesce(silence_over_at, '-infinity')
      or failing_at > coalesce(failing_over_at, '-infinity'))`,
  row: { id: uuid, isSilent: boolean },
});
