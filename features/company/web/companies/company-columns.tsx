import { Button } from '@mantine/core';
import { formatShortDate, formatShortDay, formatTime } from '#contract/calendar/formats.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { companyStatusWords } from '#features/company/contract/company-filters.ts';
import type { CompanyFigures, ListedCompany } from '#features/company/contract/companies.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { parseSearchText, parseSortOrder, type ListAddress } from '#web/records/list-address.ts';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/records/status-badge.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';

const statusTones: Readonly<Record<ListedCompany['status'], StatusTone>> = {
  active: 'green',
  pending: 'amber',
  suspended: 'red',
};

/** A company with its sums; without them while they are loaded, and where that failed. */
export interface CompanyRow extends ListedCompany {
  readonly figures?: CompanyFigures | undefined;
}

interface CellContext {
  /** The company that the signed-in user acts in. */
  currentId: string;
  timeZone: string;
  search: string;
  /** Leaves out the day of the sign-up; a narrow page also has the users below the name. */
  isMiddle: boolean;
  isNarrow: boolean;
  approvingId: string | undefined;
  onApprove: (company: ListedCompany) => void;
  onBilledSince: (company: ListedCompany) => void;
  onSuspend: (company: CompanyRow) => void;
  onReactivate: (company: ListedCompany) => void;
  onDelete: (company: ListedCompany) => void;
  onCancelDeletion: (company: ListedCompany) => void;
  onOpen: (company: ListedCompany) => void;
  onOpenUsers: (company: ListedCompany) => void;
  onOpenOverdue: (company: ListedCompany) => void;
  onPrices: (company: ListedCompany) => void;
}

/** The columns of the companies list. */
export const companyColumns = defineColumns<CompanyRow, CellContext>([
  {
    key: 'name',
    label: 'Company',
    text: ({ name }) => name,
    sort: 'text',
    search: 'text',
    cell: (company, { search, isNarrow, onOpenUsers }) => (
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
          </Block>
        )}
      </>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    width: '12%',
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
    width: '6%',
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
    width: '9%',
    narrowWidth: '14%',
    align: 'end',
    text: ({ figures }) => (figures ? formatEuroAmount(figures.spend) : '–'),
    sort: (a, b) => (a.figures?.spend ?? 0) - (b.figures?.spend ?? 0),
  },
  {
    key: 'overdue',
    label: 'Overdue',
    width: '10%',
    narrowWidth: '15%',
    align: 'end',
    text: ({ figures }) => (figures?.overdue.count ? formatEuroAmount(figures.overdue.total) : '–'),
    sort: (a, b) => (a.figures?.overdue.total ?? 0) - (b.figures?.overdue.total ?? 0),
    cell: (company, { onOpenOverdue }) => <Overdue company={company} onOpen={() => onOpenOverdue(company)} />,
  },
  {
    key: 'unbilled',
    label: 'Not billed',
    width: '9%',
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
    width: '13%',
    narrowWidth: '17.5%',
    isSpaced: true,
    text: ({ figures }) => (figures?.lastConversation ? formatShortDay(figures.lastConversation) : '–'),
    sort: (a, b) => (a.figures?.lastConversation ?? '').localeCompare(b.figures?.lastConversation ?? ''),
  },
  {
    key: 'since',
    label: 'Created',
    width: '11%',
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
    width: '14%',
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

function CompanyActions(props: CellContext & { company: CompanyRow }) {
  const { company, currentId, approvingId, onApprove, onOpen } = props;
  const { id, name, status } = company;
  return (
    <Row gap={2} justify="end" breaks="never" wrap={status === 'pending'}>
      {status === 'pending' && (
        <Button
          size="compact-md"
          loading={id === approvingId}
          aria-label={`Approve ${name}`}
          onClick={() => onApprove(company)}
        >
          Approve
        </Button>
      )}
      {id === currentId ? (
        <Text as="span" size="sm" tone="faint">
          Current company
        </Text>
      ) : (
        <Button size="compact-md" variant="default" aria-label={`Open ${name}`} onClick={() => onOpen(company)}>
          Open
        </Button>
      )}
      {company.isProvider ? <Block as="span" breadth={2.25} /> : <CompanyMenu {...props} />}
    </Row>
  );
}

function CompanyMenu({ company, ...context }: CellContext & { company: CompanyRow }) {
  const { name, status, suspension, deletion } = company;
  return (
    <Dropdown label={`Options of ${name}`} button={<MoreIcon />}>
      {status !== 'pending' && <DropdownItem onSelect={() => context.onPrices(company)}>Agreed prices</DropdownItem>}
      {status !== 'pending' && (
        <DropdownItem onSelect={() => context.onBilledSince(company)}>Billed since</DropdownItem>
      )}
      {suspension && !deletion && (
        <DropdownItem onSelect={() => context.onReactivate(company)}>
          {status === 'suspended' ? 'Reactivate' : 'Cancel suspension'}
        </DropdownItem>
      )}
      {status !== 'pending' && !suspension && (
        <DropdownItem tone="danger" onSelect={() => context.onSuspend(company)}>
          Suspend
        </DropdownItem>
      )}
      {deletion ? (
        <DropdownItem onSelect={() => context.onCancelDeletion(company)}>Cancel deletion</DropdownItem>
      ) : (
        <DropdownItem tone="danger" onSelect={() => context.onDelete(company)}>
          Delete
        </DropdownItem>
      )}
    </Dropdown>
  );
}
