import type { ReminderSettings, ReminderSettingsForm } from '#features/receivables/contract/dunning/reminders.ts';

/** A level in the form; numbers are what was typed. */
interface LevelValues extends Record<string, unknown> {
  readonly key: string;
  readonly id?: string;
  readonly days: string;
  readonly subject: string;
  readonly body: string;
}

export interface ReminderValues extends Record<string, unknown> {
  readonly isEnabled: boolean;
  readonly levels: LevelValues[];
  readonly suspensionAfterDays: string;
}

export const toValues = ({ isEnabled, levels, suspensionAfterDays }: ReminderSettings): ReminderValues => ({
  isEnabled,
  levels: levels.map(({ days, ...level }) => ({ ...level, key: level.id, days: String(days) })),
  suspensionAfterDays: suspensionAfterDays === null ? '' : String(suspensionAfterDays),
});

export const newLevel = (): LevelValues => ({ key: crypto.randomUUID(), days: '', subject: '', body: '' });

/** A text that is no number becomes NaN, of which JSON makes null, which is refused with its field. */
export const toNumber = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace('−', '-'));

export const toForm = (
  { isEnabled, levels, suspensionAfterDays }: ReminderValues,
  version: number,
): ReminderSettingsForm => ({
  isEnabled,
  levels: levels.map(({ id, days, subject, body }) => ({
    ...(id !== undefined && { id }),
    days: toNumber(days),
    subject,
    body,
  })),
  // 0 is refused with its field; nothing at all is never.
  suspensionAfterDays: suspensionAfterDays.trim() === '' ? null : toNumber(suspensionAfterDays) || 0,
  version,
});
