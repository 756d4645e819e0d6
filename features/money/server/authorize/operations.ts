import type { authorizationsContract } from '#features/money/contract/authorize.ts';
import { createCompanyBatcher } from '#server/database/company-batcher.ts';
import { createRecentKeys } from '#server/lib/concurrency/recent-keys.ts';
import { authorize, reserveBudgets, type ReservationRequest, type ReservationResult } from './authorize.service.ts';
import {
  commitReservation,
  commitReservations,
  releaseReservation,
  type Commitment,
  type CommitResult,
} from './settle.service.ts';
import type { KnownIntakeCaller } from '#server/lib/request/intake-caller.ts';
import { perPortal, type Uses } from '#server/portal/portal.ts';
import type { Operations } from '#server/portal/operations.ts';

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

const requestsOf = perPortal((portal: Uses<'database' | 'clock'>) =>
  createCompanyBatcher<ReservationRequest, ReservationResult>(
    (caller, items) => reserveBudgets(portal, caller, items),
    limits,
  ),
);

const askedKeysOf = perPortal(() => createRecentKeys(recentlyAsked));

const commitmentsOf = perPortal((portal: Uses<'database' | 'changes' | 'clock'>) =>
  createCompanyBatcher<Commitment, CommitResult>(async (caller, items) => {
    const results = await commitReservations(portal, caller, items);
    portal.changes.announce(caller.companyId);
    return results;
  }, limits),
);

export const authorizeOperations: Operations<typeof authorizationsContract> = {
  create: async (portal, { intakeCaller }, { body }) => {
    const answer = await authorize(
      { ...portal, batcher: requestsOf(portal), askedKeys: askedKeysOf(portal) },
      intakeCaller,
      body,
    );
    portal.metrics.recordDecision(answer.decision);
    return answer;
  },
  commit: (portal, { intakeCaller }, { params, body }) =>
    commitReservation(commitmentsOf(portal), intakeCaller, toCommitment(intakeCaller, params, body)),
  release: (portal, { intakeCaller }, { params, body }) =>
    releaseReservation(portal, intakeCaller, toCommitment(intakeCaller, params, body)),
};

const toCommitment = (
  { keyId }: KnownIntakeCaller,
  { reservation }: { readonly reservation: string },
  body: { readonly conversation?: string | undefined } | undefined,
): Commitment => ({
  reservation: reservation.toLowerCase(),
  conversation: body?.conversation,
  intakeKeyId: keyId,
});
