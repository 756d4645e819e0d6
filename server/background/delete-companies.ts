import type { Logger } from 'pino';
import { isPruned } from '../backup/backup-names.ts';
import type { Config } from '../config/config.ts';
import {
  deleteCompanyRows,
  deleteExpiredInvoices,
  finishDeletions,
  listDueDeletions,
} from '../features/companies/deleted-companies.service.ts';
import type { InvoicesDependencies } from '../features/invoices/invoices.service.ts';
import { getInvoicePdf } from '../features/invoices/read-invoice.service.ts';

export interface CompanyDeletions extends InvoicesDependencies {
  readonly settings: Pick<Config, 'deletion' | 'backup'>;
  readonly log: Logger;
}

/**
 * Deletes the companies whose waiting time is over, then their files, and signs what was deleted. Every step is repeated by
 * the next run until it is done, so that a kill leaves nothing half.
 */
export async function deleteCompanies(parts: CompanyDeletions): Promise<void> {
  const { database, files, clock, log, settings } = parts;
  const deleting = {
    database,
    files,
    clock,
    getInvoicePdf: (companyId: string, id: string) => getInvoicePdf(parts, { companyId }, id),
    invoiceYears: settings.deletion.invoiceYears,
    backup: { ...settings.backup, isPruned: (file: string) => isPruned(settings.backup.folder, file) },
  };
  for (const { id } of await listDueDeletions(deleting)) {
    await deleteCompanyRows(deleting, id).catch((error: unknown) =>
      log.error({ err: error, companyId: id }, 'a company could not be deleted'),
    );
  }
  await finishDeletions(deleting);
  await deleteExpiredInvoices(deleting);
}
