import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../api/current-user.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import { DigestPreviewDialog } from './digest-preview-dialog.tsx';
import { LoadError } from './load-error.tsx';
import styles from './mails.module.css';
import { sentMailsQuery } from './mails.queries.ts';
import { SentMailDialog } from './sent-mail-dialog.tsx';
import { SentMailsTable, mailColumns } from './sent-mails-table.tsx';
import { useOpened, useOpenMail } from './use-open-mail.ts';

/** Under the notification settings: what they have sent, and what the digest looks like. For SuperAdmins. */
export function SentMails() {
  const { companyName, timeZone } = useCurrentUser();
  const { mail, isPreview } = useOpened();
  const { open } = useOpenMail();
  return (
    <section className={styles.section} aria-labelledby="sent-mails">
      <div className={styles.head}>
        <div>
          <h2 id="sent-mails">Sent mails</h2>
          <p>
            Notifications that the administrators of {companyName} were sent. Times are in {timeZone}.
          </p>
        </div>
        <Button variant="default" onClick={() => open({ preview: 'digest' })}>
          Preview of the spending digest
        </Button>
      </div>
      <History timeZone={timeZone} />
      {mail !== undefined && <SentMailDialog key={mail} id={mail} />}
      {mail === undefined && isPreview && <DigestPreviewDialog />}
    </section>
  );
}

function History({ timeZone }: { timeZone: string }) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(sentMailsQuery);
  const mails = data?.pages.flatMap(({ payloads }) => payloads);
  return (
    <>
      {error && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!mails && !error && <SkeletonTable columns={mailColumns} rowCount={3} label="Loading the sent mails" />}
      {mails?.length === 0 && (
        <EmptyState drawing="papers" text="No mails have been sent yet.">
          What is turned on above comes here as soon as there is something to tell.
        </EmptyState>
      )}
      {mails && mails.length > 0 && (
        <>
          <SentMailsTable mails={mails} timeZone={timeZone} />
          {hasNextPage && (
            <div className={styles.foot}>
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Load older
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}
