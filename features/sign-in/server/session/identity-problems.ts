import { problems, type ProblemCode } from '#contract/problems.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Answer, IdentityFailure, FailureReason } from '#server/outside/identity/identity.ts';

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
  ofOneCompany: 'session.of-one-company',
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

/** An app makes its codes from the clock, so that a phone which is ahead shows them too early. */
const clockHint = 'Enter the newest code, and check that your phone sets its clock automatically.';

interface Asked {
  /** The field of a chosen password. */
  readonly chosen?: string;
  /** Source of the code, if the caller knows it. */
  readonly method?: 'totp' | 'recovery';
}

/**
 * The answer of the identity service.
 * @throws Problem where it is not ok
 */
export function unwrap<T>(answer: Answer<T>, asked: Asked = {}): { ok: true } & T {
  if (answer.ok) return answer;
  throw toProblem(answer, asked);
}

function toProblem({ reason, retryAfterSeconds }: IdentityFailure, { chosen = 'password', method }: Asked): Problem {
  const code = codes[reason];
  const path = findPath(reason, chosen);
  const hint = reason === 'wrongCode' && method === 'totp' ? ` ${clockHint}` : '';
  const fields = path === undefined ? undefined : [{ path, message: `${problems[code].message}${hint}` }];
  return new Problem(code, { fields, retryAfterSeconds });
}
