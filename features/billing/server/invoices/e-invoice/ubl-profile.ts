import type { EInvoice } from './e-invoice.ts';
import { isWritten } from './xml.ts';

/** BT-24 and BT-23. */
interface Profile {
  readonly specification: string;
  readonly process: string | null;
}

const core = 'urn:cen.eu:en16931:2017';
const process = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const plain: Profile = { specification: core, process: null };
const peppol: Profile = {
  specification: `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
  process,
};
const xrechnung: Profile = { specification: `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, process };

/**
 * The specification that the invoice follows: XRechnung for a German buyer that gave its reference (BT-10), else Peppol BIS
 * Billing 3, else EN 16931 alone. An invoice that claimed a specification without what it needs would be refused.
 */
export function getProfile(invoice: EInvoice): Profile {
  const { seller, buyer, buyerReference, orderReference } = invoice;
  const hasAddresses = seller.electronicAddress !== null && buyer.electronicAddress !== null;
  if (!hasAddresses) return plain;
  if (buyer.address.country === 'DE' && isWritten(buyerReference) && isCompleteForGermany(invoice)) return xrechnung;
  return isWritten(buyerReference) || isWritten(orderReference) ? peppol : plain;
}

const isCompleteForGermany = ({ seller, buyer, period, lines }: EInvoice) =>
  seller.contact !== null &&
  // XRechnung wants a rate for each category (BR-DE-14), and what is outside the scope of VAT has none.
  lines.every(({ vat }) => vat.category !== 'O') &&
  [seller, buyer].every(({ address }) => isWritten(address.city) && isWritten(address.postCode)) &&
  (period !== null || lines.every((line) => line.period !== null));
