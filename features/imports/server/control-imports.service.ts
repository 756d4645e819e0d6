import type { Uses } from '#server/portal/portal.ts';
import { listSettingsFaults, type ImportSettings } from '#features/imports/contract/import-settings.ts';
import type { LogImport } from '#features/imports/contract/log-imports.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { deleteChunks } from './import-chunks.ts';
import { getLogImport, listLogImports, toImportSubject, withUndo } from './log-imports.service.ts';
import * as repository from './log-imports.repository.ts';
import type { StoredImport } from './log-imports.repository.ts';

declare module '../../../server/portal/portal.ts' {
  interface Portal {
    /** Requests the deletion of what an import has stored. @throws Problem `erasures.waiting` */
    readonly createErasure: (
      tx: CompanyTransaction,
      context: CallContext,
      request: { readonly kind: 'import'; readonly subjectId: string; readonly reason: string },
    ) => Promise<unknown>;
  }
}

/** Runs a change of an import in a transaction that holds its row. */
function changeImport<T>(
  { database }: Uses<'database'>,
  { actor }: CallContext,
  id: string,
  change: (tx: CompanyTransaction, stored: StoredImport) => Promise<T>,
): Promise<T> {
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'intake.manage');
    const found = await repository.findLockedImport(tx, { id });
    if (!found) throw new Problem('record.not-found');
    return change(tx, found);
  });
}

interface Start {
  readonly id: string;
  readonly settings: ImportSettings;
}

/**
 * Starts an import, or continues one that was cancelled or has failed; that one keeps its settings.
 * @throws Problem `record.not-found`, `request.invalid`, `imports.incomplete`, `imports.ended`, `imports.running`
 */
export function startImport(
  portal: Uses<'database' | 'jobs' | 'clock'>,
  context: CallContext,
  { id, settings }: Start,
): Promise<LogImport> {
  const { jobs, clock } = portal;
  const fields = listSettingsFaults(settings);
  if (fields.length > 0) throw new Problem('request.invalid', { fields });
  return changeImport(portal, context, id, async (tx, found) => {
    const now = clock.now();
    if (found.state === 'uploading') throw new Problem('imports.incomplete');
    if (found.fileUntil === null || found.fileUntil <= now) throw new Problem('imports.ended');
    const started = await repository.startImport(tx, { id, settings: JSON.stringify(settings), now });
    if (!started) throw new Problem('imports.running');
    const { format, encoding, billed } = started.settings ?? settings;
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      ...toImportSubject(started),
      action: 'logImports.start',
      after: { format, encoding, billed },
    });
    await jobs.enqueue(tx, 'company.import', { companyId: context.actor.companyId, importId: id });
    return withUndo(tx, started);
  });
}

/** @throws Problem `record.not-found`, `imports.not-running` */
export function cancelImport(portal: Uses<'database' | 'clock'>, context: CallContext, id: string): Promise<LogImport> {
  return changeImport(portal, context, id, async (tx) => {
    const now = portal.clock.now();
    const ended = await repository.finishImport(tx, { id, state: 'cancelled', failure: null, now });
    if (!ended) throw new Problem('imports.not-running');
    const { records, conversations, messages } = ended;
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      ...toImportSubject(ended),
      action: 'logImports.cancel',
      after: { records, conversations, messages },
    });
    return withUndo(tx, ended);
  });
}

interface Undo {
  readonly id: string;
  readonly reason: string;
}

/**
 * Deletes what an import has stored, and its file.
 * @throws Problem `record.not-found`, `imports.running`, `erasures.waiting`
 */
export async function undoImport(
  portal: Uses<'database' | 'files' | 'createErasure' | 'clock'>,
  context: CallContext,
  { id, reason }: Undo,
): Promise<LogImport> {
  const { actor } = context;
  await changeImport(portal, context, id, async (tx, found) => {
    if (found.state === 'running') throw new Problem('imports.running');
    await portal.createErasure(tx, context, { kind: 'import', subjectId: id, reason });
    await expire(portal, tx, found);
  });
  await deleteFile(portal, actor.companyId, id);
  return getLogImport(portal, actor, id);
}

/** @throws Problem `record.not-found`, `imports.running` */
export async function deleteImportFile(
  portal: Uses<'database' | 'files' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<LogImport[]> {
  const { actor } = context;
  await changeImport(portal, context, id, async (tx, found) => {
    if (found.state === 'running') throw new Problem('imports.running');
    await expire(portal, tx, found);
    await recordAudit(tx, {
      ...toAuditStamp(context, portal.clock.now()),
      ...toImportSubject(found),
      action: 'logImports.delete-file',
    });
  });
  await deleteFile(portal, actor.companyId, id);
  return listLogImports(portal, actor);
}

/** From now on nothing continues with its file. */
async function expire(
  { clock }: Uses<'clock'>,
  tx: CompanyTransaction,
  { id, fileUntil }: StoredImport,
): Promise<void> {
  if (fileUntil !== null) await repository.expireFile(tx, { id, now: clock.now() });
}

/** The parts first, so that none is forgotten where this is killed; the hourly work finds the rest. */
export async function deleteFile(
  { database, files }: Uses<'database' | 'files'>,
  companyId: string,
  id: string,
): Promise<void> {
  const found = await database.inCompany.read(companyId, (tx) => repository.findImport(tx, { id }));
  if (!found || found.state === 'running') return;
  if (found.fileUntil !== null) await deleteChunks(files, { companyId, id }, found.chunks);
  await database.inCompany(companyId, async (tx) => {
    await repository.forgetFile(tx, { id });
    await repository.deleteUnstartedImport(tx, { id });
  });
}

/** Deletes files whose time is over. @returns how many */
export async function deleteExpiredImports({
  database,
  files,
  clock,
}: Uses<'database' | 'files' | 'clock'>): Promise<number> {
  const now = clock.now();
  const expired = await database.inSystem('imports.expire', (tx) => repository.listExpiredImports(tx, { now }));
  for (const { companyId, id } of expired) await deleteFile({ database, files }, companyId, id);
  return expired.length;
}
