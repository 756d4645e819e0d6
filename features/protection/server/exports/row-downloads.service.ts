import type { Uses } from '#server/portal/portal.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { rowCountHeader } from '#contract/constants.ts';
import type { RowFormat } from '#features/protection/contract/row-formats.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { createSlots } from '#server/lib/concurrency/slots.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { StreamedFile } from '#server/lib/request/streamed-file.ts';
import type { RowBytes } from '#server/lib/row-file.ts';
import { createConfirmReader } from '#server/lib/request/confirm-reader.ts';
import { createDownloadStream, type StreamLimits } from '#server/lib/request/download-stream.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanySnapshot, CompanyTransaction } from '#server/sql/sql.ts';
import { rowKinds, type RowKind } from '#features/protection/contract/row-kinds.ts';
import { allowKind } from './made-by.service.ts';
import { listRights, type RowSources } from './row-sources.ts';
import type { RowFilter } from '#features/protection/contract/export-filters.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly downloadRows: DownloadRows;
  }
}

interface Downloading extends Uses<'database' | 'findActorNow' | 'clock' | 'log'> {
  readonly sources: RowSources;
  /** More rows are refused. */
  readonly maxStreamedRows: number;
  readonly limits?: StreamLimits;
}

/** Each holds a connection of the 20 for companies, and a moment of the database that its cleaning has to keep. */
const slotLimits = { ofKey: 2, ofAll: 6 };
const retryAfterSeconds = 10;
const defaultLimits: StreamLimits = { pauseMs: 60_000, wantedPauseMs: 10_000, totalMs: 15 * 60_000 };

export type DownloadRows = <Kind extends RowKind>(
  context: CallContext,
  kind: Kind,
  query: RowFilter<Kind> & { readonly format: RowFormat },
) => Promise<StreamedFile>;

/**
 * Downloads of rows, of exactly what their list shows with the same filter. Each is an audit entry, and breaks off where its
 * person is deactivated, signs out or loses a right meanwhile.
 */
export function createRowDownloads(portal: Downloading): DownloadRows {
  const slots = createSlots(slotLimits);
  return async (context, kind, { format, ...query }) => {
    const { companyId } = context.actor;
    const giveBack = slots.tryClaim(companyId);
    if (!giveBack) throw new Problem('exports.busy', { retryAfterSeconds });
    let snapshot: CompanySnapshot | undefined;
    const close = async () => {
      giveBack();
      await snapshot?.close();
    };
    try {
      snapshot = await portal.database.inCompany.snapshot(companyId);
      return await start(portal, {
        context,
        kind,
        query: query as never,
        format,
        snapshot,
        close,
        isWanted: slots.isWanted,
      });
    } catch (error) {
      await close();
      throw error;
    }
  };
}

interface Download<Kind extends RowKind = RowKind> {
  readonly context: CallContext;
  readonly kind: Kind;
  readonly query: RowFilter<Kind>;
  readonly format: RowFormat;
  readonly snapshot: CompanySnapshot;
  readonly close: () => Promise<void>;
  readonly isWanted: () => boolean;
}

async function start(portal: Downloading, download: Download): Promise<StreamedFile> {
  const { database, clock, log, sources, maxStreamedRows, limits = defaultLimits } = portal;
  const { context, kind, query, format, snapshot, close, isWanted } = download;
  const { actor, requestId } = context;
  allowKind(actor, kind);
  const now = clock.now();
  const rows = await sources[kind](snapshot, actor, query as never, { now, most: maxStreamedRows + 1 });
  if (rows.total > maxStreamedRows) throw new Problem('exports.too-large');
  const { pages, contentType, extension } = rows.toFile(format);
  await database.inCompany(actor.companyId, async (tx) => {
    await confirmRights(tx, context, kind);
    const { entity, label } = rowKinds[kind];
    const after = { ...query, format, rows: rows.total };
    const subject = { entity, entityId: 'export', entityLabel: label };
    await recordAudit(tx, { ...toAuditStamp(context, now), action: `${kind}.export`, ...subject, after });
  });
  const stream = createDownloadStream({
    ...limits,
    pieces: copyPieces(pages),
    close,
    isWanted,
    now: () => clock.now().getTime(),
    confirm: createConfirmReader(portal, {
      actor,
      capabilities: listRights(actor, kind),
      isMasked: rowKinds[kind].isMasked,
    }),
    onError: (error) => log.warn({ err: error, requestId, kind }, 'a download of rows broke off'),
  });
  const name = `${rowKinds[kind].fileName}-${getDay(now.getTime(), actor.timeZone)}.${extension}`;
  return new StreamedFile(stream, name, contentType, { headers: { [rowCountHeader]: String(rows.total) } });
}

const pieceBytes = 128 * 1024;

/** Copies, because the bytes of a page change while the socket may still have some of them to send. */
async function* copyPieces(pages: AsyncIterable<RowBytes>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of pages) {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield Buffer.from(bytes.subarray(at, at + pieceBytes));
  }
}

/** @throws Problem `access.refused` where the actor has lost one of the rights that the rows follow from */
export async function confirmRights(tx: CompanyTransaction, { actor }: CallContext, kind: RowKind): Promise<void> {
  for (const capability of listRights(actor, kind)) await confirmActor(tx, actor, capability);
}
