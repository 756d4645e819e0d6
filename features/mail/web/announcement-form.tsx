import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { AnnouncementForm as AnnouncementValues, AnnouncementPreview } from '#features/mail/contract/mails.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Stack } from '#web/ui/layout/layout.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { useCreateAnnouncement, usePreviewAnnouncement } from './mails.queries.ts';

const loadSchema = () => import('#features/mail/contract/mails.ts').then((contract) => contract.AnnouncementForm);

const kinds = [
  { value: 'announcement', label: 'Announcement' },
  { value: 'maintenance', label: 'Maintenance or incident' },
];

const empty: AnnouncementValues = { kind: 'announcement', title: '', body: '' };

/** Mails an announcement to all subscribed companies, after it was previewed and its recipients were counted. */
export function AnnouncementForm() {
  const createAnnouncement = useCreateAnnouncement();
  const previewAnnouncement = usePreviewAnnouncement();
  const [pending, setPending] = useState<{ body: AnnouncementValues; preview: AnnouncementPreview }>();
  // The key stays until an announcement is sent, so that a repeated click or a lost answer never sends two.
  const key = useRef(crypto.randomUUID());
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: empty,
    loadSchema,
    onSubmit: async (body) => {
      setPending({ body, preview: await previewAnnouncement.mutateAsync({ body }) });
    },
  });

  async function send(body: AnnouncementValues) {
    await createAnnouncement.mutateAsync({ body, headers: { 'idempotency-key': key.current } });
    key.current = crypto.randomUUID();
    form.reset();
    setPending(undefined);
    showToast('Announcement queued.');
  }

  return (
    <Stack {...formProps} as="form" gap={5} aria-label="New announcement">
      <FormAlert>{alert}</FormAlert>
      <NativeSelect label="Kind" data={kinds} {...form.getInputProps('kind')} />
      <TextInput
        label="Title"
        description="The subject of the e-mail."
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Text"
        description="An empty line starts a new paragraph."
        rows={6}
        {...form.getInputProps('body')}
      />
      <div>
        <Button type="submit" loading={isBusy}>
          Preview and send
        </Button>
      </div>
      {pending && (
        <AnnouncementDialog {...pending} onSend={() => send(pending.body)} onClose={() => setPending(undefined)} />
      )}
    </Stack>
  );
}
