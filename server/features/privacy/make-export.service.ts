import type { Uses } from '../../portal/portal.ts';
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
      if (attempt >= maxAttempts) {
        const finishedAt = clock.now();
        const failure = { id, finishedAt, expiresAt: toExpiry(finishedAt) };
        await database.withCompany(companyId, (tx) => repository.failExport(tx, failure));
      }
      throw error;
    }
  };
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
  const requestedBy = stored.requesterName;
  const source = { ownerUrl: database.ownerUrl, files, company, requestedBy, now: clock.now() };
  let parts = 0;
  const amounts = await writeCompanyArchive(source, partBytes, async (bytes) => {
    parts += 1;
    // Before the part, so that every stored one is known.
    await database.withCompany(companyId, (tx) => repository.updateParts(tx, { id, parts }));
    await files.put(toPartAddress({ companyId, id }, parts), bytes, 'application/gzip');
  });
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
