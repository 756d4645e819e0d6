import type { VatTreatment } from '#features/billing/contract/vat.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { DocumentInput } from '../issue-document.ts';
import type { StoredInvoice, StoredLine } from '../invoices.repository.ts';
import type { TaxedLine } from '../plan-invoice.ts';
import { splitTotal, type Vat } from '../vat.ts';

interface CreditedInvoice {
  readonly corrected: Pick<StoredInvoice, 'invoiceId' | 'totalTenThousandths' | 'creditedTenThousandths'>;
  /** Whole cents, VAT included; at most what is left. */
  readonly amount: TenThousandths;
  readonly lines: ReadonlyArray<
    Omit<StoredLine, 'skillId'> & { readonly treatment: VatTreatment | null; readonly rate: number | null }
  >;
  readonly vat: Vat;
}

interface PlannedCredit {
  readonly lines: DocumentInput['lines'];
  readonly vat: Vat;
  /** Its one line where it credits a part; null where lines and VAT are those of the invoice. */
  readonly part: TaxedLine | null;
}

/**
 * Plans the content of a credit note: that of the whole invoice, or one line in its VAT terms.
 * @throws Problem `invoices.credit-whole`
 */
export function planCredit({ corrected, amount, lines, vat }: CreditedInvoice): PlannedCredit {
  if (amount === corrected.totalTenThousandths) {
    const taxed = lines.map(({ treatment, rate, ...line }) => {
      const terms = vat.parts.find((each) => each.treatment === treatment && each.rate === rate);
      return { ...line, ...(terms && { terms }) };
    });
    return { lines: taxed, vat, part: null };
  }
  const [terms, ...others] = vat.parts;
  if (terms === undefined || others.length > 0) throw new Problem('invoices.credit-whole');
  const credited = { ...splitTotal(amount, terms), areLinesNet: true };
  const isRest = amount === corrected.totalTenThousandths - corrected.creditedTenThousandths;
  const part = {
    description: `${isRest ? 'Rest' : 'Part'} of invoice ${corrected.invoiceId}`,
    month: null,
    skillNumber: null,
    skillId: null,
    requests: null,
    price: null,
    total: credited.net,
    terms,
  };
  const { description, month, requests } = part;
  const line = { description, month, requests, priceTenThousandths: null, totalTenThousandths: credited.net, terms };
  return { lines: [line], vat: credited, part };
}
