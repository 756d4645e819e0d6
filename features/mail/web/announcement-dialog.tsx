import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AnnouncementForm, AnnouncementPreview } from '#features/mail/contract/mails.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { MailHtml } from './mail-html.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { useTestAnnouncement } from './mails.queries.ts';

const widthPx = 680;

interface AnnouncementDialogProps {
  body: AnnouncementForm;
  preview: AnnouncementPreview;
  onSend: () => Promise<void>;
  onClose: () => void;
}

/** The last look before an announcement is sent: the mail, who gets it, and a test to oneself. */
export function AnnouncementDialog({ body, preview, onSend, onClose }: AnnouncementDialogProps) {
  const { email } = useCurrentUser();
  const test = useTestAnnouncement();
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const { companies, people, subject, html } = preview;
  const recipients = `${countOf(companies, 'company', 'companies')}, ${countOf(people, 'person', 'people')}`;

  async function send() {
    setSending(true);
    setError(undefined);
    try {
      await onSend();
    } catch (failure) {
      setError(failure);
      setSending(false);
    }
  }

  async function sendTest() {
    setError(undefined);
    try {
      await test.mutateAsync({ body });
      showToast(`Test e-mail queued to ${email}.`);
    } catch (failure) {
      setError(failure);
    }
  }

  return (
    <Dialog opened onClose={onClose} widthPx={widthPx} title="Preview announcement">
      <FormAlert>{error !== undefined && toErrorWords(error)}</FormAlert>
      <Facts below={4}>
        <Fact label="Subject">
          <bdi>{subject}</bdi>
        </Fact>
        <Fact label="Recipients">{people === 0 ? 'No one subscribes to this kind of e-mail.' : recipients}</Fact>
      </Facts>
      <MailHtml html={html} />
      <DialogActions>
        <Button variant="default" loading={test.isPending} onClick={() => void sendTest()}>
          Send a test to me
        </Button>
        <Button data-autofocus variant="default" onClick={onClose} disabled={isSending}>
          Cancel
        </Button>
        <Button disabled={people === 0} loading={isSending} onClick={() => void send()}>
          {`Send to ${recipients}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const countOf = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;
