import { implement } from '@orpc/server';
import { authorizationsContract } from '#contract/intake/authorize.ts';
import { createCompanyBatcher } from '../../database/company-batcher.ts';
import { getIntakeCaller } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { answerQuestions, authorize } from './authorize.service.ts';
import type { Answered, AuthorizeDependencies, Question } from './authorize.service.ts';
import { commit, enterCommitments, release } from './settle.service.ts';
import type { Commitment, Settled } from './settle.service.ts';

/** Calls of one company that go into one transaction, and that may wait for it. */
const group = 100;
const room = 1000;
/** Transactions of each kind at a time, of different companies. */
const running = 4;

const limits = {
  running,
  countGroup: (line: readonly unknown[]) => Math.min(line.length, group),
  hasRoom: (line: readonly unknown[]) => line.length < room,
};

export function authorizeRoutes(dependencies: AuthorizeDependencies) {
  const os = implement(authorizationsContract).$context<RequestContext>();
  const questions = createCompanyBatcher<Question, Answered>(
    (caller, items) => answerQuestions(dependencies, caller, items),
    limits,
  );
  const commitments = createCompanyBatcher<Commitment, Settled>(
    (caller, items) => enterCommitments(dependencies, caller, items),
    limits,
  );
  return os.router({
    create: os.create.handler(({ context, input }) => authorize(questions, getIntakeCaller(context), input.body)),
    commit: os.commit.handler(({ context, input: { params, body } }) =>
      commit(commitments, getIntakeCaller(context), {
        reservation: params.reservation.toLowerCase(),
        conversation: body?.conversation,
      }),
    ),
    release: os.release.handler(({ context, input }) =>
      release(dependencies, getIntakeCaller(context), input.params.reservation.toLowerCase()),
    ),
  });
}
