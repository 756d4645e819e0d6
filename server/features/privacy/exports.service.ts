import type { Uses } from '../../portal/portal.ts';
import { fileSender } from '../../portal/send-file.ts';
import { randomUUID } from 'node:crypto';
import { exportDays, type CompanyExport } from '#contract/privacy/privacy.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import { listParts, readParts } from '../../lib/file-parts.ts';
import { toActorName, type Actor } from '../../lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '../../lib/request/call-context.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { StreamedFile } from '../../lib/request/streamed-file.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { recordAudit } from '../../records/audit.ts';
import * as repository from './exports.repository.ts';
import type { StoredExport } from './exports.repository.ts';

const dayMs = 86_400_000;
export const toExpiry = (now: Date) => new Date(now.getTime() + exportDays * dayMs);

export async function listExports(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
): Promise<CompanyExport[]> {
  const stored = await database.readCompany(actor.companyId, (tx) => repository.listExports(tx));
  return stored.filter(({ expiresAt }) => expiresAt > clock.now()).map(toCompanyExport);
}

function toCompanyExport(stored: StoredExport): CompanyExport {
  const { id, state, requestedAt, requesterName, finishedAt, expiresAt, bytes, rowCount, fileCount } = stored;
  return {
    id,
    state,
    requestedAt: requestedAt.toISOString(),
    requestedBy: requesterName,
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    contents: state === 'ready' ? { bytes: bytes ?? 0, rows: rowCount ?? 0, files: fileCount ?? 0 } : null,
  };
}

/** @throws Problem `privacy.export-waiting` while another one is made */
export function createExport(
  { database, jobs, clock }: Uses<'database' | 'jobs' | 'clock'>,
  context: CallContext,
): Promise<CompanyExport> {
  const { actor } = context;
  const now = clock.now();
  return database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'company.export');
    const made = await repository.createExport(tx, {
      id: randomUUID(),
      requestedAt: now,
      requesterName: toActorName(actor),
      requesterEmail: actor.email,
      requesterAccountId: actor.accountId,
      // An attempt that was killed for good must not keep the company from another one.
      expiresAt: new Date(now.getTime() + dayMs),
    });
    if (!made) throw new Problem('privacy.export-waiting');
    await recordAudit(tx, { ...toAuditStamp(context, now), action: 'company.request-export', ...toSubject(actor) });
    await jobs.enqueue(tx, 'company.export', { companyId: actor.companyId, exportId: made.id });
    return toCompanyExport(made);
  });
}

const toSubject = ({ companyId, companyName }: Actor) => ({
  entity: 'company',
  entityId: companyId,
  entityLabel: companyName,
});

/** @throws Problem `exports.busy`, `files.not-found` also for one that is not ready or expired */
export function getExportFile(
  portal: Uses<'database' | 'files' | 'findActorNow' | 'clock' | 'log'>,
  context: CallContext,
  id: string,
): Promise<StreamedFile> {
  const { database, files, clock } = portal;
  const { actor } = context;
  const { companyId } = actor;
  return fileSender(portal)(context, async () => {
    const now = clock.now();
    const stored = await database.withCompany(companyId, async (tx) => {
      await confirmActor(tx, actor, 'company.export');
      const found = await getReady(tx, { id, now });
      const { bytes, rowCount: rows } = found;
      await recordAudit(tx, {
        ...toAuditStamp(context, now),
        action: 'company.download-export',
        ...toSubject(actor),
        after: { requestedAt: found.requestedAt.toISOString(), requestedBy: found.requesterName, bytes, rows },
      });
      return found;
    });
    return {
      pieces: readParts(files, { companyId, ...stored, bytes: stored.bytes ?? 0 }),
      name: `company-data-${getDay(stored.requestedAt.getTime(), actor.timeZone)}.tar.gz`,
      contentType: 'application/gzip',
      capabilities: ['company.export'],
      isMasked: false,
      confirmFile: () => database.readCompany(companyId, (tx) => getReady(tx, { id, now: clock.now() })),
    };
  });
}

async function getReady(tx: CompanyTransaction, { id, now }: { readonly id: string; readonly now: Date }) {
  const found = await repository.findExport(tx, { id });
  if (found?.state !== 'ready' || found.expiresAt <= now) throw new Problem('files.not-found');
  return found;
}

/** Deletes what is stored of an archive, and then its row. */
export async function deleteArchive(
  { database, files }: Uses<'database' | 'files'>,
  companyId: string,
  { id, parts }: { readonly id: string; readonly parts: number },
): Promise<void> {
  for (const address of listParts({ companyId, id }, parts)) await files.delete(address);
  await database.withCompany(companyId, (tx) => repository.deleteExport(tx, { id }));
}

/** Deletes archives whose time is over, the files first, so that none is forgotten. Returns how many. */
export async function deleteExpiredExports({
  database,
  files,
  clock,
}: Uses<'database' | 'files' | 'clock'>): Promise<number> {
  const now = clock.now();
  const expired = await database.withSystem('exports.expire', (tx) => repository.listExpiredExports(tx, { now }));
  for (const { companyId, id } of expired) {
    const stored = await database.readCompany(companyId, (tx) => repository.findExport(tx, { id }));
    await deleteArchive({ database, files }, companyId, { id, parts: stored?.parts ?? 0 });
  }
  return expired.length;
}
