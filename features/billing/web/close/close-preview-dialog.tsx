import { formatMonth } from '#contract/calendar/formats.ts';
import type { ClosingCompany, ClosingMonth } from '#features/billing/contract/close/closes.ts';
import { describeVatPart, grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { describeWaiting, isReady, sumOf } from './close-words.ts';

interface ClosePreviewDialogProps {
  company: ClosingCompany;
  onIssue: () => Promise<unknown>;
  onClose: () => void;
}

/** The invoices that the close of a company would issue now, with the button that issues them. */
export function ClosePreviewDialog({ company, onIssue, onClose }: ClosePreviewDialogProps) {
  const { name, months } = company;
  const total = formatEuroAmount(sumOf(months, (vat) => vat.total));
  return (
    <ActionDialog
      title={<bdi>{`Next ${months.length === 1 ? 'invoice' : 'invoices'} of ${name}`}</bdi>}
      widthPx={720}
      run={onIssue}
      label={isReady(company) ? `Issue now, ${total}` : 'Issue now'}
      isDisabled={!isReady(company)}
      onClose={onClose}
    >
      <Text tone="soft" below={4}>
        {`${describeWaiting(company).join(' ')} What is reported later for an issued month is on the next invoice.`}
      </Text>
      {months.map((month) => (
        <Month key={month.period} month={month} />
      ))}
    </ActionDialog>
  );
}

type Line = ClosingMonth['lines'][number] & { readonly place: number };

const columns = defineColumns<Line>([
  { key: 'description', isName: true, label: 'Description', overflow: 'anywhere', text: (line) => line.description },
  {
    key: 'requests',
    label: 'Requests',
    width: '6.5rem',
    align: 'end',
    text: ({ requests }) => (requests === null ? '' : formatCount(requests)),
  },
  {
    key: 'price',
    label: 'Price',
    width: '7rem',
    align: 'end',
    text: ({ price }) => (price === null ? '' : formatEuroAmount(price)),
  },
  {
    key: 'total',
    label: `Amount, ${netWords}`,
    width: '9.5rem',
    align: 'end',
    text: ({ total }) => formatEuroAmount(total),
  },
]);

function Month({ month: { period, lines, vat } }: { month: ClosingMonth }) {
  const title = formatMonth(`${period}-01`);
  const parts = vat.parts.map((part) => `${describeVatPart(part)} ${formatEuroAmount(part.amount)}`);
  return (
    <Block as="section" below={5} aria-label={title}>
      <h3>{title}</h3>
      <RecordTable
        caption={`Lines of ${title}`}
        columns={columns}
        rows={lines.map((line, place) => ({ ...line, place }))}
        getKey={({ place }) => String(place)}
        loadingLabel="Loading the lines"
        empty={null}
        isDense
      />
      <Text above={2} number text="end">
        <span>{`${formatEuroAmount(vat.net)} + ${parts.join(' + ')} = `}</span>
        <strong>{`${formatEuroAmount(vat.total)} ${grossWords}`}</strong>
      </Text>
    </Block>
  );
}
