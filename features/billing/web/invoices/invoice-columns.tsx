import type { Invoice } from '#features/billing/contract/invoices.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownDivider, DropdownItem } from '#web/ui/dropdown.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { statusTones } from './invoice-status.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import { CorrectionLinks } from './correction-links.tsx';
import { describeOrigin } from './invoice-origin.ts';

interface CellContext {
  onDownload: (invoice: Invoice) => void;
  onMarkPaid: (invoice: Invoice) => void;
  onEdit: (invoice: Invoice) => void;
  onDelete: (invoice: Invoice) => void;
  onCredit: (invoice: Invoice) => void;
  /** Missing for those who may not send invoices. */
  onSend: ((invoice: Invoice) => void) | undefined;
}

export const invoiceColumns = defineColumns<Invoice, CellContext>([
  {
    key: 'invoiceId',
    isName: true,
    label: 'Invoice ID',
    overflow: 'anywhere',
    isLink: true,
    text: ({ invoiceId }) => invoiceId,
    sort: 'text',
  },
  {
    key: 'issueDate',
    label: 'Issue date',
    width: '19%',
    narrowWidth: '17%',
    phone: 'off',
    text: ({ issueDate }) => issueDate,
    sort: 'text',
    cell: ({ issueDate }) => <time dateTime={issueDate}>{formatLongDay(issueDate)}</time>,
  },
  {
    key: 'dueDate',
    label: 'Due date',
    width: '19%',
    narrowWidth: '17%',
    phone: 'off',
    text: ({ dueDate }) => dueDate,
    sort: 'text',
    cell: ({ dueDate, kind }) =>
      kind === 'creditNote' ? '–' : <time dateTime={dueDate}>{formatLongDay(dueDate)}</time>,
  },
  {
    key: 'total',
    label: 'Total',
    width: '13%',
    narrowWidth: '14%',
    phone: '25%',
    align: 'end',
    text: ({ total }) => formatEuroAmount(total),
    sort: (a, b) => a.total - b.total,
  },
  {
    key: 'status',
    label: 'Status',
    width: '20%',
    narrowWidth: '20%',
    phone: '27%',
    isSpaced: true,
    text: ({ status }) => status,
    sort: 'text',
    cell: (invoice) => (
      <>
        <StatusBadge tone={statusTones[invoice.status]} label={invoice.status} />
        <InvoiceOrigin {...invoice} />
        <PartlyPaid {...invoice} />
        <CorrectionLinks invoice={invoice} />
      </>
    ),
  },
  {
    key: 'options',
    label: 'Options',
    isLabelHidden: true,
    width: '3.5rem',
    phone: '3.25rem',
    align: 'end',
    cell: (invoice, context) => <InvoiceOptions invoice={invoice} {...context} />,
  },
]);

/** Who has added the invoice; nothing for one of a closed month. */
function InvoiceOrigin(invoice: Invoice) {
  const origin = describeOrigin(invoice);
  return (
    origin && (
      <Text as="span" block size="sm" tone="faint" breaks={invoice.isOwn ? 'anywhere' : 'clip'} title={origin}>
        {origin}
      </Text>
    )
  );
}

/** How much of an open invoice is paid. */
function PartlyPaid({ paid = 0, status }: Invoice) {
  if (paid === 0 || status === 'Paid' || status === 'Credited') return null;
  return (
    <Text as="span" block size="sm" tone="soft">
      {`${formatEuroAmount(paid)} paid`}
    </Text>
  );
}

function InvoiceOptions({ invoice, ...context }: CellContext & { invoice: Invoice }) {
  const { onDownload, onMarkPaid, onEdit, onDelete, onCredit, onSend } = context;
  return (
    <Dropdown label={`Options of ${invoice.invoiceId}`} button={<MoreIcon />}>
      <DropdownItem onSelect={() => onDownload(invoice)}>
        {invoice.isOwn ? 'Download record of the company' : 'Download'}
      </DropdownItem>
      {onSend && !invoice.isOwn && <DropdownItem onSelect={() => onSend(invoice)}>Send again by e-mail</DropdownItem>}
      {invoice.canMarkPaid && <DropdownItem onSelect={() => onMarkPaid(invoice)}>Mark as paid</DropdownItem>}
      {invoice.canEdit && <DropdownItem onSelect={() => onEdit(invoice)}>Edit</DropdownItem>}
      {invoice.canCredit && (
        <>
          <DropdownDivider />
          <DropdownItem tone="danger" onSelect={() => onCredit(invoice)}>
            Credit
          </DropdownItem>
        </>
      )}
      {invoice.canDelete && (
        <>
          <DropdownDivider />
          <DropdownItem tone="danger" onSelect={() => onDelete(invoice)}>
            Delete
          </DropdownItem>
        </>
      )}
    </Dropdown>
  );
}
