import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { InvoicePayment } from '#features/billing/contract/invoices.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import styles from './invoices.module.css';

const groupByFour = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1 ');

interface InvoicePaymentPartProps {
  payment: InvoicePayment;
  /** In euros. */
  total: number;
  isPaid: boolean;
}

/** Bank details, amount, reference, and all of it as a code that a banking app reads. */
export function InvoicePaymentPart({ payment, total, isPaid }: InvoicePaymentPartProps) {
  const { name, iban, bic, reference, qrCode } = payment;
  return (
    <Row
      as="section"
      pad={5}
      gap={6}
      align="start"
      justify="between"
      card="sunken"
      above={6}
      className={styles.payment}
      aria-labelledby="invoice-payment"
    >
      <div>
        <Text as="h3" below={3} size="md" weight="strong" id="invoice-payment">
          Payment by bank transfer
        </Text>
        <Facts names="6rem" gap={1} below={3}>
          <Fact label="Recipient">{name}</Fact>
          <Fact label="IBAN">
            <span>{groupByFour(iban)}</span> <CopyButton label="IBAN" text={iban} />
          </Fact>
          {bic !== null && (
            <Fact label="BIC">
              <span>{bic}</span> <CopyButton label="BIC" text={bic} />
            </Fact>
          )}
          <Fact label="Reference">
            <span>{groupByFour(reference)}</span> <CopyButton label="reference" text={reference} />
          </Fact>
          <Fact label="Amount">{formatEuroAmount(total)}</Fact>
        </Facts>
        <Text size="sm" tone="soft">
          {isPaid ? 'This invoice has been paid.' : 'Bank transfer takes 2-3 business days'}
        </Text>
      </div>
      {!isPaid && qrCode && (
        <svg
          viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
          role="img"
          aria-label="QR code for this transfer, for banking apps"
          shapeRendering="crispEdges"
        >
          <path d={`M0 0h${qrCode.size}v${qrCode.size}h-${qrCode.size}z`} fill="#fff" />
          <path d={qrCode.path} fill="#000" />
        </svg>
      )}
    </Row>
  );
}
