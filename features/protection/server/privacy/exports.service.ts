import { getDay } from '#contract/calendar/zones.ts';
import type { CompanyExport } from '#features/protection/contract/privacy.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { moveOlderTasksOf } from '#domain/tasks/older-tables.service.ts';
import { lockTasks } from '#domain/tasks/tasks.repository.ts';
import { tasksOf, type Task } from '#domain/tasks/tasks.service.ts';
import { allowFirstPart } from '#server/lib/disk-room.ts';
import { partBytes, readParts } from '#server/lib/file-parts.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { StreamedFile } from '#server/lib/request/streamed-file.ts';
import type { Uses } from '#server/portal/portal.ts';
import { fileSender } from '#server/portal/send-file.ts';
import { recordAudit } from '#server/records/audit.ts';

declare module '../../../../domain/tasks/tasks.service.ts' {
  interface TaskShapes {
    readonly companyExport: {
      readonly input: { readonly requestedBy?: string };
      /** Contents of the archive. */
      readonly facts: { readonly rows: number; readonly files: number };
    };
  }
}

export const companyExports = tasksOf('companyExport');

export async function listExports(portal: Uses<'database' | 'jobs' | 'clock'>, actor: Actor): Promise<CompanyExport[]> {
  const { database, clock } = portal;
  await moveOlderTasksOf(portal, actor.companyId);
  const stored = await database.inCompany.read(actor.companyId, (tx) => companyExports.list(tx, clock.now()));
  return stored.map(toCompanyExport);
}

function toCompanyExport({ id, state, failure, input, facts, bytes, ...stored }: Task<'companyExport'>): CompanyExport {
  if (state === 'cancelled') throw new Error('a cancelled export is not listed');
  return {
    id,
    state,
    failure,
    requestedAt: stored.requestedAt.toISOString(),
    requestedBy: input.requestedBy ?? '',
    finishedAt: stored.finishedAt?.toISOString() ?? null,
    expiresAt: stored.expiresAt.toISOString(),
    contents: state === 'ready' ? { bytes: bytes ?? 0, ...facts } : null,
  };
}

/** @throws Problem `privacy.export-waiting` while another one is made, `service.disk-full` */
export async function createExport(
  { database, jobs, clock, fileDisk }: Uses<'database' | 'jobs' | 'clock' | 'fileDisk'>,
  context: CallContext,
): Promise<CompanyExport> {
  const { actor } = context;
  await allowFirstPart(fileDisk, partBytes);
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'company.export');
    await lockTasks(tx);
    const others = await companyExports.list(tx, now);
    if (others.some(({ state }) => state === 'waiting')) throw new Problem('privacy.export-waiting');
    const asked = { input: { requestedBy: toActorName(actor) }, facts: { rows: 0, files: 0 }, now };
    const made = await companyExports.create({ jobs }, tx, actor, asked);
    await recordAudit(tx, { ...toAuditStamp(context, now), action: 'company.request-export', ...toSubject(actor) });
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
    const stored = await database.inCompany(companyId, async (tx) => {
      await confirmActor(tx, actor, 'company.export');
      const found = await companyExports.getReady(tx, id, now);
      const { bytes, facts, input, requestedAt } = found;
      await recordAudit(tx, {
        ...toAuditStamp(context, now),
        action: 'company.download-export',
        ...toSubject(actor),
        after: { requestedAt: requestedAt.toISOString(), ...input, bytes, rows: facts.rows },
      });
      return found;
    });
    return {
      pieces: readParts(files, { companyId, ...stored }),
      name: `company-data-${getDay(stored.requestedAt.getTime(), actor.timeZone)}.tar.gz`,
      contentType: 'application/gzip',
      capabilities: ['company.export'],
      isMasked: false,
      confirmFile: () => database.inCompany.read(companyId, (tx) => companyExports.getReady(tx, id, clock.now())),
    };
  });
}
