import { Checkbox } from '@mantine/core';
import type { NotificationSettings } from '#contract/mails/notifications.ts';
import { useLeaveGuard } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';
import { FormActions, FormSection } from '../../ui/forms/form-layout.tsx';
import { FormNotices } from '../../ui/forms/form-notices.tsx';
import { UnsavedChangesDialog } from '../../ui/forms/unsaved-changes-dialog.tsx';
import { choiceGroups, findDifferences } from './notification-choices.ts';
import styles from './notifications-form.module.css';
import { useNotificationsForm } from './use-notifications-form.ts';

/** Which mails the company wants (section 2.3). Cancel puts the saved choice back. */
export function NotificationsForm({ settings }: { settings: NotificationSettings }) {
  const { form, alert, newer, isSaving, submit, cancel, useTheirs, keepMine } = useNotificationsForm(settings);
  const guard = useLeaveGuard(() => form.isDirty());
  return (
    <form onSubmit={submit} noValidate>
      <FormNotices
        alert={alert}
        staleFields={newer && findDifferences(newer, form.values)}
        onUseTheirs={useTheirs}
        onKeepMine={keepMine}
      />
      {choiceGroups.map((group) => (
        <FormSection key={group.title} title={group.title} description={group.purpose}>
          <div role="group" aria-label={group.title} className={styles.choices}>
            {group.choices.map(({ path, label, explanation }) => (
              <Checkbox
                key={path}
                label={label}
                description={explanation}
                classNames={{ label: styles.label ?? '' }}
                {...form.getInputProps(path, { type: 'checkbox' })}
              />
            ))}
          </div>
        </FormSection>
      ))}
      <FormActions saveLabel="Save changes" onCancel={cancel} saving={isSaving} />
      <UnsavedChangesDialog
        opened={guard.isHeld}
        isSignedOut={guard.nextPath === paths.login()}
        onStay={guard.stay}
        onLeave={guard.leave}
      />
    </form>
  );
}
