import { implement } from '@orpc/server';
import { intakeContract, type IntakeAnswer } from '#contract/intake/intake.ts';
import { createKeyedLimiter, type KeyedLimiter } from '../../lib/concurrency/limiter.ts';
import type { WorkerPool } from '../../lib/concurrency/worker-pool.ts';
import { toRecordId } from '../../lib/reported-names.ts';
import type { KnownIntakeCaller } from '../../lib/request/intake-caller.ts';
import type { CountReports } from '../../lib/request/key-reports.ts';
import { Problem } from '../../lib/request/problem.ts';
import { getIntakeCaller, type RequestContext } from '../../lib/request/request-context.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Metrics } from '../../outside/metrics/metrics.ts';
import type { QueueDependencies } from './ingest/intake-queue.service.ts';
import { parseBatchTask } from './ingest/parse-batch.ts';
import { createIntakePicture, type PictureDependencies } from './pictures/picture.service.ts';

interface BatchDependencies extends QueueDependencies {
  readonly workers: WorkerPool;
  readonly metrics: Pick<Metrics, 'recordIntake'>;
  readonly countReports: CountReports;
  readonly clock: Clock;
}

/** Batches of one company that may wait to be parsed. */
const maxWaiting = 32;
const retryAfterSeconds = 1;

export function intakeRoutes(dependencies: BatchDependencies & PictureDependencies) {
  const limiter = createKeyedLimiter(1);
  const os = implement(intakeContract).$context<RequestContext>();
  return os.router({
    createBatch: os.createBatch.handler(({ context, input }) =>
      createBatch({ ...dependencies, limiter }, getIntakeCaller(context), {
        contentType: context.headers.get('content-type'),
        body: input.body,
      }),
    ),
    createFile: os.createFile.handler(({ context, input }) =>
      createIntakePicture(dependencies, getIntakeCaller(context), input.body),
    ),
  });
}

async function createBatch(
  { queue, workers, metrics, limiter, countReports, clock }: BatchDependencies & { limiter: KeyedLimiter },
  caller: KnownIntakeCaller,
  { contentType, body }: { contentType: string | null; body: Blob },
): Promise<IntakeAnswer> {
  const arrivedMs = performance.now();
  const bytes = new Uint8Array(await body.arrayBuffer());
  const sent = { contentType, bytes, now: clock.now(), intakeKeyId: caller.keyId };
  const parse = () => workers.run(parseBatchTask, sent, { companyId: caller.companyId, size: bytes.length });
  const parsed = await limiter.tryRun(caller.companyId, parse, maxWaiting);
  if (!parsed) throw new Problem('intake.busy', { retryAfterSeconds });
  const { batch, accepted, rejected, places, counts } = parsed.result;
  const deletedIds = await queue.add(caller, batch);
  const deleted = deletedIds.size === 0 ? 0 : places.filter((id) => deletedIds.has(toRecordId(id))).length;
  const seconds = (performance.now() - arrivedMs) / 1000;
  metrics.recordIntake({ channel: 'intake', accepted, rejected: rejected.length, seconds });
  const taken = accepted - deleted;
  countReports(caller, { ...counts, accepted: taken, late: Math.min(counts.late ?? 0, taken), deleted });
  return { accepted, rejected };
}
