import type { Uses } from '#server/portal/portal.ts';
import { createHash } from 'node:crypto';
import type { DeletedCompany } from '#features/company/contract/company-deletions.ts';
import { withCompanyFiles } from '#server/database/copy/company-files-lock.ts';
import { eraseCompany } from '#server/database/copy/erase-company.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import {
  countRows,
  isCertificateSigned,
  signCertificate,
  toKeptArchive,
  toKeptBackups,
  type BackupRule,
} from './certificate.ts';
import type { CompanyName } from './companies.repository.ts';
import { toCompanySubject } from './company-audit.ts';
import * as repository from './deleted-companies.repository.ts';

export async function listDeletedCompanies({
  database,
  waitingDays,
}: Uses<'database' | 'waitingDays'>): Promise<{ waitingDays: number; deleted: DeletedCompany[] }> {
  const { stored, provider } = await database.inSystem('companies.delete', async (tx) => ({
    stored: await repository.listDeletions(tx),
    provider: await repository.findProvider(tx),
  }));
  const archived = provider
    ? await database.inCompany.read(provider.id, (tx) => repository.listArchivedInvoices(tx))
    : [];
  const keys = await database.auditChain.loadKeys();
  const deleted = stored.map(({ id, companyName, deletedAt, finishedAt, facts, certificate }) => ({
    id,
    companyName,
    deletedAt: deletedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    isSigned: certificate === null ? null : isCertificateSigned(keys, certificate),
    rows: countRows(facts),
    accounts: facts.accounts,
    files: facts.files,
    backups: [...facts.backups],
    invoices: archived
      .filter(({ customerId }) => customerId === id)
      .map(({ id: invoice, invoiceId: number, issueDate, keepUntil }) => ({
        id: invoice,
        number,
        issueDate,
        keepUntil,
      })),
  }));
  return { waitingDays, deleted };
}

/** @throws Problem `files.not-found` before it is signed */
export async function getCertificate({ database }: Uses<'database'>, id: string): Promise<File> {
  const found = await database.inSystem('companies.delete', (tx) => repository.findCertificate(tx, { id }));
  if (!found) throw new Problem('record.not-found');
  if (found.certificate === null) throw new Problem('files.not-found');
  return new File([found.certificate], `deletion-of-${found.companyName}.json`, { type: 'application/json' });
}

export async function getArchivedInvoice({ database, files }: Uses<'database' | 'files'>, id: string): Promise<File> {
  const provider = await database.inSystem('companies.delete', (tx) => repository.findProvider(tx));
  const invoice =
    provider && (await database.inCompany.read(provider.id, (tx) => repository.findArchivedInvoice(tx, { id })));
  if (!invoice) throw new Problem('record.not-found');
  const stored = await files.find({ companyId: provider.id, key: invoice.pdfKey });
  if (!stored) throw new Problem('files.not-found');
  return new File([new Uint8Array(stored.bytes)], `${invoice.invoiceId}.pdf`, { type: 'application/pdf' });
}

export interface CompanyDeleting extends Uses<'database' | 'files' | 'clock'> {
  readonly getInvoicePdf: (companyId: string, id: string) => Promise<Blob>;
  readonly listRevenue: (companyId: string) => Promise<readonly object[]>;
  readonly listErasures: (companyId: string) => Promise<readonly object[]>;
  /** Years for which issued invoices are kept from the end of the year of issue; 0 for none. */
  readonly invoiceYears: number;
  readonly backup: BackupRule;
  /** Days for which the archive holds what is deleted; undefined without one. */
  readonly archiveDays: number | undefined;
}

export function listDueDeletions({ database, clock }: Uses<'database' | 'clock'>) {
  const now = clock.now();
  return database.inSystem('companies.delete', (tx) => repository.listDueDeletions(tx, { now }));
}

/**
 * Deletes the rows of a company whose deletion is due: first the provider's copies of its issued invoices, which a repeated
 * attempt replaces, then all rows in one transaction.
 */
export async function deleteCompanyRows(portal: CompanyDeleting, companyId: string): Promise<void> {
  const { database, files, clock, backup, archiveDays } = portal;
  const now = clock.now();
  const invoices = await archiveInvoices(portal, companyId);
  const made = await database.inSystem('companies.delete', (tx) => repository.listMadeBackups(tx));
  const facts = {
    files: await files.measure(companyId),
    invoices,
    backups: [
      ...toKeptBackups(made, backup, now),
      ...(archiveDays === undefined ? [] : [toKeptArchive(archiveDays, now)]),
    ],
    revenue: await portal.listRevenue(companyId),
    erasures: await portal.listErasures(companyId),
  };
  await eraseCompany(database.ownerUrl, { companyId, now, facts });
}

async function archiveInvoices(portal: CompanyDeleting, customerId: string) {
  const { database, files, getInvoicePdf, invoiceYears } = portal;
  const provider = await database.inSystem('companies.delete', (tx) => repository.findProvider(tx));
  if (!provider || invoiceYears === 0) return [];
  const issued = await database.inCompany.read(customerId, (tx) => repository.listIssuedInvoices(tx));
  const kept = [];
  for (const invoice of issued) {
    const pdf = await getInvoicePdf(customerId, invoice.id);
    const pdfKey = createHash('sha256').update(`archived invoice ${invoice.id}`).digest('base64url').slice(0, 22);
    await files.put({ companyId: provider.id, key: pdfKey }, await pdf.bytes(), 'application/pdf');
    const keepUntil = `${Number(invoice.issueDate.slice(0, 4)) + invoiceYears}-12-31`;
    const record = { ...invoice, customerId, pdfKey, keepUntil };
    await database.inCompany(provider.id, (tx) => repository.createArchivedInvoice(tx, record));
    kept.push({ id: invoice.id, number: invoice.invoiceId, keepUntil });
  }
  return kept;
}

/** A writer that began before the deletion can leave a file behind, which is deleted within this time. */
const lateFilesMs = 86_400_000;

/**
 * Deletes the files of companies whose rows are gone and signs their certificates. A storage that fails is tried again later, and so is
 * a company that is being restored meanwhile.
 */
export async function finishDeletions(portal: Uses<'database' | 'files' | 'clock'>): Promise<void> {
  const { database, clock } = portal;
  const now = clock.now();
  const stored = await database.inSystem('companies.delete', (tx) => repository.listDeletions(tx));
  for (const deletion of stored) {
    if (deletion.finishedAt && now.getTime() - deletion.finishedAt.getTime() > lateFilesMs) continue;
    await withCompanyFiles(database.ownerUrl, deletion.id, () => finishDeletion(portal, deletion, now));
  }
}

type StoredDeletion = Awaited<ReturnType<typeof repository.listDeletions>>[number];

async function finishDeletion(
  { database, files }: Uses<'database' | 'files'>,
  deletion: StoredDeletion,
  now: Date,
): Promise<void> {
  const { id } = deletion;
  // A restore has ended since the list was read, and the files are its.
  if (!(await database.inSystem('companies.delete', (tx) => repository.findCertificate(tx, { id })))) return;
  await files.deleteAll(id);
  if (deletion.finishedAt) return;
  const { current } = await database.auditChain.loadKeys();
  const certificate = signCertificate(current, deletion, now);
  await database.inSystem('companies.delete', async (tx) => {
    if ((await tx.run(repository.finishDeletion, { id, certificate, finishedAt: now })) === 0) return;
    const provider = await repository.findProvider(tx);
    if (provider) await recordAudit(tx, toDeletionEntry(provider, deletion, now));
  });
}

/** In the provider's log, because that of the company is deleted. */
function toDeletionEntry(provider: CompanyName, deletion: { id: string; companyName: string }, now: Date) {
  return {
    ...toCompanySubject({ id: deletion.id, name: deletion.companyName }),
    companyId: provider.id,
    actor: { accountId: null, name: 'Scheduled deletion', email: '' },
    action: 'companies.delete',
    requestId: '',
    now,
  };
}

/** Deletes archived invoices whose time is over, the file first. */
export async function deleteExpiredInvoices({
  database,
  files,
  clock,
}: Uses<'database' | 'files' | 'clock'>): Promise<void> {
  const provider = await database.inSystem('companies.delete', (tx) => repository.findProvider(tx));
  if (!provider) return;
  const today = clock.now().toISOString().slice(0, 10);
  const archived = await database.inCompany.read(provider.id, (tx) => repository.listArchivedInvoices(tx));
  for (const { id, pdfKey } of archived.filter(({ keepUntil }) => keepUntil < today)) {
    await files.delete({ companyId: provider.id, key: pdfKey });
    await database.inCompany(provider.id, (tx) => repository.deleteArchivedInvoice(tx, { id }));
  }
}
