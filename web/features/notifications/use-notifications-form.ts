import type { NotificationSettings } from '#contract/mails/notifications.ts';
import { useVersionedForm } from '../../api/use-versioned-form.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { toNotificationUpdate, toNotificationValues } from './notification-choices.ts';
import { useSaveNotificationSettings } from './notifications.queries.ts';

/** The form of the six checkboxes, which have no rules. */
export function useNotificationsForm(settings: NotificationSettings) {
  const saveSettings = useSaveNotificationSettings();
  const state = useVersionedForm({
    record: settings,
    toValues: toNotificationValues,
    validate: () => ({}),
    save: (values, base) => saveSettings.mutateAsync({ body: toNotificationUpdate(values, base.version) }),
    onSaved: () => showToast('The notification settings have been saved.'),
  });
  return { ...state, cancel: () => state.adopt(state.base) };
}
