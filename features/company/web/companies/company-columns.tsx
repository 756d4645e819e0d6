import { formatShortDate, formatShortDay, formatTime } from '#contract/calendar/formats.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { companyStatusWords } from '#features/company/contract/company-filters.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { parseSearchText, parseSortOrder, type ListAddress } from '#web/records/list-address.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/records/status-badge.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { CompanyActions } from './company-actions.tsx';
import type { CellContext, CompanyRow } from './company-row.ts';

const statusTones: Readonly<Record<ListedCompany['status'], StatusTone>> = {
  active: 'green',
  pending: 'amber',
  suspended: 'red',
};

/** The columns of the companies list. */
export const companyColumns = defineColumns<CompanyRow, CellContext>([
  {
    key: 'name',
    label: 'Company',
    text: ({ name }) => name,
    sort: 'text',
    search: 'text',
    cell: (company, { search, isNarrow, isTight, onOpenUsers, onNotes }) => (
      <>
        <Text as="span" weight="medium" translate="no">
          <HighlightedText text={company.name} query={search} />
        </Text>
        {company.isProvider && (
          <>
            {' '}
            <Text as="span" size="sm" tone="faint" breaks="never">
              Provider
            </Text>
          </>
        )}
        {isNarrow && (
          <Block size="sm">
            <Users company={company} isNamed onOpen={() => onOpenUsers(company)} />
            {countUnbilled(company) > 0 && <p>{`${formatCounted(countUnbilled(company), 'runs')} not billed`}</p>}
            {isTight && company.figures?.lastConversation && (
              <p>{`Last conversation ${formatShortDay(company.figures.lastConversation)}`}</p>
            )}
          </Block>
        )}
        <Notes company={company} onOpen={() => onNotes(company)} />
      </>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    width: '7rem',
    narrowWidth: '15.5%',
    text: ({ status }) => companyStatusWords[status],
    sort: 'text',
    cell: ({ status, suspension, deletion, timeZone, figures }) => (
      <>
        <StatusBadge tone={statusTones[status]} label={companyStatusWords[status]} />
        {!suspension && figures?.suspension && (
          <Text size="sm" tone="red">
            Suspension proposed
          </Text>
        )}
        {deletion && (
          <Text
            size="sm"
            tone="faint"
            breaks="anywhere"
          >{`To be deleted on ${formatShortDate(deletion.dueAt, timeZone)}`}</Text>
        )}
        {suspension && (
          <Block size="sm" tone="faint" breaks="anywhere">
            <p title={getZoneName(timeZone, Date.parse(suspension.from))}>
              {`${status === 'suspended' ? 'Since' : 'To be suspended on'} ${formatShortDate(suspension.from, timeZone)}, ${formatTime(suspension.from, timeZone)}`}
            </p>
            <Text lines={3} title={deletion?.reason ?? suspension.reason}>
              {deletion?.reason ?? suspension.reason}
            </Text>
          </Block>
        )}
      </>
    ),
  },
  {
    key: 'users',
    label: 'Users',
    width: '4.75rem',
    narrowWidth: '0%',
    align: 'end',
    text: ({ users }) => formatCount(users),
    sort: (a, b) => a.users - b.users,
    isShown: ({ isNarrow }) => !isNarrow,
    cell: (company, { onOpenUsers }) => <Users company={company} onOpen={() => onOpenUsers(company)} />,
  },
  {
    key: 'spend',
    label: 'Spend',
    width: '7rem',
    narrowWidth: '14%',
    align: 'end',
    text: ({ figures }) => (figures ? formatEuroAmount(figures.spend) : '–'),
    sort: (a, b) => (a.figures?.spend ?? 0) - (b.figures?.spend ?? 0),
  },
  {
    key: 'overdue',
    label: 'Overdue',
    width: '7rem',
    narrowWidth: '15%',
    align: 'end',
    text: ({ figures }) => (figures?.overdue.count ? formatEuroAmount(figures.overdue.total) : '–'),
    sort: (a, b) => (a.figures?.overdue.total ?? 0) - (b.figures?.overdue.total ?? 0),
    cell: (company, { onOpenOverdue }) => <Overdue company={company} onOpen={() => onOpenOverdue(company)} />,
  },
  {
    key: 'unbilled',
    label: 'Not billed',
    width: '6.5rem',
    narrowWidth: '0%',
    align: 'end',
    isShown: ({ isNarrow }) => !isNarrow,
    text: (company) => formatCount(countUnbilled(company)),
    sort: (a, b) => countUnbilled(a) - countUnbilled(b),
    cell: (company) => <Unbilled company={company} />,
  },
  {
    key: 'lastConversation',
    label: 'Last conversation',
    width: '9.75rem',
    narrowWidth: '17.5%',
    isSpaced: true,
    isShown: ({ isTight }) => !isTight,
    text: ({ figures }) => (figures?.lastConversation ? formatShortDay(figures.lastConversation) : '–'),
    sort: (a, b) => (a.figures?.lastConversation ?? '').localeCompare(b.figures?.lastConversation ?? ''),
  },
  {
    key: 'since',
    label: 'Created',
    width: '7.5rem',
    narrowWidth: '0%',
    isShown: ({ isMiddle, isNarrow }) => !isMiddle && !isNarrow,
    text: ({ createdAt }) => createdAt,
    sort: 'text',
    cell: ({ createdAt }, { timeZone }) => <time dateTime={createdAt}>{formatShortDate(createdAt, timeZone)}</time>,
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '8.25rem',
    narrowWidth: '19%',
    align: 'end',
    cell: (company, context) => <CompanyActions company={company} {...context} />,
  },
]);

/** The parameters of the list's address; what means nothing is left out. */
export function parseCompaniesAddress(raw: object): ListAddress & { only?: string } {
  const { only } = raw as { only?: unknown };
  return { ...parseSearchText(raw), ...parseSortOrder(raw, companyColumns), ...(typeof only === 'string' && { only }) };
}

const countUnbilled = ({ figures }: CompanyRow) => (figures?.unbilledRuns ?? 0) + (figures?.unmappedRuns ?? 0);

/** Says how many runs of the month are not billed, over how many of them are under names that are mapped to no skill. */
function Unbilled({ company }: { company: CompanyRow }) {
  const { unmappedRuns = 0 } = company.figures ?? {};
  const count = countUnbilled(company);
  if (count === 0) return '–';
  return (
    <>
      <span>{formatCount(count)}</span>
      {unmappedRuns > 0 && (
        <Text as="span" block size="sm" tone="faint">
          {unmappedRuns === count ? 'unmapped' : `${formatCount(unmappedRuns)} unmapped`}
        </Text>
      )}
    </>
  );
}

/** Leads to the users, whose number it says. */
function Users({ company, isNamed = false, onOpen }: { company: CompanyRow; isNamed?: boolean; onOpen: () => void }) {
  const { users, name } = company;
  const words = users === 1 ? '1 user' : formatCounted(users, 'users');
  return (
    <LinkButton isQuiet aria-label={`Open the ${words} of ${name}`} onClick={onOpen}>
      {isNamed ? words : formatCount(users)}
    </LinkButton>
  );
}

/** The latest note over their number, which leads to them. */
function Notes({ company: { name, figures }, onOpen }: { company: CompanyRow; onOpen: () => void }) {
  if (!figures?.notes) return null;
  const { count, latest } = figures.notes;
  const words = count === 1 ? '1 note' : formatCounted(count, 'notes');
  return (
    <Block size="sm">
      <LinkButton isQuiet aria-label={`Open the ${words} about ${name}`} onClick={onOpen}>
        {words}
      </LinkButton>
      <Text tone="faint" lines={1} title={latest} dir="auto" translate="no">
        {latest}
      </Text>
    </Block>
  );
}

/** The sum of the overdue invoices over their number, which leads to them. */
function Overdue({ company: { name, figures }, onOpen }: { company: CompanyRow; onOpen: () => void }) {
  const { count = 0, total = 0 } = figures?.overdue ?? {};
  if (count === 0) return '–';
  return (
    <>
      <Text as="span" block tone="red">
        {formatEuroAmount(total)}
      </Text>
      <LinkButton isQuiet aria-label={`Open the overdue invoices of ${name}`} onClick={onOpen}>
        <Text as="span" size="sm">
          {count === 1 ? '1 invoice' : formatCounted(count, 'invoices')}
        </Text>
      </LinkButton>
    </>
  );
}
