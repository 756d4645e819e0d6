import type { invoiceArchiveContract } from '#features/receivables/contract/archive/invoice-archive.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getArchive, type GetPaperFiles } from './archive.service.ts';

/** @param getFiles of the feature `billing`, which keeps the papers */
export const createInvoiceArchiveOperations = (getFiles: GetPaperFiles): Operations<typeof invoiceArchiveContract> => ({
  get: (portal, call, { params }) => getArchive(portal, call, params.year, getFiles),
});
