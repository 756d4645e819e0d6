import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BilledRequest } from '#contract/billing/usage.ts';
import { toErrorWords } from '../../../api/error-words.ts';
import { formatDateTime, formatMonth } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { paths } from '../../../paths.ts';
import { DataTable } from '../../../ui/records/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { SkeletonTable } from '../../../ui/records/skeleton-table.tsx';
import styles from './requests-dialog.module.css';
import { useRequests } from '../usage.queries.ts';
import { formatEuroAmount } from '#contract/billing/euros.ts';
import type { UsageScope } from '../use-usage-scope.ts';

const columns = ['Date', 'User', 'Cost', 'Conversation'];

interface RequestsDialogProps {
  id: string;
  /** Undefined where the usage does not hold the skill, or is not there yet. */
  name: string | undefined;
  scope: UsageScope;
}

/** The billed runs behind one row of the usage, newest first, each with the way to its conversation. */
export function RequestsDialog({ id, name, scope }: RequestsDialogProps) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRequests(
    id,
    scope.period,
  );
  const { timeZone } = scope.user;
  const requests = data?.pages.flatMap(({ payloads }) => payloads);
  return (
    <Dialog opened onClose={scope.closeSkill} widthPx={760} title={<bdi>{name ?? 'Requests'}</bdi>}>
      <p className={styles.note}>
        Requests billed in {formatMonth(scope.period ?? scope.presentMonth)}, newest first. Times are in {timeZone}.
      </p>
      {error && (
        <FormAlert>
          <p>{toErrorWords(error)}</p>
          <Button
            variant="default"
            size="compact-sm"
            loading={isFetching}
            onClick={() => void (data ? fetchNextPage() : refetch())}
          >
            Try again
          </Button>
        </FormAlert>
      )}
      <div className={styles.list} tabIndex={0} role="region" aria-label="Billed requests">
        {!requests && !error && <SkeletonTable columns={columns} label="Loading the requests" />}
        {requests?.length === 0 && <p className={styles.empty}>No request was billed in this period.</p>}
        {requests && requests.length > 0 && <RequestsTable requests={requests} timeZone={timeZone} />}
        {hasNextPage && !error && (
          <div className={styles.foot}>
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Load older
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface RequestsTableProps {
  requests: readonly BilledRequest[];
  timeZone: string;
}

function RequestsTable({ requests, timeZone }: RequestsTableProps) {
  return (
    <DataTable caption="Billed requests, newest first">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-align={column === 'Cost' ? 'end' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requests.map(({ id, date, user, price, conversationId }) => (
          <tr key={id}>
            <td>
              <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
            </td>
            <td data-wrap="anywhere">
              <bdi>{`${user.firstName} ${user.lastName}`.trim()}</bdi>
            </td>
            <td data-align="end">{formatEuroAmount(price)}</td>
            <td>
              {conversationId === null ? (
                '–'
              ) : (
                <Link to={paths.logs()} search={getConversationSearch(conversationId, date, timeZone)}>
                  Open
                  <span className="visually-hidden"> the conversation of {formatDateTime(date, timeZone)}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** The log of that day with the conversation open over it. */
function getConversationSearch(record: string, date: string, timeZone: string) {
  const day = getDay(Date.parse(date), timeZone);
  return { from: day, to: day, record };
}
