import type { IntakeCaller } from '../../../lib/request/intake-caller.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { createKeyedLimiter } from '../../../lib/concurrency/limiter.ts';
import { deriveLeftovers, deriveTraces, isTransient } from './derive/derive-traces.service.ts';
import type { OtlpDependencies } from './derive/derive-traces.service.ts';
import { decodeRequest, findEncoding, toExportResponse } from './decode/otlp-encoding.ts';
import type { Encoding, RecordKind } from './decode/otlp-encoding.ts';
import { readLogRecords, readSpans } from './decode/otlp-records.ts';
import { settleMs } from './derive/place-facts.ts';
import { getTimeLimits } from '../reported-times.ts';
import { listWaitingCompanies, upsertFacts } from './spans.repository.ts';
import type { StoredFacts } from './map/span-facts.ts';
import { toEventFacts, toSpanFacts } from './map/to-facts.ts';

interface Body {
  readonly contentType: string | null;
  readonly bytes: Blob;
}

type ReceiveExport = (caller: IntakeCaller, kind: RecordKind, body: Body) => Promise<Blob>;

const maxWaiting = 32;
const busySeconds = 2;
const failedSeconds = 30;

/**
 * Receives exports of OpenTelemetry, one at a time per company, because an export derives facts that the one before may
 * have stored. Stored facts stay when deriving fails; a repeated export changes nothing.
 */
export function createExportReceiver(dependencies: OtlpDependencies): ReceiveExport {
  const limiter = createKeyedLimiter(1);
  const settling = new Set<string>();
  const runInTurn = async (companyId: string, work: () => Promise<void>) => {
    const ran = await limiter.tryRun(companyId, work, maxWaiting);
    if (!ran) throw new Problem('intake.busy', { retryAfterSeconds: busySeconds });
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
    void runInTurn(caller.companyId, () => deriveLeftovers(dependencies, caller)).catch(() => settleLater(caller));
  };
  void listLeftWaiting(dependencies).then((callers) => {
    callers.forEach(settle);
    callers.forEach(settleLater);
  });
  return async (caller, kind, { contentType, bytes }) => {
    const encoding = findEncoding(contentType);
    if (!encoding) throw new Problem('intake.otlp-type');
    const request = decode(kind, encoding, new Uint8Array(await bytes.arrayBuffer()));
    const { stored, rejections } = readFacts(kind, request, dependencies.clock.now());
    if (stored.length > 0) {
      await runInTurn(caller.companyId, async () => {
        if (await storeAndDerive(dependencies, caller, stored)) settleLater(caller);
      });
    }
    return toExportResponse(kind, encoding, rejections);
  };
}

/** The companies whose spans were waiting when the portal stopped. */
async function listLeftWaiting({ database, log }: OtlpDependencies): Promise<IntakeCaller[]> {
  try {
    await database.ready;
    return await database.withSystem('otlp.resume', listWaitingCompanies);
  } catch (error) {
    log.warn({ err: error }, 'waiting spans not resumed');
    return [];
  }
}

function decode(kind: RecordKind, encoding: Encoding, bytes: Uint8Array): unknown {
  try {
    return decodeRequest(kind, encoding, bytes);
  } catch (cause) {
    throw new Problem('request.malformed', { detail: `no ${kind} in ${encoding}`, cause });
  }
}

function readFacts(kind: RecordKind, request: unknown, now: Date) {
  const limits = getTimeLimits(now);
  if (kind === 'spans') {
    const { records, rejections } = readSpans(request, limits);
    return { stored: records.map(toSpanFacts), rejections };
  }
  const { records, rejections } = readLogRecords(request, limits);
  const results = records.map(toEventFacts);
  return {
    stored: results.filter((result): result is StoredFacts => typeof result === 'object'),
    rejections: [...rejections, ...results.filter((result) => typeof result === 'string')],
  };
}

/** @returns whether some of the traces wait for a parent */
async function storeAndDerive(
  dependencies: OtlpDependencies,
  caller: IntakeCaller,
  stored: readonly StoredFacts[],
): Promise<boolean> {
  const { database, clock, log } = dependencies;
  const { companyId } = caller;
  await database.withCompany(companyId, (tx) => upsertFacts(tx, stored, clock.now()));
  const traceIds = [...new Set(stored.map(({ traceId }) => traceId))];
  try {
    const isWaiting = await deriveTraces(dependencies, caller, traceIds);
    await deriveLeftovers(dependencies, caller);
    return isWaiting;
  } catch (error) {
    if (isTransient(error)) throw error;
    // The facts are stored; the next export derives them one trace at a time.
    log.error({ err: error, companyId }, 'export not derived');
    throw new Problem('service.unavailable', { retryAfterSeconds: failedSeconds, cause: error });
  }
}
