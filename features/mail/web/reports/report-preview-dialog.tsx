import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailReportForm } from '#features/mail/contract/mail-reports.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { MailBodyWaiting } from '../mail-body.tsx';
import { MailHtml } from '../mail-html.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { getReportPreviewQuery, useTestReport } from './reports.queries.ts';

const widthPx = 680;

interface ReportPreviewDialogProps {
  form: MailReportForm;
  onClose: () => void;
}

/** The report as it would be sent now, also before it is saved, and a test to oneself. */
export function ReportPreviewDialog({ form, onClose }: ReportPreviewDialogProps) {
  const { data: mail, error, isFetching, refetch } = useQuery(getReportPreviewQuery(form));
  return (
    <Dialog opened onClose={onClose} widthPx={widthPx} title="Preview report">
      {error && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!error && (
        <>
          <Facts below={4}>
            <Fact label="Subject">{mail ? <bdi>{mail.subject}</bdi> : <SkeletonLine width="16rem" />}</Fact>
            {mail && mail.attachment !== null && <Fact label="Attached">{mail.attachment}</Fact>}
          </Facts>
          {mail ? <MailHtml html={mail.html} /> : <MailBodyWaiting label="Loading the preview" />}
        </>
      )}
      <PreviewActions form={form} isReady={mail !== undefined} onClose={onClose} />
    </Dialog>
  );
}

function PreviewActions({ form, isReady, onClose }: ReportPreviewDialogProps & { isReady: boolean }) {
  const { email } = useCurrentUser();
  const test = useTestReport();
  const [error, setError] = useState<unknown>();

  async function sendTest() {
    setError(undefined);
    try {
      await test.mutateAsync({ body: form });
      showToast(`Test e-mail queued to ${email}.`);
    } catch (failure) {
      setError(failure);
    }
  }

  return (
    <>
      <FormAlert>{error !== undefined && toErrorWords(error)}</FormAlert>
      <DialogActions>
        <Button variant="default" disabled={!isReady} loading={test.isPending} onClick={() => void sendTest()}>
          Send a test to me
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}
