import type { InvoiceLine } from '#features/money/contract/invoices.ts';
import styles from './invoices.module.css';
import { formatEuroAmount } from '#features/money/contract/euros.ts';

const counts = new Intl.NumberFormat('en');

/** Lines of an invoice, a skill at its price each, with the total. */
export function InvoiceLines({ lines, total }: { lines: readonly InvoiceLine[]; total: number }) {
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
            <th scope="col">Per request</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, description, requests, price, total: amount }) => (
            <tr key={place}>
              <td>
                <bdi>{description}</bdi>
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
              Total
            </th>
            <td>{formatEuroAmount(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
