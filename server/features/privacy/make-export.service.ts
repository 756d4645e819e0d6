import type { Uses } from '../../portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import { findActorOfRequest } from '../../access/actors.ts';
import { hasRoom, type FileDisk } from '../../lib/disk-room.ts';
import { listParts, partBytes, toPartAddress } from '../../lib/file-parts.ts';
import type { JobHandler } from '../../outside/jobs/jobs.ts';
import { writeCompanyArchive } from './archive/company-archive.ts';
import * as repository from './exports.repository.ts';
import { deleteArchive, toExpiry } from './exports.service.ts';

/** Attempts of a job, by its queue. */
const maxAttempts = 3;

/** Finished archives that a company keeps beside the one that is made. */
const keptArchives = 2;

interface ExportMaking extends Uses<'database' | 'mails' | 'files' | 'clock'> {
  /** An archive fails rather than take what the disk keeps for what cannot wait. */
  readonly fileDisk: FileDisk;
}

/** Makes the archive of a requested export and mails the person who requested it; fails for good after the last attempt. */
export function createExportHandler(portal: ExportMaking): JobHandler<'company.export'> {
  return async ({ payload: { companyId, exportId: id }, attempt }) => {
    try {
      await makeExport(portal, companyId, id);
    } catch (error) {
      if (attempt >= maxAttempts) await failExport(portal, companyId, id);
      throw error;
    }
  };
}

/** Keeps the row, which says that it has failed, and nothing of the archive. */
async function failExport({ database, files, clock }: ExportMaking, companyId: string, id: string): Promise<void> {
  const finishedAt = clock.now();
  const failure = { id, finishedAt, expiresAt: toExpiry(finishedAt) };
  const parts = await database.withCompany(companyId, async (tx) => {
    await repository.failExport(tx, failure);
    return (await repository.findExport(tx, { id }))?.parts ?? 0;
  });
  for (const address of listParts({ companyId, id }, parts)) await files.delete(address);
  await database.withCompany(companyId, (tx) => repository.forgetParts(tx, { id }));
}

/** Makes room for another archive, because each holds all data of the company again. */
async function deleteSurplus({ database, files }: ExportMaking, companyId: string): Promise<void> {
  const surplus = await database.readCompany(companyId, (tx) => repository.listSurplus(tx, { kept: keptArchives }));
  for (const each of surplus) await deleteArchive({ database, files }, companyId, each);
}

/** Whether who has requested all data of the company may still have them, before they are read and before it is mailed. */
async function mayExport(
  { database }: Uses<'database'>,
  companyId: string,
  { requesterAccountId: accountId }: repository.StoredExport,
): Promise<boolean> {
  if (accountId === null) return true;
  const requester = await findActorOfRequest(database, { accountId, companyId });
  return requester !== undefined && can(requester, 'company.export');
}

async function makeExport(portal: ExportMaking, companyId: string, id: string) {
  const { database, files, mails, clock, fileDisk } = portal;
  const found = await database.withCompany(companyId, async (tx) => {
    const stored = await repository.findExport(tx, { id });
    return stored && { stored, company: await repository.getCompanyName(tx) };
  });
  if (found?.stored.state !== 'waiting') return;
  const { stored, company } = found;
  const isAllowed = () => mayExport({ database }, companyId, stored);
  if (!(await isAllowed())) return failExport(portal, companyId, id);
  const requestedBy = stored.requesterName;
  await deleteSurplus(portal, companyId);
  const source = { ownerUrl: database.ownerUrl, files, company, requestedBy, now: clock.now() };
  let parts = 0;
  const amounts = await writeCompanyArchive(source, partBytes, async (bytes) => {
    if (!(await hasRoom(fileDisk, bytes.length))) throw new Error('the disk has no room for the archive');
    parts += 1;
    // Before the part, so that every stored one is known.
    await database.withCompany(companyId, (tx) => repository.updateParts(tx, { id, parts }));
    await files.put(toPartAddress({ companyId, id }, parts), bytes, 'application/gzip');
  });
  if (!(await isAllowed())) return failExport(portal, companyId, id);
  const finishedAt = clock.now();
  await database.withCompany(companyId, async (tx) => {
    await repository.finishExport(tx, { id, finishedAt, expiresAt: toExpiry(finishedAt), ...amounts });
    await mails.sendExportReady(tx, {
      email: stored.requesterEmail,
      firstName: '',
      companyName: company.name,
      companyId,
    });
  });
}
