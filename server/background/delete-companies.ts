import { listKnownErasures } from '#features/protection/server/erasure/repeat-erasures.service.ts';
import { isPruned } from '../backup/whole/backup-names.ts';
import type { Config } from '../config/config.ts';
import {
  deleteCompanyRows,
  deleteExpiredInvoices,
  finishDeletions,
  listDueDeletions,
} from '#features/company/server/companies/deleted-companies.service.ts';
import { createAttempts } from '../lib/attempts.ts';
import type { Uses } from '../portal/portal.ts';
import { listCompanyRevenue } from '#features/billing/server/revenue/revenue.repository.ts';
import { getInvoicePdf } from '#features/billing/server/invoices/read-invoice.service.ts';

export interface CompanyDeletions extends Uses<'database' | 'files' | 'workers' | 'provider' | 'clock' | 'log'> {
  readonly settings: Pick<Config, 'deletion' | 'backup' | 'archive'>;
}

/**
 * Deletes the companies whose waiting time is over, then their files, and signs what was deleted. Every step is repeated by
 * the next run until it is done, so that a kill leaves nothing half.
 * @throws StepsFailed where one could not be deleted
 */
export async function deleteCompanies(parts: CompanyDeletions): Promise<void> {
  const { database, files, clock, log, settings } = parts;
  const deleting = {
    database,
    files,
    clock,
    getInvoicePdf: (companyId: string, id: string) => getInvoicePdf(parts, { companyId }, id),
    listRevenue: (companyId: string) => database.inCompany.read(companyId, listCompanyRevenue),
    listErasures: (companyId: string) => listKnownErasures({ database }, companyId),
    invoiceYears: settings.deletion.invoiceYears,
    backup: { ...settings.backup, isPruned: (file: string) => isPruned(settings.backup.folder, file) },
    archiveDays: settings.archive?.days,
  };
  const attempts = createAttempts(log);
  for (const { id } of await listDueDeletions(deleting)) {
    const deleteRows = () => deleteCompanyRows(deleting, id);
    await attempts.run(deleteRows, 'a company could not be deleted', { companyId: id });
  }
  await attempts.run(() => finishDeletions(deleting), 'the deletion of a company could not be finished');
  await attempts.run(() => deleteExpiredInvoices(deleting), 'expired invoices could not be deleted');
  attempts.end();
}
