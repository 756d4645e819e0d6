import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeKind } from '#features/billing/contract/invoice-words.ts';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { isUnknownRecord } from '#web/api/record-queries.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { ChevronDownIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { ListNeighbours } from '#web/records/record-neighbours.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { getLeftToPay, InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoicePaymentPart } from './invoice-payment-part.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import styles from './invoices.module.css';
import { SentReminders } from './sent-reminders.tsx';
import { getInvoiceQuery } from './invoices.queries.ts';
import { useDownloadInvoice } from './use-download-invoice.ts';
import { useDownloadXml } from './use-download-xml.ts';

interface InvoiceDialogProps {
  id: string;
  /** The list in its order; undefined while it is loading. */
  listed: readonly Invoice[] | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
  onCredit: (invoice: Invoice) => void;
}

/** One invoice or credit note over the list: its lines and its payment. */
export function InvoiceDialog({ id, listed = [], onOpen, onClose, onCredit }: InvoiceDialogProps) {
  const { data: invoice, error, refetch } = useQuery(getInvoiceQuery(id));
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={1040}
      title={
        <Block as="bdi" breaks="anywhere">
          {invoice ? `${describeKind(invoice)} ${invoice.invoiceId}` : 'Invoice'}
        </Block>
      }
    >
      <Block below={3}>
        <ListNeighbours id={id} ids={listed.map(({ _id }) => _id)} one="invoice" onOpen={onOpen} isInDialog />
      </Block>
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
      {invoice && <InvoiceView key={id} invoice={invoice} onCredit={onCredit} />}
    </Dialog>
  );
}

const ownWords =
  'This is no invoice of the provider: your company has entered it for itself. It has no VAT, no bank account and no payment code.';

/** Why nothing is to be paid. */
const creditedWords: Readonly<Record<Invoice['kind'], string>> = {
  invoice: 'Nothing is to be paid: this invoice has been credited.',
  creditNote:
    'Nothing is to be paid: the amount reduces what the invoice asks for, or is paid back where the invoice has been paid.',
};

function InvoiceView({ invoice, onCredit }: Pick<InvoiceDialogProps, 'onCredit'> & { invoice: InvoiceDetails }) {
  const { status, vat, lines, payment } = invoice;
  return (
    <>
      <InvoiceFacts invoice={invoice} />
      <div className={styles.parts} data-lines={lines.length > 0 || undefined}>
        <div>
          {lines.length > 0 && <InvoiceLines lines={lines} total={Math.abs(invoice.total)} vat={vat} />}
          {vat?.parts.map(
            ({ mention }) =>
              mention !== null && (
                <Text key={mention} size="sm" tone="soft" above={3}>
                  {mention}
                </Text>
              ),
          )}
        </div>
        <div>
          {payment && status !== 'Credited' ? (
            <InvoicePaymentPart payment={payment} total={getLeftToPay(invoice)} isPaid={status === 'Paid'} />
          ) : (
            <Text tone="soft" measure={42}>
              {invoice.isOwn ? ownWords : creditedWords[invoice.kind]}
            </Text>
          )}
          <SentReminders invoice={invoice} />
          <Downloads invoice={invoice} onCredit={onCredit} />
        </div>
      </div>
    </>
  );
}

/** The PDF by one button, and the same as XML by a menu where it can be had. */
function Downloads({ invoice, onCredit }: Pick<InvoiceDialogProps, 'onCredit'> & { invoice: InvoiceDetails }) {
  const { download, isDownloading } = useDownloadInvoice();
  const { downloadXml, downloading, problem } = useDownloadXml();
  return (
    <>
      {problem !== undefined && <FormAlert>{problem}</FormAlert>}
      <DialogActions>
        {invoice.canCredit && (
          <Button variant="default" onClick={() => onCredit(invoice)}>
            Credit
          </Button>
        )}
        {invoice.hasXml && (
          <Dropdown
            label="Download as XML"
            isFramed
            isDisabled={downloading !== undefined}
            button={
              <>
                XML <ChevronDownIcon size={16} />
              </>
            }
          >
            <DropdownItem onSelect={() => void downloadXml(invoice, 'cii')}>Factur-X (CII)</DropdownItem>
            <DropdownItem onSelect={() => void downloadXml(invoice, 'ubl')}>Peppol and XRechnung (UBL)</DropdownItem>
          </Dropdown>
        )}
        <Button loading={isDownloading} onClick={() => void download(invoice)}>
          Download
        </Button>
      </DialogActions>
    </>
  );
}
