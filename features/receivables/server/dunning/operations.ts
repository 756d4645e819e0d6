import type { remindersContract } from '#features/receivables/contract/dunning/reminders.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getReminderSettings, updateReminderSettings } from './reminder-settings.service.ts';
import { createStop, deleteStop, listSentReminders, listStops, previewReminders } from './reminders.service.ts';

export const remindersOperations: Operations<typeof remindersContract> = {
  getSettings: (portal, { actor }) => getReminderSettings(portal, actor),
  updateSettings: (portal, call, { body }) => updateReminderSettings(portal, call, body),
  preview: (portal, { actor }, { body }) => previewReminders(portal, actor, body),
  listStops: (portal) => listStops(portal),
  createStop: (portal, call, { body }) => createStop(portal, call, body),
  deleteStop: (portal, call, { params }) => deleteStop(portal, call, params.id),
  listSent: (portal, { actor }, { params }) => listSentReminders(portal, actor, params._id),
};
