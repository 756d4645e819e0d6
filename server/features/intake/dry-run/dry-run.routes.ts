import { implement } from '@orpc/server';
import { dryRunsContract } from '#contract/intake/dry-runs.ts';
import { createKeyedLimiter } from '../../../lib/concurrency/limiter.ts';
import { getActor, type RequestContext } from '../../../lib/request/request-context.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { previewPayload, type DryRunDependencies } from './dry-run.service.ts';

/** Dry runs of one company that may wait. */
const maxWaiting = 8;
const retryAfterSeconds = 1;

export function dryRunsRoutes(dependencies: DryRunDependencies) {
  const limiter = createKeyedLimiter(1);
  const os = implement(dryRunsContract).$context<RequestContext>();
  return os.router({
    create: os.create.handler(async ({ context, input: { query, body } }) => {
      const actor = getActor(context);
      const ran = await limiter.tryRun(
        actor.companyId,
        () => previewPayload(dependencies, actor, { body, kind: query?.kind }),
        maxWaiting,
      );
      if (!ran) throw new Problem('intake.busy', { retryAfterSeconds });
      return ran.result;
    }),
  });
}
