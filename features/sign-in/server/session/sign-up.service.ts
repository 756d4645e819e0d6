import type { Uses } from '#server/portal/portal.ts';
import { toEmailKey } from '#contract/fields.ts';
import {
  agreementVersion,
  type ConfirmSignUpForm,
  type SessionStep,
  type SignUpForm,
} from '#features/sign-in/contract/session-forms.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Call } from '#server/lib/request/call.ts';
import type { SignUpOutcome } from '#server/outside/identity/identity.ts';
import { recordAudit } from '#server/records/audit.ts';
import { createCompany } from '#server/records/create-company.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { createAgreements, createPoolAgreements } from './agreements.repository.ts';
import { unwrap } from './identity-problems.ts';
import { getIsUser, renameCompanyAndSigner } from './session.repository.ts';
import { setCookies, toCaller } from './session.service.ts';

/**
 * Creates account, company, first SuperAdmin and agreements in one transaction. An address that has an account gets the
 * same answer in the same time; only its owner is notified, by mail.
 */
export async function signUp(
  portal: Uses<'database' | 'identity' | 'signUp' | 'clock'>,
  call: Call,
  form: SignUpForm,
): Promise<SessionStep> {
  const { database, identity } = portal;
  if (portal.signUp === 'closed') throw new Problem('session.sign-up-closed');
  const email = toEmailKey(form.email);
  const { password, firstName, lastName, company } = form;
  const input = { email, password, name: `${firstName} ${lastName}`, company, firstName, lastName };
  const { cookies } = await identity.evenly(async () => {
    const { prepared } = unwrap(await identity.prepareSignUp(toCaller(call), input));
    return database.inSystem('session.sign-up', async (tx) => {
      const outcome = await identity.signUp(tx, prepared);
      await recordSignUp(portal, tx, { form, email, outcome, requestId: call.requestId });
      return outcome;
    });
  });
  setCookies(call, cookies);
  return { state: 'confirmSignUp', email };
}

interface NewSignUp {
  readonly form: SignUpForm;
  readonly email: string;
  readonly outcome: SignUpOutcome;
  readonly requestId: string;
}

async function recordSignUp(
  { clock, signUp: mode }: Uses<'signUp' | 'clock'>,
  tx: SystemTransaction,
  { form, email, outcome, requestId }: NewSignUp,
): Promise<void> {
  const { accountId, atPool } = outcome;
  const now = clock.now();
  if (atPool) await recordPoolSignUp(tx, atPool, { form, email, requestId, now });
  if (outcome.outcome === 'exists' || accountId === undefined) return;
  const { firstName, lastName, company, timeZone } = form;
  const status = mode === 'approval' ? 'pending' : 'active';
  const user = { accountId, email, firstName, lastName };
  const replaced = outcome.outcome === 'replaced' ? await renameCompanyAndSigner(tx, accountId, form) : undefined;
  const companyId =
    replaced?.companyId ?? (await createCompany(tx, { name: company, isProvider: false, status, timeZone, user }, now));
  await createAgreements(tx, { accountId, companyId, version: agreementVersion, now });
  await recordAudit(tx, {
    companyId,
    actor: { accountId, name: `${firstName} ${lastName}`, email },
    action: replaced ? 'companies.sign-up-again' : 'companies.sign-up',
    entity: 'company',
    entityId: companyId,
    entityLabel: company,
    before: replaced?.before ?? null,
    after: replaced ? { company, firstName, lastName } : { company, firstName, lastName, email, status },
    requestId,
    now,
  });
}

/**
 * A person who signed up at the user pool of a company has no account here yet: the agreements wait for the first sign-in,
 * and an entry of the company's audit log says whom to add as a user.
 */
async function recordPoolSignUp(
  tx: SystemTransaction,
  { companyId, subject }: NonNullable<SignUpOutcome['atPool']>,
  { form, email, requestId, now }: Pick<NewSignUp, 'form' | 'email' | 'requestId'> & { readonly now: Date },
): Promise<void> {
  const name = `${form.firstName} ${form.lastName}`;
  await createPoolAgreements(tx, { companyId, subject, email, version: agreementVersion, now });
  await recordAudit(tx, {
    companyId,
    actor: { accountId: null, name, email },
    action: 'account.pool-sign-up',
    entity: 'account',
    entityId: email,
    entityLabel: name,
    after: { email, termsConditions: agreementVersion, dataProcessing: agreementVersion },
    requestId,
    now,
  });
}

/** A person of a user pool whom the company has not added yet cannot sign in, and only the right code says so. */
export async function confirmSignUp(
  { identity, database }: Uses<'database' | 'identity'>,
  call: Call,
  form: ConfirmSignUpForm,
): Promise<SessionStep> {
  const email = toEmailKey(form.email);
  const { atPool } = unwrap(await identity.confirmSignUp(toCaller(call), { email, code: form.code }));
  const isUser =
    atPool === undefined || (await database.inCompany.read(atPool, (tx) => getIsUser(tx, { email }))).isUser;
  return { state: isUser ? 'signIn' : 'signedUp', email };
}

export async function resendCode({ identity }: Uses<'identity'>, call: Call, address: string): Promise<SessionStep> {
  const email = toEmailKey(address);
  unwrap(await identity.resendCode(toCaller(call), { email }));
  return { state: 'confirmSignUp', email };
}
