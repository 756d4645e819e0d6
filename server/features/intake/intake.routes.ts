import { implement } from '@orpc/server';
import { intakeContract } from '#contract/intake/intake.ts';
import type { IntakeAnswer } from '#contract/intake/intake.ts';
import type { IntakeCaller } from '../../lib/request/intake-caller.ts';
import { getIntakeCaller } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import type { Clock } from '../../outside/clock.ts';
import { enqueueBatch } from './ingest/enqueue-batch.service.ts';
import type { QueueDependencies } from './ingest/enqueue-batch.service.ts';
import { parseBatch } from './ingest/parse-batch.ts';
import { createIntakePicture } from './pictures/picture.service.ts';
import type { PictureDependencies } from './pictures/picture.service.ts';

interface BatchDependencies extends QueueDependencies {
  readonly clock: Clock;
}

export function intakeRoutes(dependencies: BatchDependencies & PictureDependencies) {
  const os = implement(intakeContract).$context<RequestContext>();
  return os.router({
    createBatch: os.createBatch.handler(({ context, input }) =>
      createBatch(dependencies, getIntakeCaller(context), {
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
  { queue, clock }: BatchDependencies,
  caller: IntakeCaller,
  { contentType, body }: { contentType: string | null; body: Blob },
): Promise<IntakeAnswer> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  const { rejected, ...items } = parseBatch(contentType, bytes, clock.now());
  await enqueueBatch({ queue }, caller, items);
  const accepted = items.conversations.length + items.messages.length + items.statuses.length;
  return { accepted, rejected: [...rejected] };
}
