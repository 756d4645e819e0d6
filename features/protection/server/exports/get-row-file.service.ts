import { rowKinds } from '#features/protection/contract/row-kinds.ts';
import type { Uses } from '#server/portal/portal.ts';
import { fileSender } from '#server/portal/send-file.ts';
import { readParts } from '#server/lib/file-parts.ts';
import { toFileType } from '#server/lib/row-file.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { StreamedFile } from '#server/lib/request/streamed-file.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { allowKind, getMadeBy, isPermitted } from './made-by.service.ts';
import { confirmRights } from './row-downloads.service.ts';
import { rowFiles, toFileName, toRowHeaders, toSubject } from './row-files.service.ts';
import { listRights } from './row-sources.ts';

/**
 * Sends a prepared file to its owner. What it was made by has to hold still: rights, masking and reported users, when the download
 * begins; and the person and its rights until it ends.
 * @throws Problem `exports.busy`, `files.not-found`, `access.refused`, `exports.outdated`
 */
export function getRowFile(
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
      const found = await findReady(tx, context, { id, now });
      await confirmRights(tx, context, found.facts.kind);
      const after = { requestedAt: found.requestedAt.toISOString(), rows: found.facts.rows, bytes: found.bytes };
      const subject = { action: 'rowFiles.download', ...toSubject(found.facts.kind) };
      await recordAudit(tx, { ...toAuditStamp(context, now), ...subject, after });
      return found;
    });
    const { kind, format, rows } = stored.facts;
    const { contentType, extension } = toFileType(format);
    return {
      pieces: readParts(files, { companyId, ...stored }),
      name: toFileName(stored, extension, actor.timeZone),
      contentType,
      headers: toRowHeaders(rows),
      capabilities: listRights(actor, kind),
      isMasked: rowKinds[kind].isMasked,
      confirmFile: () => database.inCompany(companyId, (tx) => findReady(tx, context, { id, now: clock.now() })),
    };
  });
}

/** @throws Problem `files.not-found` also for a file of another account, `access.refused`, `exports.outdated` */
async function findReady(
  tx: CompanyTransaction,
  { actor }: CallContext,
  { id, now }: { readonly id: string; readonly now: Date },
) {
  const found = await rowFiles.getReady(tx, id, now);
  const { kind, madeBy } = found.facts;
  if (found.accountId !== actor.accountId || !madeBy) throw new Problem('files.not-found');
  allowKind(actor, kind);
  if (!isPermitted(madeBy, await getMadeBy(tx, actor, kind), kind)) throw new Problem('exports.outdated');
  return found;
}
