import type { ReminderSettingsForm } from '#features/receivables/contract/dunning/reminders.ts';
import { queries } from '#web/api/queries.ts';
import { editedRecordOptions } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

export const reminderSettingsQuery = queries.reminders.getSettings.queryOptions({
  ...editedRecordOptions,
  throwOnError: false,
});

/** The next run by settings that need not be saved. */
export const getPreviewQuery = (body: ReminderSettingsForm) =>
  queries.reminders.preview.queryOptions({ input: { body }, staleTime: 0, throwOnError: false });

export const reminderStopsQuery = queries.reminders.listStops.queryOptions({ throwOnError: false });

export const namedCompaniesQuery = queries.companies.list.queryOptions({ throwOnError: false });

export const useUpdateReminders = () =>
  useCall(queries.reminders.updateSettings, {
    answers: reminderSettingsQuery,
    changes: [queries.reminders.preview],
    afterFailure: [],
  });

const stops = { changes: [reminderStopsQuery, queries.reminders.preview] };
export const useCreateStop = () => useCall(queries.reminders.createStop, stops);
export const useDeleteStop = () => useCall(queries.reminders.deleteStop, stops);
