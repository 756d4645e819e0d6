import type { Uses } from '#server/portal/portal.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { getInvoiceXml } from '../e-invoice/read-xml.service.ts';
import { getInvoicePdf } from '../read-invoice.service.ts';

/** The stored PDF of an issued paper, and its XML where it can be had; none where the paper is not there any more. */
export async function getPaperFiles(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  companyId: string,
  id: string,
): Promise<File[]> {
  const found = [
    await findFile(getInvoicePdf(portal, { companyId }, id)),
    await findFile(getInvoiceXml(portal, { companyId }, id, 'cii')),
  ];
  return found.filter((file) => file !== undefined);
}

/** Undefined for what cannot be had at all; what cannot be read now fails. */
const findFile = (reading: Promise<File>): Promise<File | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
