import type { Uses } from '#server/portal/portal.ts';
import { getAttributeRules, recordSeenValues } from '#domain/ledger/attribute-values.ts';
import type { IntakeCaller, KnownIntakeCaller } from '#server/lib/request/intake-caller.ts';
import { recordUnreadNames } from '#domain/ledger/unread-names.ts';
import { addRejections, type Rejection } from '#server/lib/request/key-reports.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { createKeyedLimiter } from '#server/lib/concurrency/limiter.ts';
import { deriveLeftovers, deriveTraces, isTransient, toFactKey } from './derive/derive-traces.service.ts';
import { findEncoding, toExportResponse, type RecordKind } from './decode/otlp-encoding.ts';
import { settleMs } from './derive/place-facts.ts';
import { maxConversationSpans } from './limits.ts';
import { readExportTask, type ReadExport, type WrittenFacts } from './read-export.ts';
import { listFull, listWaitingCompanies, upsertFacts } from './spans.repository.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly receiveExport: ReceiveExport;
  }
}

interface Body {
  readonly contentType: string | null;
  readonly bytes: Blob;
}

export type ReceiveExport = (caller: KnownIntakeCaller, kind: RecordKind, body: Body) => Promise<Blob>;

const maxWaiting = 32;
const busySeconds = 2;
const resumeMs = 60_000;

/**
 * Receives exports of OpenTelemetry, one at a time per company, because an export derives facts that the one before may
 * have stored. Stored facts stay when deriving fails and are derived later; a repeated export changes nothing.
 */
export function createExportReceiver(
  portal: Uses<'database' | 'workers' | 'intakeQueue' | 'metrics' | 'keyReports' | 'clock' | 'log'>,
): ReceiveExport {
  const limiter = createKeyedLimiter(1);
  const settling = new Set<string>();
  const runInTurn = async <Result>(companyId: string, work: () => Promise<Result>) => {
    const ran = await limiter.tryRun(companyId, work, maxWaiting);
    if (!ran) throw new Problem('intake.busy', { retryAfterSeconds: busySeconds });
    return ran.result;
  };
  /** Derives traces whose parent never arrives also where no other export follows. */
  const settleLater = (caller: IntakeCaller) => {
    if (settling.has(caller.companyId)) return;
    settling.add(caller.companyId);
    const settleNow = () => {
      settling.delete(caller.companyId);
      settle(caller);
    };
    setTimeout(settleNow, settleMs + busySeconds * 1000).unref();
  };
  const settle = (caller: IntakeCaller) => {
    void runInTurn(caller.companyId, () => deriveLeftovers(portal, caller)).catch(() => settleLater(caller));
  };
  const resume = () => void listLeftWaiting(portal).then((callers) => callers.forEach(settle));
  resume();
  // Also those of a portal that was killed, and of two exports that two portals derived at the same time.
  setInterval(resume, resumeMs).unref();
  return async (caller, kind, { contentType, bytes }) => {
    const encoding = findEncoding(contentType);
    if (!encoding) throw new Problem('intake.otlp-type');
    const arrivedMs = performance.now();
    const body = { kind, encoding, bytes: new Uint8Array(await bytes.arrayBuffer()), now: portal.clock.now() };
    const { companyId } = caller;
    const end = portal.metrics.beginIntake();
    const store = async () => {
      const { attributes } = await getAttributeRules(portal.database, companyId, body.now);
      const read = await portal.workers.run(readExportTask, { ...body, attributes }, { companyId, size: bytes.size });
      const stored = await storeAndDerive(portal, caller, read);
      if (stored.isWaiting) settleLater(caller);
      countExport(portal, caller, { kind, read, stored, seconds: (performance.now() - arrivedMs) / 1000 });
      return toExportResponse(kind, encoding, stored.report);
    };
    return runInTurn(companyId, store).finally(end);
  };
}

interface ReceivedExport {
  readonly kind: RecordKind;
  readonly read: ReadExport;
  readonly stored: Stored;
  readonly seconds: number;
}

function countExport(
  { metrics, keyReports }: Uses<'metrics' | 'keyReports'>,
  caller: KnownIntakeCaller,
  { kind, read, stored: { report, deleted }, seconds }: ReceivedExport,
): void {
  const rejected = report.rejections.total;
  const accepted = read.stored.length + read.report.rejections.total - rejected;
  metrics.recordIntake({ channel: 'otlp', accepted, rejected, seconds });
  // Of spans the ignored ones are stored too, because they connect the others.
  const taken = Math.max(0, (kind === 'spans' ? accepted - read.ignored : accepted) - deleted);
  keyReports.count(caller, {
    ...report.rejections.counts,
    accepted: taken,
    late: Math.min(read.late, taken),
    ignored: read.ignored,
    deleted,
  });
}

/** The companies whose spans wait. */
async function listLeftWaiting({ database, log }: Uses<'database' | 'log'>): Promise<IntakeCaller[]> {
  try {
    // A start that is refused says why by itself.
    const isReady = await database.ready.then(
      () => true,
      () => false,
    );
    if (!isReady) return [];
    return await database.inSystem('otlp.resume', listWaitingCompanies);
  } catch (error) {
    log.warn({ err: error }, 'waiting spans not resumed');
    return [];
  }
}

interface Stored {
  readonly report: ReadExport['report'];
  /** Whether some of the traces are to be derived later. */
  readonly isWaiting: boolean;
  /** Spans and events of a conversation that the company has deleted. */
  readonly deleted: number;
}

async function storeAndDerive(
  portal: Uses<'database' | 'workers' | 'intakeQueue' | 'clock' | 'log'>,
  caller: KnownIntakeCaller,
  { stored: read, report, seen, unread }: ReadExport,
): Promise<Stored> {
  const { database, clock, log } = portal;
  const { companyId, keyId } = caller;
  const { stored, full } = await database.inCompany.shard(companyId, async (tx) => {
    const accepted = refuseFull(read, await listFull(tx, read));
    await upsertFacts(tx, accepted.stored, { now: clock.now(), intakeKeyId: keyId });
    await recordSeenValues(tx, seen, clock.now());
    await recordUnreadNames(tx, unread, { keyId, now: clock.now() });
    return accepted;
  });
  const all = { ...report, rejections: addRejections(report.rejections, fullRejection, full) };
  if (stored.length === 0) return { report: all, isWaiting: false, deleted: 0 };
  try {
    const { isWaiting, ofDeleted } = await deriveTraces(portal, caller, [
      ...new Set(stored.map(({ traceId }) => traceId)),
    ]);
    await deriveLeftovers(portal, caller);
    const deleted = stored.filter((fact) => ofDeleted.has(toFactKey(fact))).length;
    return { report: all, isWaiting, deleted };
  } catch (error) {
    if (isTransient(error)) throw error;
    // The facts are stored and derived again, one trace at a time: the sender has nothing to repeat.
    log.error({ err: error, companyId }, 'export not derived');
    return { report: { ...all, warnings: [...all.warnings, derivedLater] }, isWaiting: true, deleted: 0 };
  }
}

const derivedLater = 'the records are stored, but their conversations could not be updated yet';

/** Rejects the facts of traces and conversations that have too many already. */
function refuseFull(facts: readonly WrittenFacts[], full: ReadonlySet<string>) {
  const stored = facts.filter(({ traceId, conversation }) => !full.has(traceId) && !full.has(conversation ?? ''));
  return { stored, full: facts.length - stored.length };
}

const most = maxConversationSpans.toLocaleString('en');
const fullRejection: Rejection = {
  reason: 'full',
  text: `a trace, or all that name one conversation, have at most ${most} spans`,
};
