import { perPortal, type Uses } from '../../portal/portal.ts';
import { createSlots } from '../../lib/concurrency/slots.ts';
import { readParts } from '../../lib/file-parts.ts';
import { toFileType } from '../../lib/row-file.ts';
import { toAuditStamp, type CallContext } from '../../lib/request/call-context.ts';
import { Problem } from '../../lib/request/problem.ts';
import { StreamedFile } from '../../lib/request/streamed-file.ts';
import { recordAudit } from '../../records/audit.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { allowKind, getMadeBy, isPermitted } from './made-by.service.ts';
import { createConfirmReader } from './confirm-reader.ts';
import { confirmRights } from './row-downloads.service.ts';
import * as repository from './row-files.repository.ts';
import { toFileName, toRowHeaders, toSubject } from './row-files.service.ts';
import { createRowStream } from './row-stream.ts';

/** Each holds two parts of its file in memory. */
const slotLimits = { ofKey: 2, ofAll: 6 };
const retryAfterSeconds = 10;
const streamLimits = { pauseMs: 60_000, wantedPauseMs: 10_000, totalMs: 2 * 60 * 60_000 };

type GetRowFile = (context: CallContext, id: string) => Promise<StreamedFile>;

/**
 * Sends prepared files to their owners. What a file was made by has to hold still: rights, masking and reported users, when the
 * download begins; and the person and its rights until it ends.
 */
export const rowFileReader = perPortal(
  (portal: Uses<'database' | 'files' | 'findActorNow' | 'clock' | 'log'>): GetRowFile => {
    const slots = createSlots(slotLimits);
    return async (context, id) => {
      const giveBack = slots.tryClaim(context.actor.companyId);
      if (!giveBack) throw new Problem('exports.busy', { retryAfterSeconds });
      try {
        return await start(portal, { context, id, giveBack, isWanted: slots.isWanted });
      } catch (error) {
        giveBack();
        throw error;
      }
    };
  },
);

interface Getting {
  readonly context: CallContext;
  readonly id: string;
  readonly giveBack: () => void;
  readonly isWanted: () => boolean;
}

async function start(
  portal: Uses<'database' | 'files' | 'findActorNow' | 'clock' | 'log'>,
  { context, id, giveBack, isWanted }: Getting,
) {
  const { database, files, clock, log } = portal;
  const { actor, requestId } = context;
  const { companyId } = actor;
  const now = clock.now();
  const stored = await database.withCompany(companyId, async (tx) => {
    const found = await findReady(tx, context, { id, now });
    await confirmRights(tx, context, found.kind);
    const after = { requestedAt: found.requestedAt.toISOString(), rows: found.rowCount, bytes: found.bytes };
    const subject = { action: 'rowFiles.download', ...toSubject(found.kind) };
    await recordAudit(tx, { ...toAuditStamp(context, now), ...subject, after });
    return found;
  });
  const stream = createRowStream({
    ...streamLimits,
    pieces: readParts(files, { companyId, ...stored, bytes: stored.bytes ?? 0 }),
    close: async () => giveBack(),
    isWanted,
    now: () => clock.now().getTime(),
    confirm: createConfirmReader(portal, {
      actor,
      kind: stored.kind,
      confirmFile: () => database.withCompany(companyId, (tx) => findReady(tx, context, { id, now: clock.now() })),
    }),
    onError: (error) => log.warn({ err: error, requestId, fileId: id }, 'the download of a prepared file broke off'),
  });
  const { contentType, extension } = toFileType(stored.format);
  const name = toFileName(stored, extension, actor.timeZone);
  return new StreamedFile(stream, name, contentType, { headers: toRowHeaders(stored.rowCount) });
}

/** @throws Problem `files.not-found` also for a file of another account, `access.refused`, `exports.outdated` */
async function findReady(
  tx: CompanyTransaction,
  { actor }: CallContext,
  { id, now }: { readonly id: string; readonly now: Date },
) {
  const found = await repository.findRowFile(tx, { id });
  const isReady = found?.state === 'ready' && found.accountId === actor.accountId && found.expiresAt > now;
  if (!isReady || !found.madeBy) throw new Problem('files.not-found');
  allowKind(actor, found.kind);
  const permitted = isPermitted(found.madeBy, await getMadeBy(tx, actor, found.kind), found.kind);
  if (!permitted) throw new Problem('exports.outdated');
  return found;
}
