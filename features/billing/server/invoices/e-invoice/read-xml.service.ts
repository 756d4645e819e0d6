import { toInvoiceFileName, xmlEndings } from '#features/billing/contract/invoice-file-name.ts';
import type { InvoiceSyntax } from '#features/billing/contract/invoices.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { explainLack } from './explain-lack.ts';
import { renderCii } from './render-cii.ts';
import { renderUbl } from './render-ubl.ts';
import { freezePaper } from '../papers/freeze-papers.service.ts';
import { findInvoice, findPaper } from '../invoices.repository.ts';
import type { Paper } from '../pdf/invoice-document.ts';
import type { Provider } from '../provider.ts';

const renderers = { cii: renderCii, ubl: renderUbl } as const;

/** An issued invoice as XML. It is written of what was stored at the issue, so that it stays the same. */
export async function getInvoiceXml(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  { companyId }: Pick<Actor, 'companyId'>,
  id: string,
  syntax: InvoiceSyntax = 'cii',
): Promise<File> {
  const { inCompany } = portal.database;
  const found = await inCompany.read(companyId, (tx) => findInvoice(tx, { id }));
  if (!found) throw new Problem('record.not-found');
  const { invoiceId, isOwn } = await freezePaper(portal, companyId, found);
  if (isOwn) throw new Problem('invoices.record-without-xml');
  const { paper = null } = (await inCompany.read(companyId, (tx) => findPaper(tx, { id }))) ?? {};
  const eInvoice = paper?.eInvoice;
  if (!eInvoice) throw toProblem(paper, portal.provider);
  return new File([renderers[syntax](eInvoice)], toInvoiceFileName(invoiceId, xmlEndings[syntax]), {
    type: 'application/xml',
  });
}

function toProblem(paper: Paper | null, provider: Provider): Problem {
  const reason = paper ? explainLack(paper, provider) : undefined;
  return new Problem('invoices.no-e-invoice', reason === undefined ? {} : { reason });
}
