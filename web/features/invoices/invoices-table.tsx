import { Link, useNavigate } from '@tanstack/react-router';
import type { Invoice } from '#contract/billing/invoices.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { paths } from '../../paths.ts';
import { BreakableText } from '../../ui/text/breakable-text.tsx';
import { DataTable } from '../../ui/records/data-table.tsx';
import { Dropdown, DropdownDivider, DropdownItem } from '../../ui/dropdown.tsx';
import { MoreIcon } from '../../ui/drawings/icons.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { statusTones } from './invoice-status.ts';
import styles from './invoices.module.css';
import { showEuros } from './show-euros.ts';

export const invoiceColumns = ['Invoice ID', 'Issue date', 'Due date', 'Total', 'Status', ''] as const;

interface InvoicesTableProps {
  invoices: readonly Invoice[];
  /** Whether Edit and Delete are offered. */
  canManage: boolean;
  onDownload: (invoice: Invoice) => void;
  onDelete: (invoice: Invoice) => void;
}

export function InvoicesTable({ invoices, ...actions }: InvoicesTableProps) {
  return (
    <div className={styles.invoices}>
      <DataTable caption="Invoices">
        <thead>
          <tr>
            {invoiceColumns.map((column) => (
              <th key={column} scope="col" data-align={column === 'Total' ? 'end' : undefined}>
                {column || <span className="visually-hidden">Options</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice._id} invoice={invoice} {...actions} />
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

function InvoiceRow({ invoice, ...actions }: Omit<InvoicesTableProps, 'invoices'> & { invoice: Invoice }) {
  const { _id, invoiceId, issueDate, dueDate, total, status } = invoice;
  return (
    <tr>
      <td data-wrap="anywhere">
        <Link
          to="."
          search={{ invoice: _id } as never}
          state={{ openedHere: true }}
          resetScroll={false}
          className={styles.number}
        >
          <bdi>
            <BreakableText text={invoiceId} />
          </bdi>
        </Link>
      </td>
      <td>
        <time dateTime={issueDate}>{formatLongDay(issueDate)}</time>
      </td>
      <td>
        <time dateTime={dueDate}>{formatLongDay(dueDate)}</time>
      </td>
      <td data-align="end">{showEuros(total)}</td>
      <td>
        <StatusBadge tone={statusTones[status]} label={status} />
      </td>
      <td data-align="end">
        <InvoiceOptions invoice={invoice} {...actions} />
      </td>
    </tr>
  );
}

/** The options menu of a row. */
function InvoiceOptions(props: Omit<InvoicesTableProps, 'invoices'> & { invoice: Invoice }) {
  const { invoice, canManage, onDownload, onDelete } = props;
  const navigate = useNavigate();
  return (
    <Dropdown label={`Options of ${invoice.invoiceId}`} button={<MoreIcon />}>
      <DropdownItem onSelect={() => onDownload(invoice)}>Download</DropdownItem>
      {canManage && (
        <>
          <DropdownItem onSelect={() => void navigate({ to: paths.invoice(invoice._id) })}>Edit</DropdownItem>
          <DropdownDivider />
          <DropdownItem tone="danger" onSelect={() => onDelete(invoice)}>
            Delete
          </DropdownItem>
        </>
      )}
    </Dropdown>
  );
}
