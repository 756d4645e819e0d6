import { useQuery } from '@tanstack/react-query';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { MailBodyWaiting } from './mail-body.tsx';
import { MailHtml } from './mail-html.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { digestPreviewQuery } from './mails.queries.ts';

const widthPx = 680;

/** The weekly digest as it would be sent now. */
export function DigestPreviewDialog({ onClose }: { onClose: () => void }) {
  const { data: digest, error, isFetching, refetch } = useQuery(digestPreviewQuery);
  return (
    <Dialog opened onClose={onClose} widthPx={widthPx} title="Preview spending digest">
      {error && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!error && (
        <>
          <Facts below={4}>
            <Fact label="Subject">{digest?.subject ?? <SkeletonLine width="16rem" />}</Fact>
            <Fact label="Sent">Mondays at 8:00</Fact>
          </Facts>
          {digest ? <MailHtml html={digest.html} /> : <MailBodyWaiting label="Loading the preview" />}
        </>
      )}
    </Dialog>
  );
}
