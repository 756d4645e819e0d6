import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { InvoiceVat } from '#features/billing/contract/vat.ts';
import { addEuros, formatEuroAmount } from '#features/money/contract/euros.ts';
import { describeVatPart, grossWords } from '#features/billing/contract/vat-words.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { CorrectionLinks } from './correction-links.tsx';
import { describeOrigin } from './invoice-origin.ts';
import { statusTones } from './invoice-status.ts';

/** The amount that credit notes and, before it is paid, payments have left of an invoice. */
export const getLeftToPay = ({ total, credited = 0, paid = 0, status }: Invoice): number =>
  Math.max(0, addEuros([total, -credited, status === 'Paid' ? 0 : -paid]));

/** Amounts, dates, status and related papers of an invoice. The amounts of a credit note are positive, as on its paper. */
export function InvoiceFacts({ invoice }: { invoice: InvoiceDetails }) {
  const { issueDate, dueDate, status, vat, company } = invoice;
  const isCreditNote = invoice.kind === 'creditNote';
  return (
    <Facts gap={6} rowGap={3} below={5} weight="medium">
      <Fact label={isCreditNote ? 'Total credited' : 'Total'}>
        {`${formatEuroAmount(Math.abs(invoice.total))}${vat ? ` ${grossWords}` : ''}`}
      </Fact>
      {vat && <VatFacts vat={vat} />}
      <Fact label="Status">
        <StatusBadge tone={statusTones[status]} label={status} />
        <CorrectionLinks invoice={invoice} />
      </Fact>
      <PaymentFacts invoice={invoice} />
      {invoice.correctionReason !== undefined && <Fact label="Reason">{invoice.correctionReason}</Fact>}
      <Fact label="Issue date">{formatLongDay(issueDate)}</Fact>
      {!isCreditNote && <Fact label="Due date">{formatLongDay(dueDate)}</Fact>}
      {invoice.paidOn !== undefined && <Fact label="Date of payment">{formatLongDay(invoice.paidOn)}</Fact>}
      {!isCreditNote && <Fact label="Origin">{describeOrigin(invoice) ?? 'Monthly usage'}</Fact>}
      <Fact label="Company">{company !== '' && <bdi translate="no">{company}</bdi>}</Fact>
    </Facts>
  );
}

/** Payments so far, and what is left or too much. */
function PaymentFacts({ invoice }: { invoice: InvoiceDetails }) {
  const { total, credited = 0, paid = 0, status, payments } = invoice;
  const tooMuch = addEuros([paid, credited, -total]);
  const isPartly = paid > 0 && status !== 'Paid' && status !== 'Credited';
  return (
    <>
      {(isPartly || payments.length > 1) && (
        <Fact label="Payments">
          {payments.map(({ amount, paidOn }) => `${formatEuroAmount(amount)}, ${formatLongDay(paidOn)}`).join('; ')}
        </Fact>
      )}
      {(invoice.credited !== undefined || isPartly) && (
        <Fact label="Left to pay">{formatEuroAmount(getLeftToPay(invoice))}</Fact>
      )}
      {paid > 0 && tooMuch > 0 && <Fact label="Paid too much">{formatEuroAmount(tooMuch)}</Fact>}
    </>
  );
}

function VatFacts({ vat }: { vat: InvoiceVat }) {
  return (
    <>
      <Fact label="Net amount">{formatEuroAmount(vat.net)}</Fact>
      {vat.parts.map((part) => (
        <Fact key={`${part.treatment} ${part.percent}`} label={describeVatPart(part)}>
          {formatEuroAmount(part.amount)}
        </Fact>
      ))}
      {vat.rounding !== 0 && <Fact label="Rounding">{formatEuroAmount(vat.rounding)}</Fact>}
    </>
  );
}
