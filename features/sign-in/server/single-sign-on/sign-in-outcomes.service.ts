import type { Uses } from '#server/portal/portal.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { AnswerOutcome } from '#features/sign-in/contract/saml.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toStorable } from '#server/lib/storable-text.ts';
import type { SignInClaims, SignInIssuer } from '#server/outside/identity/single-sign-on/single-sign-on.ts';
import * as repository from './sign-ins.repository.ts';

const outcomes: Partial<Record<ProblemCode, AnswerOutcome>> = {
  'session.issuer-unreachable': 'unreachable',
  'session.issuer-refused': 'refused',
  'session.sign-on-unsound': 'unsound',
  'session.email-unverified': 'unverified',
  'session.foreign-domain': 'foreign-domain',
  'session.no-user': 'no-user',
};

/** The adapter's reason for an answer that it denied; empty for other errors. */
function findReason(error: unknown): string {
  const { cause } = error instanceof Error && error.cause instanceof Error ? error.cause : { cause: undefined };
  return cause instanceof Error ? cause.message : '';
}

const maxFoundLength = 300;

type Recorder = Uses<'database' | 'clock'>;

/**
 * Runs a sign-in and keeps how it ended, with what its answer said, for the SuperAdmins of the company.
 * @param work calls `note` with the claims of a sound answer
 */
export async function recordOutcome<T>(
  recorder: Recorder,
  { companyId }: SignInIssuer,
  work: (note: (claims: SignInClaims) => void) => Promise<T>,
): Promise<T> {
  const noted: SignInClaims[] = [];
  const record = (outcome: AnswerOutcome, detail = '') =>
    companyId === null ? undefined : recordAnswer(recorder, companyId, { outcome, found: noted[0]?.found ?? detail });
  try {
    const done = await work((claims) => void noted.push(claims));
    await record('ok');
    return done;
  } catch (error) {
    const outcome = error instanceof Problem ? outcomes[error.code] : undefined;
    const isWithoutEmail = outcome === 'unverified' && noted.every(({ email }) => email === undefined);
    if (outcome) await record(isWithoutEmail ? 'no-email' : outcome, findReason(error));
    throw error;
  }
}

/** @param answer with anything that the issuer said in `found` */
export function recordAnswer(
  { database, clock }: Recorder,
  companyId: string,
  { outcome, found }: { outcome: AnswerOutcome; found: string },
): Promise<unknown> {
  const kept = toStorable(found.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxFoundLength));
  const atMs = clock.now().getTime();
  return database.inCompany(companyId, (tx) => repository.recordAnswer(tx, { atMs, outcome, found: kept }));
}
