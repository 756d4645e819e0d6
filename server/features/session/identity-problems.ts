import type { ProblemCode } from '#contract/problems.ts';
import { problems } from '#contract/problems.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Answer, IdentityFailure, FailureReason } from '../../outside/identity/identity.ts';

const codes: Record<FailureReason, ProblemCode> = {
  wrongCredentials: 'session.wrong-credentials',
  wrongCode: 'session.wrong-code',
  wrongPassword: 'session.wrong-password',
  samePassword: 'session.same-password',
  guessablePassword: 'session.guessable-password',
  deniedPassword: 'session.password-denied',
  tooManyAttempts: 'session.too-many-attempts',
  stepOutOfTurn: 'session.step-out-of-turn',
  signedOut: 'session.required',
  denied: 'session.denied',
  passwordExpired: 'session.password-expired',
  singleSignOnRequired: 'session.single-sign-on-required',
  poolPasswordRequired: 'session.pool-password-required',
  twoFactorOn: 'session.two-factor-on',
  twoFactorOff: 'session.two-factor-off',
  noAppAtPool: 'session.no-app-at-pool',
  unreachable: 'session.issuer-unreachable',
};

const chosenReasons: readonly FailureReason[] = ['samePassword', 'guessablePassword', 'deniedPassword'];

/** The field of the form that shows the problem. */
function findPath(reason: FailureReason, chosen: string): string | undefined {
  if (reason === 'wrongCode') return 'code';
  if (reason === 'wrongPassword') return 'password';
  return chosenReasons.includes(reason) ? chosen : undefined;
}

/**
 * The answer of the identity service.
 * @param chosen the field of a chosen password
 * @throws Problem where it is not ok
 */
export function unwrap<T>(answer: Answer<T>, chosen = 'password'): { ok: true } & T {
  if (answer.ok) return answer;
  throw toProblem(answer, chosen);
}

function toProblem({ reason, retryAfterSeconds }: IdentityFailure, chosen: string): Problem {
  const code = codes[reason];
  const path = findPath(reason, chosen);
  const fields = path === undefined ? undefined : [{ path, message: problems[code].message }];
  return new Problem(code, { fields, retryAfterSeconds });
}
