import type { Invoice } from '#contract/billing/invoices.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { MoreIcon } from '../../ui/drawings/icons.tsx';
import { Dropdown, DropdownDivider, DropdownItem } from '../../ui/dropdown.tsx';
import { defineColumns } from '../../ui/records/columns.ts';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { statusTones } from './invoice-status.ts';
import { formatEuroAmount } from '#contract/billing/euros.ts';

interface CellContext {
  onDownload: (invoice: Invoice) => void;
  onEdit: (invoice: Invoice) => void;
  onDelete: (invoice: Invoice) => void;
}

export const invoiceColumns = defineColumns<Invoice, CellContext>([
  { key: 'invoiceId', label: 'Invoice ID', overflow: 'anywhere', isLink: true, text: ({ invoiceId }) => invoiceId },
  {
    key: 'issueDate',
    label: 'Issue date',
    width: '20%',
    cell: ({ issueDate }) => <time dateTime={issueDate}>{formatLongDay(issueDate)}</time>,
  },
  {
    key: 'dueDate',
    label: 'Due date',
    width: '20%',
    cell: ({ dueDate }) => <time dateTime={dueDate}>{formatLongDay(dueDate)}</time>,
  },
  { key: 'total', label: 'Total', width: '15%', align: 'end', text: ({ total }) => formatEuroAmount(total) },
  {
    key: 'status',
    label: 'Status',
    width: '15%',
    isSpaced: true,
    cell: ({ status }) => <StatusBadge tone={statusTones[status]} label={status} />,
  },
  {
    key: 'options',
    label: 'Options',
    isLabelHidden: true,
    width: '3.5rem',
    align: 'end',
    cell: (invoice, context) => <InvoiceOptions invoice={invoice} {...context} />,
  },
]);

function InvoiceOptions({ invoice, onDownload, onEdit, onDelete }: CellContext & { invoice: Invoice }) {
  return (
    <Dropdown label={`Options of ${invoice.invoiceId}`} button={<MoreIcon />}>
      <DropdownItem onSelect={() => onDownload(invoice)}>Download</DropdownItem>
      {invoice.canEdit && <DropdownItem onSelect={() => onEdit(invoice)}>Edit</DropdownItem>}
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
