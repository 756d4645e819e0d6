import type { InvoiceLine } from '#features/money/contract/invoices.ts';
import type { InvoiceVat } from '#features/money/contract/vat.ts';
import { grossWords, netWords } from '#features/money/contract/vat-words.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { look } from '#web/ui/layout/layout.tsx';
import styles from './invoices.module.css';
import { formatEuroAmount } from '#features/money/contract/euros.ts';

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
  return (
    <div className={styles.lines} tabIndex={0} role="region" aria-label="Lines of the invoice">
      <table>
        <caption className="visually-hidden">Lines of the invoice</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Requests</th>
            <th scope="col">{toWords('Per request', ', ')}</th>
            <th scope="col">{toWords('Amount', ', ')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, requests, price, total: amount, ...line }) => (
            <tr key={place}>
              <td>
                <Described line={line} />
              </td>
              <td>{requests === null ? '' : counts.format(requests)}</td>
              <td>{price === null ? '' : formatEuroAmount(price)}</td>
              <td>{formatEuroAmount(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {toWords('Total', ' ')}
            </th>
            <td>{formatEuroAmount(vat?.areLinesNet ? vat.net : total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
