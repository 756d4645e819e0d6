import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Bill } from '#features/billing/contract/bill.ts';
import type { InvoiceVat } from '#features/billing/contract/vat.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { describeVatPart, grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import { allSkillsId, baseFeesPlace } from '#features/money/contract/usage-ids.ts';
import { formatShortDay, formatMonth } from '#contract/calendar/formats.ts';
import { paths } from '#web/paths.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Block, Row, Text, look } from '#web/ui/layout/layout.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { statusTones } from '../invoices/invoice-status.ts';
import type { LiveUsage } from '#web/records/month/live-usage.ts';
import { useBill } from '#web/records/month/use-bill.ts';

interface BillLineProps {
  /** A past month such as `2026-10`; the present one if left out. */
  period?: string | undefined;
  /** Newest value of the stream of the usage page. */
  live?: LiveUsage | undefined;
  /** Its place is so narrow that the text below the sum takes two lines. */
  isNarrow?: boolean;
}

/** The bill of a month: its sum so far, or its invoice, with what it is made of and when it is issued. */
export function BillLine({ period, live, isNarrow = false }: BillLineProps) {
  const { data: bill, error, isFetching, isPlaceholderData, refetch } = useBill(period, live);
  if (bill && !bill.isBilled) return null;
  return (
    <Block as="section" aria-label="Bill of the month" aria-busy={!bill || isPlaceholderData} below={6}>
      <LoadError error={bill ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {bill ? <BillText bill={bill} isPresent={period === undefined} /> : !error && <Waiting isNarrow={isNarrow} />}
    </Block>
  );
}

const noBreakSpace = '\u00a0';

/** Reserves the height of the text, so that nothing moves when it comes. */
function Waiting({ isNarrow }: { isNarrow: boolean }) {
  return (
    <>
      <Sums>
        <SkeletonLine width="24rem" />
        <Total />
      </Sums>
      <Text above={1} size="sm">
        {noBreakSpace}
        {isNarrow && <br />}
        {isNarrow && noBreakSpace}
      </Text>
    </>
  );
}

function Sums({ children }: { children: ReactNode }) {
  return (
    <Row as="p" gap={2} rowGap={1} align="baseline" wrap>
      {children}
    </Row>
  );
}

function Total({ amount }: { amount?: number }) {
  return (
    <Text as="strong" size="lg" number>
      {amount === undefined ? noBreakSpace : formatEuroAmount(amount)}
    </Text>
  );
}

function BillText({ bill, isPresent }: { bill: Bill; isPresent: boolean }) {
  if (bill.invoice) return <InvoicedMonth bill={bill} invoice={bill.invoice} />;
  const { total } = bill.open;
  const month = formatMonth(`${bill.period}-01`);
  if (!isPresent && total <= 0) return <Text>{`No invoice for ${month}: nothing to bill.`}</Text>;
  return (
    <>
      <Sums>
        <span>{`Bill of ${month}${isPresent ? ' so far' : ''}:`}</span>
        <Parts period={bill.period} parts={bill.open} total={total} />
      </Sums>
      <Text above={1} size="sm" tone="soft">
        {[!isPresent && 'Not billed yet.', describeVat(bill), describeExpected(bill), describeNext(bill)]
          .filter(Boolean)
          .join(' ') || noBreakSpace}
      </Text>
    </>
  );
}

interface PartsProps {
  period: string;
  parts: Pick<Bill['open'], 'skills' | 'fees' | 'support' | 'late'> & Partial<Pick<Bill['open'], 'feesFrom'>>;
  total: number;
}

/** The sums of a bill, each a link to what it is made of. */
function Parts({ period, parts: { skills, fees, feesFrom = null, support, late }, total }: PartsProps) {
  const toSkills = { to: paths.usage(), search: { period, skill: allSkillsId } };
  if (fees === 0 && support === 0 && late === 0) {
    return (
      <Link {...toSkills} {...look({ tone: 'quiet' })}>
        <Total amount={total} />
      </Link>
    );
  }
  return (
    <>
      <Link {...toSkills}>{`skills ${formatEuroAmount(skills)}`}</Link>
      {fees !== 0 && (
        <>
          <span>+</span>
          <Link to={paths.usage()} search={{ period }} hash={baseFeesPlace}>
            {`base fees ${formatEuroAmount(fees)}`}
          </Link>
          {feesFrom !== null && <span>{`from ${formatShortDay(feesFrom)}`}</span>}
        </>
      )}
      {support !== 0 && (
        <>
          <span>+</span>
          <Link to={paths.usageSupport()} search={{ period }}>
            {`support ${formatEuroAmount(support)}`}
          </Link>
        </>
      )}
      {late !== 0 && <span>{`${late < 0 ? '−' : '+'} reported late ${formatEuroAmount(Math.abs(late))}`}</span>}
      <span>=</span>
      <Total amount={total} />
    </>
  );
}

function describeVat({ open: { total, vat } }: Bill): string | undefined {
  if (total <= 0) return undefined;
  const toPay = `${formatEuroAmount(vat.total)} to pay.`;
  return vat.amount === 0
    ? `${describeParts(vat)}: ${toPay}`
    : `Amounts ${netWords}. With ${describeParts(vat)}: ${toPay}`;
}

/** `VAT 24%, €110.40`. */
const describeParts = ({ parts }: InvoiceVat): string =>
  parts
    .map((part) =>
      part.amount === 0 ? describeVatPart(part) : `${describeVatPart(part)}, ${formatEuroAmount(part.amount)}`,
    )
    .join(' and ');

const describeExpected = ({ expected }: Bill) =>
  expected === null ? undefined : `${formatEuroAmount(expected)} ${netWords} expected at the end of the month.`;

function describeNext({ next, open, expected }: Bill): string | undefined {
  if (open.total <= 0 && !expected) return undefined;
  if (!next) return 'Its invoice waits for your company’s address, or was credited and waits to be issued again.';
  return `${next.invoiceId === null ? 'Invoice' : `Invoice ${next.invoiceId}`} on ${formatShortDay(next.issueDate)}.`;
}

interface InvoicedMonthProps {
  bill: Bill;
  invoice: NonNullable<Bill['invoice']>;
}

/** The invoice of the month: what it bills, its VAT and what is to be paid; and what was reported after it. */
function InvoicedMonth({ bill: { period, open, next }, invoice }: InvoicedMonthProps) {
  const { vat, total } = invoice;
  const later = next && open.total !== 0;
  return (
    <>
      <Sums>
        <span>{`Bill of ${formatMonth(`${period}-01`)}:`}</span>
        <Parts period={period} parts={invoice} total={vat.areLinesNet ? vat.net : total} />
        <span>{vat.areLinesNet ? netWords : grossWords}</span>
      </Sums>
      <Row as="p" gap={2} rowGap={1} align="baseline" wrap above={1} size="sm" tone="soft">
        <span>{describeInvoiced(invoice)}</span>
        <Link to={paths.billing()} search={{ invoice: invoice._id }} translate="no">
          {`Invoice ${invoice.invoiceId}`}
        </Link>
        <StatusBadge tone={statusTones[invoice.status]} label={invoice.status} />
      </Row>
      {later && (
        <Text above={1} size="sm" tone="soft">
          {`${formatEuroAmount(open.total)} ${netWords} reported later, on the invoice of ${formatShortDay(next.issueDate)}.`}
        </Text>
      )}
    </>
  );
}

/** VAT and what is to be paid; of older invoices, whose lines include the VAT, how much it is. */
function describeInvoiced({ vat, total }: NonNullable<Bill['invoice']>): string {
  const parts = describeParts(vat);
  if (!vat.areLinesNet) return `${formatEuroAmount(vat.net)} ${netWords}. ${parts}.`;
  return `${vat.amount === 0 ? '' : '+ '}${parts}: ${formatEuroAmount(total)} to pay.`;
}
