import type { InvoiceLine } from '#features/billing/contract/invoices.ts';
import type { InvoiceVat } from '#features/billing/contract/vat.ts';
import { grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { useState } from 'react';
import { look, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './invoices.module.css';
import { addEuros, formatEuroAmount } from '#features/money/contract/euros.ts';

/** Lines of a long invoice before its button is pressed. */
const shownAtFirst = 15;

const counts = new Intl.NumberFormat('en');

/** A line leads to the billed requests of its skill in its month, or to the support requests of its month. */
function Described({
  line: { description, period, skillId },
}: {
  line: Pick<InvoiceLine, 'description' | 'period' | 'skillId'>;
}) {
  if (period === null) return <bdi>{description}</bdi>;
  const place =
    skillId === null
      ? { to: paths.usageSupport(), search: { period } }
      : { to: paths.usage(), search: { period, skill: skillId } };
  return (
    <Link {...place} {...look({ tone: 'quiet' })}>
      <bdi>{description}</bdi>
    </Link>
  );
}

interface InvoiceLinesProps {
  lines: readonly InvoiceLine[];
  total: number;
  /** Null for a record of the company. */
  vat: InvoiceVat | null;
}

/** Lines of an invoice, a skill at its price each, with their sum. */
export function InvoiceLines({ lines, total, vat }: InvoiceLinesProps) {
  const toWords = (head: string, separator: string) =>
    vat ? `${head}${separator}${vat.areLinesNet ? netWords : grossWords}` : head;
  // Two skills may have one name and one price; the lines of an invoice never move.
  const rows = lines.map((line, place) => ({ ...line, place }));
  const [isOpen, setOpen] = useState(rows.length <= shownAtFirst + 3);
  const shown = isOpen ? rows : rows.slice(0, shownAtFirst);
  return (
    <div className={styles.lines}>
      <table>
        <caption className="visually-hidden">Lines of the invoice</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" data-wide>
              Requests
            </th>
            <th scope="col" data-wide>
              {toWords('Per request', ', ')}
            </th>
            <th scope="col">{toWords('Amount', ', ')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ place, requests, price, total: amount, ...line }) => (
            <tr key={place}>
              <th scope="row">
                <Described line={line} />
                {requests !== null && price !== null && (
                  <Text as="span" block size="xs" tone="faint" className={styles.narrow}>
                    {`${counts.format(requests)} × ${formatEuroAmount(price)}`}
                  </Text>
                )}
              </th>
              <td data-wide>{requests === null ? '' : counts.format(requests)}</td>
              <td data-wide>{price === null ? '' : formatEuroAmount(price)}</td>
              <td>{formatEuroAmount(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {!isOpen && (
            <tr>
              <td>
                <LinkButton onClick={() => setOpen(true)}>{`Show all ${counts.format(rows.length)} lines`}</LinkButton>
              </td>
              <td data-wide />
              <td data-wide />
              <td>{formatEuroAmount(addEuros(rows.slice(shownAtFirst).map((row) => row.total)))}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{toWords('Total', ' ')}</th>
            <td data-wide />
            <td data-wide />
            <td>{formatEuroAmount(vat?.areLinesNet ? vat.net : total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
