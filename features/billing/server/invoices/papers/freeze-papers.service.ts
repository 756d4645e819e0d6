import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import {
  findPaper,
  freezeInvoice,
  getCustomer,
  listLines,
  listUnstoredPapers,
  lockInvoice,
  type StoredInvoice,
} from '../invoices.repository.ts';
import { noteReference } from './issued-numbers.repository.ts';
import { createPaper, withIssuedFiles } from './issue-paper.service.ts';
import type { Provider } from '../provider.ts';
import { splitAsIssued, splitTotal, type Vat } from '../vat.ts';
import { getVatTerms } from '../../vat/vat-terms.service.ts';

type Freezing = Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>;

const isStored = ({ isOwn, pdfKey, reference }: StoredInvoice) => isOwn || (pdfKey !== null && reference !== null);

/**
 * Stores the paper of an invoice of before, which had none, as it would be shown now; from then on it stays. Nothing where it is
 * stored. It is done at the first read or by the hourly work, whichever comes first.
 */
export async function freezePaper(portal: Freezing, companyId: string, invoice: StoredInvoice): Promise<StoredInvoice> {
  if (isStored(invoice)) return invoice;
  return withIssuedFiles(portal, companyId, (tx, fileKeys) => freeze(portal, tx, { companyId, invoice, fileKeys }));
}

/** Stores the papers of a company that have none. */
export async function freezePapers(portal: Freezing, companyId: string): Promise<void> {
  const unstored = await portal.database.inCompany.read(companyId, listUnstoredPapers);
  for (const invoice of unstored) {
    await withIssuedFiles(portal, companyId, (tx, fileKeys) => freeze(portal, tx, { companyId, invoice, fileKeys }));
  }
}

interface FreezeInput {
  readonly companyId: string;
  readonly invoice: Pick<StoredInvoice, 'id'>;
  readonly fileKeys: string[];
}

async function freeze(
  portal: Freezing,
  tx: CompanyTransaction,
  { companyId, invoice: { id }, fileKeys }: FreezeInput,
): Promise<StoredInvoice> {
  const invoice = await lockInvoice(tx, { id });
  if (!invoice) throw new Error('an invoice was deleted while its paper was stored');
  if (isStored(invoice)) return invoice;
  const reference = invoice.reference ?? (await noteReference(tx, invoice.invoiceId));
  if (invoice.pdfKey !== null) {
    const { paper = null } = (await findPaper(tx, { id })) ?? {};
    return freezeInvoice(tx, { id, pdfKey: invoice.pdfKey, vat: invoice.vat, paper, reference });
  }
  const vat = await getVatOf(tx, portal.provider, invoice);
  const lines = await listLines(tx, { id });
  const madeAt = portal.clock.now();
  const stored = await createPaper(portal, tx, {
    companyId,
    invoice: { ...invoice, reference },
    lines,
    vat,
    madeAt,
    fileKeys,
  });
  return freezeInvoice(tx, { id, vat, ...stored });
}

/** VAT as issued; of an invoice that was typed and has none, in its total by what holds on its day of issue. */
export async function getVatOf(
  tx: CompanyTransaction,
  provider: Provider,
  { vat, vatPercent, isReverseCharge, totalTenThousandths: total, issueDate }: StoredInvoice,
): Promise<Vat> {
  if (vat !== null) return vat;
  if (vatPercent === null) return splitTotal(total, (await getVatTerms(tx, provider))(issueDate));
  const customer = await getCustomer(tx);
  return splitAsIssued(total, {
    percent: vatPercent,
    isReverseCharge: isReverseCharge === true,
    customerVatNumber: customer.vatNumber,
  });
}
