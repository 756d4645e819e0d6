import { implement } from '@orpc/server';
import { authorizationsContract } from '#contract/intake/authorize.ts';
import { createCompanyBatcher } from '../../database/company-batcher.ts';
import { createRecentKeys } from '../../lib/concurrency/recent-keys.ts';
import { getIntakeCaller, type RequestContext } from '../../lib/request/request-context.ts';
import type { ChangeFeed } from '../../database/changes/change-feed.ts';
import type { Metrics } from '../../outside/metrics/metrics.ts';
import {
  authorize,
  reserveBudgets,
  type AuthorizeDependencies,
  type ReservationRequest,
  type ReservationResult,
} from './authorize.service.ts';
import {
  commitReservation,
  commitReservations,
  releaseReservation,
  type Commitment,
  type CommitResult,
} from './settle.service.ts';

/** Calls of one company in one transaction. */
const maxGroup = 100;
/** Calls of one company that may wait. */
const maxWaiting = 1000;
/** Transactions of each kind at a time, of different companies. */
const running = 4;

/** That a key asks before its runs is recorded to the hour. */
const recentlyAsked = { ms: 3_600_000, max: 10_000 };

const limits = {
  running,
  countGroup: (line: readonly unknown[]) => Math.min(line.length, maxGroup),
  hasRoom: (line: readonly unknown[]) => line.length < maxWaiting,
};

interface RoutesDependencies extends AuthorizeDependencies {
  readonly metrics: Pick<Metrics, 'recordDecision'>;
  readonly changes: Pick<ChangeFeed, 'announce'>;
}

export function authorizeRoutes(dependencies: RoutesDependencies) {
  const os = implement(authorizationsContract).$context<RequestContext>();
  const requests = createCompanyBatcher<ReservationRequest, ReservationResult>(
    (caller, items) => reserveBudgets(dependencies, caller, items),
    limits,
  );
  const askedKeys = createRecentKeys(recentlyAsked);
  const commitments = createCompanyBatcher<Commitment, CommitResult>(async (caller, items) => {
    const results = await commitReservations(dependencies, caller, items);
    dependencies.changes.announce(caller.companyId);
    return results;
  }, limits);
  return os.router({
    create: os.create.handler(async ({ context, input }) => {
      const answer = await authorize(
        { ...dependencies, batcher: requests, askedKeys },
        getIntakeCaller(context),
        input.body,
      );
      dependencies.metrics.recordDecision(answer.decision);
      return answer;
    }),
    commit: os.commit.handler(({ context, input: { params, body } }) =>
      commitReservation(commitments, getIntakeCaller(context), {
        reservation: params.reservation.toLowerCase(),
        conversation: body?.conversation,
      }),
    ),
    release: os.release.handler(({ context, input: { params, body } }) =>
      releaseReservation(dependencies, getIntakeCaller(context), {
        reservation: params.reservation.toLowerCase(),
        conversation: body?.conversation,
      }),
    ),
  });
}
