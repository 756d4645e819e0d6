import type { ProblemCode } from '#contract/problems.ts';
import { problems } from '#contract/problems.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Answer, IdentityFailure, FailureReason } from '../../outside/identity/identity.ts';

const codes: Record<FailureReason, ProblemCode> = {
  wrongCredentials: 'session.wrong-credentials',
  wrongCode: 'session.wrong-code',
  wrongPassword: 'session.wrong-password',
  samePassword: 'session.same-password',
  tooManyAttempts: 'session.too-many-attempts',
  stepOutOfTurn: 'session.step-out-of-turn',
  signedOut: 'session.required',
  denied: 'session.denied',
  passwordExpired: 'session.password-expired',
  singleSignOnRequired: 'session.single-sign-on-required',
  twoFactorOn: 'session.two-factor-on',
  twoFactorOff: 'session.two-factor-off',
};

/** The field of the form that shows the problem. */
const paths: Partial<Record<FailureReason, string>> = {
  wrongCode: 'code',
  wrongPassword: 'password',
  samePassword: 'password',
};

/** The answer of the identity service. @throws Problem where it is not ok */
export function unwrap<T>(answer: Answer<T>): { ok: true } & T {
  if (answer.ok) return answer;
  throw toProblem(answer);
}

function toProblem({ reason, retryAfterSeconds }: IdentityFailure): Problem {
  const code = codes[reason];
  const path = paths[reason];
  const fields = path === undefined ? undefined : [{ path, message: problems[code].message }];
  return new Problem(code, { fields, retryAfterSeconds });
}
