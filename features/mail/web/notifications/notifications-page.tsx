import { Checkbox, NativeSelect } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { NotificationSettings } from '#features/mail/contract/notifications.ts';
import { paths } from '#web/paths.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { choiceGroups, listDifferences, recipientFields, toNotificationValues } from './notification-choices.ts';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { notificationSettingsQuery, useUpdateNotificationSettings } from './notifications.queries.ts';

/** `/settings/notifications`, for SuperAdmins. */
export function NotificationsPage() {
  return (
    <>
      <PageHeader
        title="Platform and spending notifications"
        purpose="Choose which e-mails your administrators receive."
      />
      <Suspense fallback={<SkeletonForm fieldCount={6} label="Loading the notification settings" />}>
        <LoadedForm />
      </Suspense>
    </>
  );
}

function LoadedForm() {
  const { data } = useSuspenseQuery(notificationSettingsQuery);
  return <NotificationsForm settings={data} />;
}

/** The notifications that the company gets (section 2.3). Cancel resets to the saved settings. */
function NotificationsForm({ settings }: { settings: NotificationSettings }) {
  const updateSettings = useUpdateNotificationSettings();
  const state = useRecordForm({
    record: settings,
    toValues: toNotificationValues,
    validate: () => ({}),
    save: (values, { version }) => updateSettings.mutateAsync({ body: { ...toNotificationValues(values), version } }),
    onSaved: () => showToast('The notification settings have been saved.'),
    listDifferences,
  });
  const { form, adopt, base } = state;
  return (
    <RecordForm state={state} saveLabel="Save changes" onCancel={() => adopt(base)}>
      {choiceGroups.map((group) => (
        <FormSection key={group.title} title={group.title} description={group.purpose}>
          <Stack role="group" aria-label={group.title} gap={5}>
            {group.choices.map(({ path, label, explanation }) => (
              <Checkbox
                key={path}
                label={
                  <Text as="span" size="md" weight="medium">
                    {label}
                  </Text>
                }
                description={explanation}
                {...form.getInputProps(path, { type: 'checkbox' })}
              />
            ))}
          </Stack>
        </FormSection>
      ))}
      <FormSection
        title="Recipients"
        description={
          <span>
            Contacts are chosen in the <Link to={paths.company()}>company profile</Link>. Without a contact the
            administrators get these e-mails.
          </span>
        }
      >
        <Stack gap={5}>
          {recipientFields.map(({ path, label, explanation, options }) => (
            <NativeSelect
              key={path}
              label={label}
              description={explanation}
              data={[...options]}
              {...form.getInputProps(path)}
            />
          ))}
        </Stack>
      </FormSection>
    </RecordForm>
  );
}
