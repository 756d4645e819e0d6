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

/** BT-29: identifies a seller where nothing else does (BR-CO-26), because its VAT number may not stand there. */
export const getSellerId = (invoice: EInvoice): string | null =>
  invoice.seller.registrationNumber === null && !hasVatNumbers(invoice) ? invoice.seller.vatNumber : null;

/** The three lines that an address has; what is more joins the third. */
export function getAddressLines({ address }: EInvoiceParty): readonly (string | null)[] {
  const [first = null, second = null, ...others] = address.lines;
  return [first, second, others.length === 0 ? null : others.join(', ')];
}
