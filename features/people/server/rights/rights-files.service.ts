import type { RightsFile } from '#features/people/contract/rights.ts';
import { taskKinds } from '#contract/tasks/task-kinds.ts';
import type { RunningTask } from '#domain/tasks/run-task.service.ts';
import { lockTasks } from '#domain/tasks/tasks.repository.ts';
import { tasksOf, type Task } from '#domain/tasks/tasks.service.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { allowFirstPart } from '#server/lib/disk-room.ts';
import { partBytes, readParts } from '#server/lib/file-parts.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { StreamedFile } from '#server/lib/request/streamed-file.ts';
import type { Uses } from '#server/portal/portal.ts';
import { fileSender } from '#server/portal/send-file.ts';
import { recordAudit } from '#server/records/audit.ts';
import { findRights } from './rights.repository.ts';
import { toCompanyRights, unchanged } from './rights.service.ts';

declare module '../../../../domain/tasks/tasks.service.ts' {
  interface TaskShapes {
    readonly rightsFile: { readonly input: Record<string, never>; readonly facts: Record<string, never> };
  }
}

const rightsFiles = tasksOf('rightsFile');
const mostFiles = 5;

const toRightsFile = ({ id, state, requestedAt, expiresAt }: Task<'rightsFile'>): RightsFile => ({
  id,
  state: state === 'cancelled' ? 'withdrawn' : state,
  requestedAt: requestedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

export async function listRightsFiles({ database, clock }: Uses<'database' | 'clock'>, actor: Actor) {
  const stored = await database.inCompany.read(actor.companyId, (tx) => rightsFiles.list(tx, clock.now()));
  return stored.map(toRightsFile);
}

/** @throws Problem `exports.files-kept`, `service.disk-full` */
export async function createRightsFile(
  { database, jobs, clock, fileDisk }: Uses<'database' | 'jobs' | 'clock' | 'fileDisk'>,
  context: CallContext,
): Promise<RightsFile> {
  const { actor } = context;
  await allowFirstPart(fileDisk, partBytes);
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'rights.manage');
    await lockTasks(tx);
    if ((await rightsFiles.list(tx, now)).length >= mostFiles) throw new Problem('exports.files-kept');
    const made = await rightsFiles.create({ jobs }, tx, actor, { input: {}, facts: {}, now });
    await recordAudit(tx, { ...toAuditStamp(context, now), action: 'rights.request-file', ...toSubject(actor) });
    return toRightsFile(made);
  });
}

const toSubject = ({ companyId }: Actor) => ({
  entity: 'roleRights',
  entityId: companyId,
  entityLabel: 'Rights of roles',
});

/** Makes the file of the rights as they are now. */
export async function createRightsContent(
  { database }: Uses<'database'>,
  { companyId, store }: RunningTask<'rightsFile'>,
) {
  const rights = toCompanyRights((await database.inCompany.read(companyId, findRights)) ?? unchanged);
  async function* toPieces() {
    yield Buffer.from(JSON.stringify(rights, null, 2));
  }
  await store(toPieces(), 'application/json', async () => undefined);
  return async () => undefined;
}

/** @throws Problem `exports.busy`, `files.not-found` */
export function getRightsFile(
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
      await confirmActor(tx, actor, 'rights.manage');
      const found = await rightsFiles.getReady(tx, id, now);
      await recordAudit(tx, { ...toAuditStamp(context, now), action: 'rights.download-file', ...toSubject(actor) });
      return found;
    });
    return {
      pieces: readParts(files, { companyId, ...stored }),
      name: `rights-of-roles-${taskKinds.rightsFile.keptDays}-days.json`,
      contentType: 'application/json',
      capabilities: ['rights.manage'],
      isMasked: false,
      confirmFile: () => database.inCompany.read(companyId, (tx) => rightsFiles.getReady(tx, id, clock.now())),
    };
  });
}
