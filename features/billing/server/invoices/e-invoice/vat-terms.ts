import type { EInvoice, EInvoiceParty, VatCategory } from './e-invoice.ts';

/** BT-120 and BT-121: why a category has no VAT, by the list VATEX. */
interface Exemption {
  readonly reason: string;
  readonly code: string | null;
}

const exemptions: Readonly<Record<VatCategory, Exemption | null>> = {
  S: null,
  Z: null,
  E: { reason: 'Exempt from VAT', code: null },
  AE: { reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  O: { reason: 'Outside the scope of VAT', code: 'VATEX-EU-O' },
};

export function getExemption(category: VatCategory, { exemptionReason }: EInvoice): Exemption | null {
  const exemption = exemptions[category];
  return category === 'E' && exemption !== null && exemptionReason !== null
    ? { ...exemption, reason: exemptionReason }
    : exemption;
}

/** No VAT number may stand on an invoice outside the scope of VAT (BR-O-02). */
export const hasVatNumbers = ({ lines }: EInvoice): boolean => lines.every(({ vat }) => vat.category !== 'O');

/**
 * BT-29: the VAT number of a seller where it may not stand as one, because each invoice has to name it (directive 2006/112/EC, article 226, point
 * 3), and a seller has to be identified (BR-CO-26).
 */
export const getSellerId = (invoice: EInvoice): string | null =>
  hasVatNumbers(invoice) ? null : invoice.seller.vatNumber;

/** The three lines that an address has; what is more joins the third. */
export function getAddressLines({ address }: EInvoiceParty): readonly (string | null)[] {
  const [first = null, second = null, ...others] = address.lines;
  return [first, second, others.length === 0 ? null : others.join(', ')];
}
