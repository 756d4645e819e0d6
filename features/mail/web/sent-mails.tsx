import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { SentMailRow } from '#features/mail/contract/mails.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { DigestPreviewDialog } from './digest-preview-dialog.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { sentMailsQuery } from './mails.queries.ts';
import { SentMailDialog } from './sent-mail-dialog.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { describeFailure, kindNames } from './mail-words.ts';

/** Below the notification settings: the mails already sent, and a preview of the digest. For SuperAdmins. */
export function SentMails() {
  const { timeZone } = useCurrentUser();
  const mail = useOverlayInUrl('mail');
  const preview = useOverlayInUrl('preview');
  return (
    <Block as="section" above={12} aria-labelledby="sent-mails">
      <Row gap={6} rowGap={3} align="end" justify="between" wrap below={5}>
        <div>
          <h2 id="sent-mails">Sent e-mails</h2>
          <Text
            above={2}
            size="sm"
            tone="soft"
            breaks="pretty"
            measure={42}
          >{`Notifications sent to your administrators, and reports. Times are in ${describeZones(timeZone)}.`}</Text>
        </div>
        <Button variant="default" onClick={() => preview.open('digest')}>
          Preview spending digest
        </Button>
      </Row>
      <History timeZone={timeZone} getAddress={mail.getAddress} onOpen={mail.open} />
      {mail.openId !== undefined && <SentMailDialog key={mail.openId} id={mail.openId} onClose={mail.close} />}
      {mail.openId === undefined && preview.openId === 'digest' && <DigestPreviewDialog onClose={preview.close} />}
    </Block>
  );
}

interface HistoryProps {
  timeZone: string;
  getAddress: (id: string) => string;
  onOpen: (id: string) => void;
}

function History({ timeZone, getAddress, onOpen }: HistoryProps) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(sentMailsQuery);
  const mails = data?.pages.flatMap(({ payloads }) => payloads);
  const link = {
    getAddress: ({ id }: SentMailRow) => getAddress(id),
    open: ({ id }: SentMailRow) => onOpen(id),
  };
  return (
    <>
      {error && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {(mails || !error) && (
        <RecordTable
          caption="Sent e-mails"
          columns={mailColumns}
          rows={mails}
          getKey={({ id }) => id}
          context={{ timeZone }}
          loadingLabel="Loading the sent e-mails"
          skeletonRowCount={3}
          empty={
            <EmptyState drawing="papers" text="No e-mails have been sent yet.">
              E-mails sent by the notifications above, and reports, will appear here.
            </EmptyState>
          }
          link={link}
          isDense
        />
      )}
      {hasNextPage && (
        <Row pad={[6, 0]} align="stretch" justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load older
          </Button>
        </Row>
      )}
    </>
  );
}

/** Nothing for a mail that the mail server has taken. */
export function DeliveryFailure({ mail }: { mail: Pick<SentMailRow, 'delivery' | 'deliveryReason'> }) {
  const failure = describeFailure(mail);
  return (
    failure !== undefined && (
      <Text as="span" block size="sm" tone={mail.delivery === 'failed' ? 'red' : 'amber'} breaks="anywhere">
        {failure}
      </Text>
    )
  );
}

const mailColumns = defineColumns<SentMailRow, { timeZone: string }>([
  {
    key: 'date',
    label: 'Date',
    width: '11.5rem',
    narrowWidth: '6.75rem',
    cell: ({ date }, { timeZone }) => <time dateTime={date}>{formatDateTime(date, timeZone)}</time>,
  },
  { key: 'subject', label: 'Subject', overflow: 'anywhere', isLink: true, text: ({ subject }) => subject },
  { key: 'kind', label: 'Kind', width: '9rem', narrowWidth: '7.25rem', text: ({ kind }) => kindNames[kind] },
  {
    key: 'to',
    isName: true,
    label: 'To',
    width: '27%',
    narrowWidth: '30%',
    overflow: 'anywhere',
    text: ({ recipient }) => recipient,
    cell: (mail) => (
      <>
        {mail.recipient}
        <DeliveryFailure mail={mail} />
      </>
    ),
  },
]);
