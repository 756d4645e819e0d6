import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { NotificationSettings } from '#contract/notifications.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { findCurrentRecord } from '../../api/form-errors.ts';
import { showToast } from '../../ui/toast-store.ts';
import { toNotificationUpdate, toNotificationValues } from './notification-choices.ts';
import { useSaveNotificationSettings } from './notifications.queries.ts';

/** The checkboxes, the version they stand on, and a refused save that awaits a decision. Checkboxes have no rules. */
export function useNotificationsForm(settings: NotificationSettings) {
  const saveSettings = useSaveNotificationSettings();
  const [savedVersion, setSavedVersion] = useState(settings.version);
  const [newer, setNewer] = useState<NotificationSettings>();
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm({ initialValues: toNotificationValues(settings) });

  function adopt(record: NotificationSettings) {
    form.setInitialValues(toNotificationValues(record));
    form.reset();
    setSavedVersion(record.version);
    setNewer(undefined);
    setAlert(null);
  }

  async function save(version: number) {
    setAlert(null);
    try {
      adopt(await saveSettings.mutateAsync({ body: toNotificationUpdate(form.getValues(), version) }));
      showToast('The notification settings have been saved.');
    } catch (error) {
      const current = findCurrentRecord<NotificationSettings>(error);
      setNewer(current);
      if (!current) setAlert(toErrorWords(error));
    }
  }

  return {
    form,
    alert,
    newer,
    isSaving: saveSettings.isPending,
    submit: form.onSubmit(() => save(savedVersion)),
    cancel: () => adopt(newer ?? settings),
    useTheirs: () => newer && adopt(newer),
    keepMine: () => newer && save(newer.version),
  };
}
