import { implement } from '@orpc/server';
import { intakeContract } from '#contract/intake/intake.ts';
import { getIntakeCaller } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { storeIntakePicture } from './pictures/picture.service.ts';
import type { PictureDependencies } from './pictures/picture.service.ts';
import { receiveBatch } from './ingest/parse-batch.service.ts';
import type { ReceiveDependencies } from './ingest/parse-batch.service.ts';

export function intakeRoutes(dependencies: ReceiveDependencies & PictureDependencies) {
  const os = implement(intakeContract).$context<RequestContext>();
  return os.router({
    createBatch: os.createBatch.handler(({ context, input }) =>
      receiveBatch(dependencies, getIntakeCaller(context), {
        contentType: context.headers.get('content-type'),
        bytes: input.body,
      }),
    ),
    createFile: os.createFile.handler(({ context, input }) =>
      storeIntakePicture(dependencies, getIntakeCaller(context), input.body),
    ),
  });
}
