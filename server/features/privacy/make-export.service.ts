import type { Uses } from '../../portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import { findActorOfRequest } from '../../access/actors.ts';
import { partBytes, toPartAddress } from '../../lib/file-parts.ts';
import type { JobHandler } from '../../outside/jobs/jobs.ts';
import { writeCompanyArchive } from './archive/company-archive.ts';
import * as repository from './exports.repository.ts';
import { toExpiry } from './exports.service.ts';

/** Attempts of a job, by its queue. */
const maxAttempts = 3;

/** Makes the archive of a requested export and mails the person who requested it; fails for good after the last attempt. */
export function createExportHandler(
  portal: Uses<'database' | 'mails' | 'files' | 'clock'>,
): JobHandler<'company.export'> {
  const { database, clock } = portal;
  return async ({ payload: { companyId, exportId: id }, attempt }) => {
    try {
      await makeExport(portal, companyId, id);
    } catch (error) {
      if (attempt >= maxAttempts) await failExport({ database, clock }, companyId, id);
      throw error;
    }
  };
}

async function failExport(
  { database, clock }: Uses<'database' | 'clock'>,
  companyId: string,
  id: string,
): Promise<void> {
  const finishedAt = clock.now();
  const failure = { id, finishedAt, expiresAt: toExpiry(finishedAt) };
  await database.withCompany(companyId, (tx) => repository.failExport(tx, failure));
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

async function makeExport(
  { database, files, mails, clock }: Uses<'database' | 'mails' | 'files' | 'clock'>,
  companyId: string,
  id: string,
) {
  const found = await database.withCompany(companyId, async (tx) => {
    const stored = await repository.findExport(tx, { id });
    return stored && { stored, company: await repository.getCompanyName(tx) };
  });
  if (found?.stored.state !== 'waiting') return;
  const { stored, company } = found;
  const isAllowed = () => mayExport({ database }, companyId, stored);
  if (!(await isAllowed())) return failExport({ database, clock }, companyId, id);
  const requestedBy = stored.requesterName;
  const source = { ownerUrl: database.ownerUrl, files, company, requestedBy, now: clock.now() };
  let parts = 0;
  const amounts = await writeCompanyArchive(source, partBytes, async (bytes) => {
    parts += 1;
    // Before the part, so that every stored one is known.
    await database.withCompany(companyId, (tx) => repository.updateParts(tx, { id, parts }));
    await files.put(toPartAddress({ companyId, id }, parts), bytes, 'application/gzip');
  });
  if (!(await isAllowed())) return failExport({ database, clock }, companyId, id);
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
