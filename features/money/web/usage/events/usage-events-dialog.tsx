import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { describeZones } from '#contract/calendar/zone-names.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { allSkillsId } from '#features/money/contract/usage-ids.ts';
import type { SkillUsage, UsageEvent } from '#features/money/contract/usage.ts';
import { describeBaseFee, describeTiers } from '#features/money/contract/costs/tier-words.ts';
import { formatDateTime, formatLongDay, formatMonth } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { formatCounted } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import type { ShownRequests } from '#web/records/requests-address.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { NotListed } from '#web/ui/records/not-listed.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { useBill } from '#web/records/month/use-bill.ts';
import { toMonthDays } from '../usage-address.ts';
import { useUsageEvents } from '../usage.queries.ts';
import type { UsageScope } from '../use-usage-scope.ts';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import styles from '../usage.module.css';

const columns = defineColumns<UsageEvent, { timeZone: string; isOfAllSkills: boolean }>([
  {
    key: 'date',
    label: 'Date',
    width: '27%',
    cell: ({ date }, { timeZone }) => <time dateTime={date}>{formatDateTime(date, timeZone)}</time>,
  },
  {
    key: 'skill',
    label: 'Skill',
    overflow: 'anywhere',
    isShown: ({ isOfAllSkills }) => isOfAllSkills,
    text: ({ skill }) => skill,
  },
  {
    key: 'user',
    isName: true,
    label: 'User',
    overflow: 'anywhere',
    cell: ({ user }) => (
      <>
        <bdi>{`${user.firstName} ${user.lastName}`.trim()}</bdi>
        <NotListed isMapped={user.isMapped} />
      </>
    ),
  },
  { key: 'cost', label: `Cost, ${netWords}`, width: '16%', align: 'end', text: ({ price }) => formatEuroAmount(price) },
  {
    key: 'conversation',
    label: 'Conversation',
    width: '19%',
    cell: ({ conversationId, date }, { timeZone }) =>
      conversationId === null ? '–' : <ConversationLink {...{ conversationId, date, timeZone }} />,
  },
]);

interface ConversationLinkProps {
  conversationId: string;
  date: string;
  timeZone: string;
}

/** To the log of that day, with the conversation open over it. */
function ConversationLink({ conversationId, date, timeZone }: ConversationLinkProps) {
  const day = getDay(Date.parse(date), timeZone);
  return (
    <Link to={paths.logs()} search={{ from: day, to: day, record: conversationId }}>
      Open
      <span className="visually-hidden">{` the conversation of ${formatDateTime(date, timeZone)}`}</span>
    </Link>
  );
}

/** Without an invoice, requests of a month are billed by none yet. */
/** Requests of a conversation may be of a billed month and of the open one. */
function describeCounted(total: number | null | undefined, { conversation }: ShownRequests, isOpen: boolean): string {
  const counted = total == null ? 'Requests' : formatCounted(total, 'requests');
  if (conversation !== undefined) return counted;
  return `${counted} ${isOpen ? 'not billed yet' : 'billed'}`;
}

interface UsageEventsDialogProps {
  requests: ShownRequests;
  /** Skills of the month, for the name of the skill and what is agreed for it. */
  skills: readonly Pick<SkillUsage, '_id' | 'name' | 'terms'>[];
  scope: UsageScope;
}

/** Requests that are or will be billed, newest first, each with the link to its conversation. */
export function UsageEventsDialog({ requests, skills, scope }: UsageEventsDialogProps) {
  const events = useUsageEvents(requests, scope.period);
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = events;
  const { close } = useOverlayInUrl('skill');
  const { timeZone } = scope.user;
  const { skill } = requests;
  const isOpen = useBill(scope.period).data?.invoice === null;
  const shown = skills.find(({ _id }) => _id === skill);
  const total = data?.pages[0]?.total;
  return (
    <Dialog opened onClose={close} widthPx={760} title={<bdi>{shown?.name ?? 'Requests'}</bdi>}>
      {shown?.terms && <AgreedTerms {...shown.terms} />}
      <Text below={4} size="sm" tone="soft">
        <span>{`${describeCounted(total, requests, isOpen)} ${describeDays(requests, scope)}, newest first. Times are in ${describeZones(timeZone)}. `}</span>
        <Link to={paths.logs()} search={toLogSearch(requests, scope)}>
          {describeLogs(requests)}
        </Link>
        <BilledWith period={scope.period} />
      </Text>
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void (data ? fetchNextPage() : refetch())} />
      <div className={styles.list} tabIndex={0} role="region" aria-label="Requests">
        {(data || !error) && (
          <RecordTable
            caption="Requests, newest first"
            columns={columns}
            rows={data?.pages.flatMap(({ payloads }) => payloads)}
            context={{ timeZone, isOfAllSkills: skill === allSkillsId }}
            getKey={(event) => event.id}
            loadingLabel="Loading the requests"
            empty={
              <Text pad={[8, 0]} tone="faint">
                No requests in this period.
              </Text>
            }
          />
        )}
        {hasNextPage && !error && (
          <Block pad={[4, 0]} text="center">
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Load older
            </Button>
          </Block>
        )}
      </div>
    </Dialog>
  );
}

/** Terms that are agreed for the skill beside one price. */
function AgreedTerms({ tiers, baseFee }: NonNullable<SkillUsage['terms']>) {
  const words = [
    tiers && `Price by number of the request in the month: ${describeTiers(tiers).join('; ')}.`,
    baseFee > 0 && `${describeBaseFee(baseFee)}, on the invoice of each month.`,
    `Amounts ${netWords}.`,
  ];
  return (
    <Text below={3} size="sm">
      {words.filter(Boolean).join(' ')}
    </Text>
  );
}

/** Leads to the invoice of the month that the page shows, where it has one. */
function BilledWith({ period }: { period: string | undefined }) {
  const invoice = useBill(period).data?.invoice;
  if (!invoice) return null;
  return (
    <Block above={1}>
      <Link to={paths.billing()} search={{ invoice: invoice._id }}>
        {`${formatMonth(`${period}-01`)} was billed with ${invoice.invoiceId}`}
      </Link>
    </Block>
  );
}

/** The address of the conversations of the same skill, user and days, or of the conversation itself. */
function toLogSearch(requests: ShownRequests, scope: UsageScope) {
  const { skill, user, conversation } = requests;
  const days = toDays(requests, scope);
  if (conversation !== undefined) return { ...days, record: conversation };
  return { ...(skill !== allSkillsId && { skills: skill }), ...(user !== undefined && { users: user }), ...days };
}

const describeLogs = (requests: ShownRequests) =>
  requests.conversation === undefined
    ? `See all conversations of ${describeSubject(requests)}`
    : 'Open the conversation';

const toDays = ({ from, to }: ShownRequests, scope: UsageScope) =>
  from !== undefined && to !== undefined ? { from, to } : toMonthDays(scope);

function describeDays({ from, to, conversation }: ShownRequests, { period, presentMonth }: UsageScope): string {
  if (conversation !== undefined) return 'in this conversation';
  if (from === undefined || to === undefined) return `in ${formatMonth(period ?? presentMonth)}`;
  return from === to ? `on ${formatLongDay(from)}` : `from ${formatLongDay(from)} to ${formatLongDay(to)}`;
}

function describeSubject({ skill, user }: ShownRequests): string {
  if (skill !== allSkillsId) return 'this skill';
  return user === undefined ? 'this period' : 'this user';
}
