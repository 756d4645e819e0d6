import { randomUUID } from 'node:crypto';
import { defaultReminderLevels } from '#features/receivables/contract/dunning/reminder-levels.ts';
import type { ReminderSettings, ReminderSettingsForm } from '#features/receivables/contract/dunning/reminders.ts';
import { confirmAtHome } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Uses } from '#server/portal/portal.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { getPassedDay } from './reminder-days.ts';
import * as repository from './reminder-settings.repository.ts';
import type { StoredReminderSettings } from './reminder-settings.repository.ts';

/* Belong to the provider, also while the actor acts in another company. */

const toSettings = ({ levels, ...settings }: StoredReminderSettings): ReminderSettings => ({
  ...settings,
  levels: [...levels],
});

/** The settings; the default levels, turned off, where the provider has set none. */
export async function getReminderSettings({ database }: Uses<'database'>, actor: Actor): Promise<ReminderSettings> {
  const stored = await database.inCompany.read(actor.homeCompanyId, repository.findReminderSettings);
  return toSettings(
    stored ?? { isEnabled: false, levels: defaultReminderLevels, suspensionAfterDays: null, version: 1 },
  );
}

/** @throws Problem `record.stale` */
export function updateReminderSettings(
  { database, clock, provider }: Uses<'database' | 'clock' | 'provider'>,
  context: CallContext,
  { version, ...form }: ReminderSettingsForm,
): Promise<ReminderSettings> {
  const { homeCompanyId } = context.actor;
  const now = clock.now();
  return database.inCompany(homeCompanyId, async (tx) => {
    await confirmAtHome(tx, context.actor, 'companies.manage');
    await repository.createReminderSettings(tx, { levels: JSON.stringify(defaultReminderLevels), now });
    const updated = await changeRecord<StoredReminderSettings>(tx, {
      context,
      now,
      isAtHome: true,
      action: 'reminders.update',
      lock: () => repository.lockReminderSettings(tx),
      version,
      toVisible: toSettings,
      write: (stored) =>
        repository.updateReminderSettings(tx, {
          ...form,
          levels: JSON.stringify(toLevels(form.levels, stored)),
          now,
          passedDay: getPassedDay(now, provider.timeZone),
        }),
      toSubject: () => ({ entity: 'reminderSettings', entityId: homeCompanyId, entityLabel: 'Payment reminders' }),
      toFields: ({ version: _version, levels, ...fields }) => ({
        ...fields,
        levels: levels.map(({ days, subject, body }) => ({ days, subject, body })),
      }),
    });
    return toSettings(updated);
  });
}

/** The levels by day. Only a stored id is kept, because it says that an invoice has had the level. */
function toLevels(levels: ReminderSettingsForm['levels'], stored: Pick<StoredReminderSettings, 'levels'>) {
  const known = new Set(stored.levels.map(({ id }) => id));
  return levels
    .map(({ id, ...level }) => ({ id: id !== undefined && known.has(id) ? id : randomUUID(), ...level }))
    .toSorted((one, other) => one.days - other.days);
}
