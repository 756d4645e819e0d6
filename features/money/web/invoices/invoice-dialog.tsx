import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { recordWords } from '#features/money/contract/invoice-words.ts';
import type { InvoiceDetails } from '#features/money/contract/invoices.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { isUnknownRecord } from '#web/api/record-queries.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { describeOrigin } from './invoice-origin.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoicePaymentPart } from './invoice-payment-part.tsx';
import { statusTones } from './invoice-status.ts';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import styles from './invoices.module.css';
import { getInvoiceQuery } from './invoices.queries.ts';
import { describeVatPart, grossWords } from '#features/money/contract/vat-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { useDownloadInvoice } from './use-download-invoice.ts';
import { useDownloadXml } from './use-download-xml.ts';

/** One invoice over the list: its lines and its payment. */
export function InvoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: invoice, error, refetch } = useQuery(getInvoiceQuery(id));
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={760}
      title={
        <Block as="bdi" breaks="anywhere">
          {invoice ? `${invoice.isOwn ? recordWords : 'Invoice'} ${invoice.invoiceId}` : 'Invoice'}
        </Block>
      }
    >
      {error && !invoice && (
        <>
          <FormAlert>{isUnknownRecord(error) ? 'This invoice does not exist.' : toErrorWords(error)}</FormAlert>
          {!isUnknownRecord(error) && (
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </>
      )}
      {!error && !invoice && (
        <SkeletonLines label="Loading the invoice" widths={['60%', '80%', '70%', '40%']} className={styles.waiting} />
      )}
      {invoice && <InvoiceView invoice={invoice} />}
    </Dialog>
  );
}

function InvoiceView({ invoice }: { invoice: InvoiceDetails }) {
  const { download, isDownloading } = useDownloadInvoice();
  const { downloadXml, downloading, problem } = useDownloadXml();
  const { issueDate, dueDate, status, total, vat, lines, payment, company } = invoice;
  return (
    <>
      <Facts gap={6} rowGap={3} below={5} weight="medium">
        <Fact label="Total">{`${formatEuroAmount(total)}${vat ? ` ${grossWords}` : ''}`}</Fact>
        {vat && <Fact label="Net amount">{formatEuroAmount(vat.net)}</Fact>}
        {vat?.parts.map((part) => (
          <Fact key={`${part.treatment} ${part.percent}`} label={describeVatPart(part)}>
            {formatEuroAmount(part.amount)}
          </Fact>
        ))}
        {vat !== null && vat.rounding !== 0 && <Fact label="Rounding">{formatEuroAmount(vat.rounding)}</Fact>}
        <Fact label="Status">
          <StatusBadge tone={statusTones[status]} label={status} />
        </Fact>
        <Fact label="Issue date">{formatLongDay(issueDate)}</Fact>
        <Fact label="Due date">{formatLongDay(dueDate)}</Fact>
        {invoice.paidOn !== undefined && <Fact label="Date of payment">{formatLongDay(invoice.paidOn)}</Fact>}
        <Fact label="Origin">{describeOrigin(invoice) ?? 'Monthly usage'}</Fact>
        <Fact label="Company">{company !== '' && <bdi translate="no">{company}</bdi>}</Fact>
      </Facts>
      {lines.length > 0 && <InvoiceLines lines={lines} total={total} vat={vat} />}
      {vat?.parts.map(
        ({ mention }) =>
          mention !== null && (
            <Text key={mention} size="sm" tone="soft" below={3}>
              {mention}
            </Text>
          ),
      )}
      {payment ? (
        <InvoicePaymentPart payment={payment} total={total} isPaid={status === 'Paid'} />
      ) : (
        <Text tone="soft" measure={42}>
          This is no invoice of the provider: your company has entered it for itself. It has no VAT, no bank account and
          no payment code.
        </Text>
      )}
      {problem !== undefined && <FormAlert>{problem}</FormAlert>}
      <DialogActions>
        {invoice.hasXml && (
          <>
            <Button variant="default" loading={downloading === 'ubl'} onClick={() => void downloadXml(invoice, 'ubl')}>
              Download UBL
            </Button>
            <Button variant="default" loading={downloading === 'cii'} onClick={() => void downloadXml(invoice, 'cii')}>
              Download XML
            </Button>
          </>
        )}
        <Button variant="default" loading={isDownloading} onClick={() => void download(invoice)}>
          Download
        </Button>
      </DialogActions>
    </>
  );
}
