import type { IntakeAnswer, intakeContract } from '#features/intake/contract/intake.ts';
import { createKeyedLimiter } from '#server/lib/concurrency/limiter.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import type { KnownIntakeCaller } from '#server/lib/request/intake-caller.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { parseBatchTask } from '#domain/conversations/batches/parse-batch.ts';
import { createIntakePicture } from './pictures/picture.service.ts';
import { perPortal, type Uses } from '#server/portal/portal.ts';
import type { Operations } from '#server/portal/operations.ts';

/** Batches of one company that may wait to be parsed. */
const maxWaiting = 32;

const retryAfterSeconds = 1;

const parsingOf = perPortal(() => createKeyedLimiter(1));

export const intakeOperations: Operations<typeof intakeContract> = {
  createBatch: (portal, { intakeCaller, headers }, { body }) =>
    createBatch(portal, intakeCaller, { contentType: headers.get('content-type'), body }),
  createFile: ({ intakeDatabase: database, ...portal }, { intakeCaller }, { body }) =>
    createIntakePicture({ ...portal, database }, intakeCaller, body),
};

type BatchParts = Uses<'intakeQueue' | 'workers' | 'metrics' | 'keyReports' | 'clock'>;

async function createBatch(
  portal: BatchParts,
  caller: KnownIntakeCaller,
  { contentType, body }: { contentType: string | null; body: Blob },
): Promise<IntakeAnswer> {
  const end = portal.metrics.beginIntake();
  try {
    return await storeBatch(portal, caller, { contentType, body });
  } finally {
    end();
  }
}

async function storeBatch(
  portal: BatchParts,
  caller: KnownIntakeCaller,
  { contentType, body }: { contentType: string | null; body: Blob },
): Promise<IntakeAnswer> {
  const { intakeQueue, workers, metrics, keyReports, clock } = portal;
  const arrivedMs = performance.now();
  const bytes = new Uint8Array(await body.arrayBuffer());
  const sent = { contentType, bytes, now: clock.now(), intakeKeyId: caller.keyId };
  const parse = () => workers.run(parseBatchTask, sent, { companyId: caller.companyId, size: bytes.length });
  const parsed = await parsingOf(portal).tryRun(caller.companyId, parse, maxWaiting);
  if (!parsed) throw new Problem('intake.busy', { retryAfterSeconds });
  const { batch, accepted, rejected, places, counts } = parsed.result;
  const deletedIds = await intakeQueue.add(caller, batch);
  const deleted = deletedIds.size === 0 ? 0 : places.filter((id) => deletedIds.has(toRecordId(id))).length;
  const seconds = (performance.now() - arrivedMs) / 1000;
  metrics.recordIntake({ channel: 'intake', accepted, rejected: rejected.length, seconds });
  const taken = accepted - deleted;
  keyReports.count(caller, { ...counts, accepted: taken, late: Math.min(counts.late ?? 0, taken), deleted });
  return { accepted, rejected };
}
