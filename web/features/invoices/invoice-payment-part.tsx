import { formatEuroAmount } from '#contract/billing/euros.ts';
import type { InvoicePayment } from '#contract/billing/invoices.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './invoice-dialog.module.css';

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
    <section className={styles.payment} aria-labelledby="invoice-payment">
      <div>
        <h3 id="invoice-payment">Payment by bank transfer</h3>
        <dl>
          <dt>Recipient</dt>
          <dd>{name}</dd>
          <dt>IBAN</dt>
          <dd>
            <span>{groupByFour(iban)}</span> <CopyButton label="IBAN" text={iban} />
          </dd>
          {bic !== null && (
            <>
              <dt>BIC</dt>
              <dd>
                <span>{bic}</span> <CopyButton label="BIC" text={bic} />
              </dd>
            </>
          )}
          <dt>Reference</dt>
          <dd>
            <span>{groupByFour(reference)}</span> <CopyButton label="reference" text={reference} />
          </dd>
          <dt>Amount</dt>
          <dd>{formatEuroAmount(total)}</dd>
        </dl>
        <p>{isPaid ? 'This invoice has been paid.' : 'Bank transfer takes 2-3 business days'}</p>
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
    </section>
  );
}
