import type { ReminderLevel } from '#features/receivables/contract/dunning/reminder-levels.ts';
import { assignments, columns } from '#server/sql/columns.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, json, jsonText, nullable, type RowOf } from '#server/sql/types.ts';

const values = {
  isEnabled: boolean,
  levels: json<readonly ReminderLevel[]>(),
  suspensionAfterDays: nullable(integer),
};
const written = { ...values, levels: jsonText };
const stored = { ...values, version: integer };

export type StoredReminderSettings = RowOf<typeof stored>;

export const findReminderSettings = statement.find({
  text: `select ${columns(stored)} from reminder_settings where company_id = $companyId`,
  row: stored,
});

/** Makes the row of a provider that has none. */
export const createReminderSettings = statement.run({
  text: `
    insert into reminder_settings (company_id, levels, updated_at) values ($companyId, $levels, $now)
    on conflict do nothing`,
  params: { levels: jsonText, now: instant },
});

export const lockReminderSettings = statement.find({
  text: `select ${columns(stored)} from reminder_settings where company_id = $companyId for update`,
  row: stored,
});

/** Writes settings that this transaction has locked. A day that has passed until they are turned on has no run. */
export const updateReminderSettings = statement.get({
  text: `
    update reminder_settings set ${assignments(written)}, version = version + 1, updated_at = $now,
      done_day = case when is_enabled or not $isEnabled then done_day else greatest(done_day, $passedDay::date) end
    where company_id = $companyId returning ${columns(stored)}`,
  params: { ...written, now: instant, passedDay: date },
  row: stored,
});

/** The settings of the provider, with the last day whose reminders were sent; undefined where it has set none. */
export const findProviderReminders = systemStatement.find({
  text: `
    select ${columns(stored)}, done_day as "doneDay" from reminder_settings
    where company_id = (select id from companies where is_provider order by created_at, id limit 1)`,
  row: { ...stored, doneDay: nullable(date) },
});

/** Notes that all reminders of a day were sent. */
export const updateDoneDay = systemStatement.run({
  text: `
    update reminder_settings set done_day = $day
    where company_id = (select id from companies where is_provider order by created_at, id limit 1)
      and (done_day is null or done_day < $day)`,
  params: { day: date },
});
