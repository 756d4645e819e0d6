import type { dryRunsContract } from '#features/intake/contract/dry-runs.ts';
import { createKeyedLimiter } from '#server/lib/concurrency/limiter.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { previewPayload } from './dry-run.service.ts';
import { perPortal } from '#server/portal/portal.ts';
import type { Operations } from '#server/portal/operations.ts';

/** Dry runs of one company that may wait. */
const maxWaiting = 8;

const retryAfterSeconds = 1;

const dryRunsOf = perPortal(() => createKeyedLimiter(1));

export const dryRunsOperations: Operations<typeof dryRunsContract> = {
  create: async (portal, { actor }, { query, body }) => {
    const ran = await dryRunsOf(portal).tryRun(
      actor.companyId,
      () => previewPayload(portal, actor, { body, kind: query?.kind }),
      maxWaiting,
    );
    if (!ran) throw new Problem('intake.busy', { retryAfterSeconds });
    return ran.result;
  },
};
