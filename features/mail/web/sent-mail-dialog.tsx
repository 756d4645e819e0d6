import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { MailBody, MailBodyWaiting } from './mail-body.tsx';
import { kindNames } from './mail-words.ts';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { getSentMailQuery } from './mails.queries.ts';

const widthPx = 680;

/** One sent mail over the page. */
export function SentMailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { timeZone } = useCurrentUser();
  const { data: mail, error, isFetching, refetch } = useQuery(getSentMailQuery(id));
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={widthPx}
      title={
        <Block as="bdi" breaks="anywhere">
          {mail?.subject ?? 'E-mail'}
        </Block>
      }
    >
      {error && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!error && (
        <>
          <Facts below={4}>
            <Fact label="To">{mail?.recipient ?? <SkeletonLine width="11rem" />}</Fact>
            <Fact label="Date">
              {mail ? (
                <time dateTime={mail.date}>{formatDateTime(mail.date, timeZone)}</time>
              ) : (
                <SkeletonLine width="9rem" />
              )}
            </Fact>
            <Fact label="Kind">{mail ? kindNames[mail.kind] : <SkeletonLine width="6rem" />}</Fact>
          </Facts>
          {mail ? <SentBody text={mail.text} /> : <MailBodyWaiting label="Loading the e-mail" />}
        </>
      )}
    </Dialog>
  );
}

const SentBody = ({ text }: { text: string | null }) =>
  text === null ? <p>Only its recipient sees the figures of a report.</p> : <MailBody text={text} />;
