import type { Database } from '#server/database/open-database.ts';
import type { Uses } from '#server/portal/portal.ts';
import { randomUUID } from 'node:crypto';
import {
  importFileDays,
  maxImportBytes,
  maxWaitingImports,
  type LogImport,
  type LogImportForm,
} from '#features/imports/contract/log-imports.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { allowBytes, allowFile, allowPart } from './import-room.service.ts';
import { countChunks, toChunkAddress, toChunkLength } from './import-chunks.ts';
import * as repository from './log-imports.repository.ts';
import type { StoredImport, StoredUndo } from './log-imports.repository.ts';

const dayMs = 86_400_000;

export const toImportSubject = ({ id, fileName }: Pick<StoredImport, 'id' | 'fileName'>) => ({
  entity: 'logImport',
  entityId: id,
  entityLabel: fileName,
});

function toLogImport(stored: StoredImport, undo: StoredUndo | undefined): LogImport {
  const { createdAt, startedAt, finishedAt, fileUntil } = stored;
  return {
    ...stored,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    fileUntil: stored.state === 'finished' ? null : (fileUntil?.toISOString() ?? null),
    undo: undo
      ? {
          state: undo.state,
          conversations: undo.conversations,
          messages: undo.messages,
          finishedAt: undo.finishedAt?.toISOString() ?? null,
        }
      : null,
  };
}

/** With what was undone of them. */
export async function withUndos(tx: CompanyTransaction, stored: readonly StoredImport[]): Promise<LogImport[]> {
  const undos = await repository.listUndos(tx, { ids: stored.map(({ id }) => id) });
  const byImport = new Map(undos.map((undo) => [undo.subjectId, undo]));
  return stored.map((each) => toLogImport(each, byImport.get(each.id)));
}

export async function withUndo(tx: CompanyTransaction, stored: StoredImport): Promise<LogImport> {
  const [found] = await withUndos(tx, [stored]);
  return found ?? toLogImport(stored, undefined);
}

export const listLogImports = ({ database }: Uses<'database'>, { companyId }: Actor): Promise<LogImport[]> =>
  database.inCompany(companyId, async (tx) => withUndos(tx, await repository.listImports(tx)));

/** @throws Problem `record.not-found` */
export const getLogImport = ({ database }: Uses<'database'>, { companyId }: Actor, id: string): Promise<LogImport> =>
  database.inCompany(companyId, async (tx) => {
    const found = await repository.findImport(tx, { id });
    if (!found) throw new Problem('record.not-found');
    return withUndo(tx, found);
  });

/**
 * Announces a file, so that one that is too large is refused before it is sent.
 * @throws Problem `imports.too-large`, `imports.limit`, `imports.too-much`, `imports.no-room`
 */
export async function createLogImport(
  { database, clock, fileDisk }: Uses<'database' | 'fileDisk' | 'clock'>,
  context: CallContext,
  { fileName, bytes }: LogImportForm,
): Promise<LogImport> {
  if (bytes > maxImportBytes) throw new Problem('imports.too-large');
  const { actor } = context;
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'intake.manage');
    await tx.run(repository.lockAnnouncements);
    await repository.lockRoom(tx);
    await allowFile(database, fileDisk, bytes);
    const { count, bytes: kept } = await repository.countWaitingImports(tx);
    if (count >= maxWaitingImports) throw new Problem('imports.limit');
    await allowBytes(tx, { bytes, kept, now });
    const made = await repository.createImport(tx, {
      id: randomUUID(),
      fileName,
      bytes,
      createdAt: now,
      createdBy: toActorName(actor),
      fileUntil: new Date(now.getTime() + importFileDays * dayMs),
    });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      ...toImportSubject(made),
      action: 'logImports.create',
      after: { fileName, bytes },
    });
    return withUndo(tx, made);
  });
}

interface Chunk {
  readonly id: string;
  readonly index: number;
  readonly body: Blob;
}

/**
 * Stores the next part of a file. A part that is stored already is answered as if it were stored now, because the answer of
 * the first time may have been lost.
 * @throws Problem `record.not-found`, `imports.ended`, `imports.chunk`, `imports.no-room`
 */
export async function createImportChunk(
  { database, files, clock, fileDisk }: Uses<'database' | 'files' | 'fileDisk' | 'clock'>,
  { companyId }: Actor,
  { id, index, body }: Chunk,
): Promise<LogImport> {
  const found = await database.inCompany.read(companyId, (tx) => repository.findImport(tx, { id }));
  if (!found || index >= countChunks(found.bytes)) throw new Problem('record.not-found');
  if (found.fileUntil === null || found.fileUntil <= clock.now()) throw new Problem('imports.ended');
  if (index < found.chunks) return getOwn(database, companyId, id);
  if (index > found.chunks || body.size !== toChunkLength(found.bytes, index)) throw new Problem('imports.chunk');
  await allowPart(fileDisk, body.size);
  const bytes = new Uint8Array(await body.arrayBuffer());
  await files.put(toChunkAddress({ companyId, id }, index), bytes, 'application/octet-stream');
  const isLast = index + 1 === countChunks(found.bytes);
  return database.inCompany(companyId, async (tx) => {
    const changed = await repository.updateChunks(tx, { id, index, isLast });
    // Another call has stored the same part.
    const stored = changed ?? (await repository.findImport(tx, { id }));
    if (!stored) throw new Problem('record.not-found');
    return withUndo(tx, stored);
  });
}

const getOwn = (database: Database, companyId: string, id: string) =>
  database.inCompany(companyId, async (tx) => {
    const stored = await repository.findImport(tx, { id });
    if (!stored) throw new Problem('record.not-found');
    return withUndo(tx, stored);
  });
