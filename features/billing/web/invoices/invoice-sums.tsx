import { Link } from '@tanstack/react-router';
import { addEuros, formatEuroAmount } from '#features/money/contract/euros.ts';
import {
  getIssueYear,
  invoiceFilters,
  isOpenInvoice,
  isOverdueInvoice,
} from '#features/billing/contract/invoices/invoice-filters.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { grossWords } from '#features/billing/contract/vat-words.ts';
import type { FilterState } from '#web/lib/filter-address.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { getLeftToPay } from './invoice-facts.tsx';
import styles from './invoices.module.css';
import { StatementLink } from '../statement/statement-link.tsx';
import { RecordFilter } from '#web/ui/records/record-toolbar.tsx';

export type InvoiceFilterState = FilterState<typeof invoiceFilters>;

const sumTotals = (invoices: readonly Invoice[]) => formatEuroAmount(addEuros(invoices.map(({ total }) => total)));

/** Open invoices with what is left to pay; the words lead to them. */
export function OpenInvoices({ invoices }: { invoices: readonly Invoice[] }) {
  const open = invoices.filter(isOpenInvoice);
  const overdue = open.filter(isOverdueInvoice);
  return (
    <Row gap={4} rowGap={1} align="baseline" wrap below={3}>
      {open.length === 0 ? <Text>No invoice is open.</Text> : <OpenSums open={open} overdue={overdue} />}
      <span data-unprinted>
        <StatementLink />
      </span>
    </Row>
  );
}

function OpenSums({ open, overdue }: Readonly<Record<'open' | 'overdue', readonly Invoice[]>>) {
  return (
    <Row as="p" gap={2} rowGap={1} align="baseline" wrap>
      <Link to="." search={{ status: 'open' }}>
        {`${formatCounted(open.length, open.length === 1 ? 'invoice' : 'invoices')} open`}
      </Link>
      <Text as="strong" number>
        {formatEuroAmount(addEuros(open.map(getLeftToPay)))}
      </Text>
      <span>{grossWords}</span>
      {overdue.length > 0 && <Link to="." search={{ status: 'overdue' }}>{`${overdue.length} overdue`}</Link>}
    </Row>
  );
}

interface InvoiceToolbarProps {
  invoices: readonly Invoice[];
  found: readonly Invoice[];
  filter: InvoiceFilterState;
  onChange: (changed: Partial<InvoiceFilterState>) => void;
}

const toOption = ([value, label]: readonly [string, string]) => ({ value, label });

/** Filters of the list, and the sum of what they leave. */
export function InvoiceToolbar({ invoices, found, filter: { status, year }, onChange }: InvoiceToolbarProps) {
  // The year of the address is always an option, also where no invoice is of it.
  const years = [...new Set([...invoices.map(getIssueYear), ...(year === undefined ? [] : [year])])];
  const { values = {} } = invoiceFilters.status;
  return (
    <Row gap={3} rowGap={2} align="center" wrap below={3} data-unprinted>
      <RecordFilter
        label="Status"
        options={[{ value: '', label: 'All statuses' }, ...Object.entries(values).map(toOption)]}
        value={status}
        onChange={(value) => onChange({ status: value === '' ? undefined : (value as typeof status) })}
      />
      <RecordFilter
        label="Year of issue"
        options={[
          { value: '', label: 'All years' },
          ...years.toSorted((one, other) => other - one).map((each) => toOption([String(each), String(each)])),
        ]}
        value={year === undefined ? undefined : String(year)}
        onChange={(value) => onChange({ year: value === '' ? undefined : Number(value) })}
      />
      <Text size="sm" tone="soft" number role="status" className={styles.found}>
        {describeFound(found)}
      </Text>
    </Row>
  );
}

const count = (rows: readonly Invoice[], one: string) =>
  formatCounted(rows.length, rows.length === 1 ? one : `${one}s`);

/** Credit notes take from the sum; records of the company are no invoices and not in it. */
function describeFound(found: readonly Invoice[]): string {
  const papers = found.filter(({ isOwn }) => !isOwn);
  const creditNotes = papers.filter(({ kind }) => kind === 'creditNote');
  const invoices = papers.filter(({ kind }) => kind !== 'creditNote');
  const records = found.filter(({ isOwn }) => isOwn);
  const counted = creditNotes.length === 0 ? '' : ` less ${count(creditNotes, 'credit note')}`;
  const sum = `${count(invoices, 'invoice')}${counted}, ${sumTotals(papers)} ${grossWords}`;
  return records.length === 0 ? sum : `${sum}, and ${count(records, 'own record')}`;
}
