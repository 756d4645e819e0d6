import { toEmailKey } from '#contract/fields.ts';
import type { SessionStep, SignUpForm } from '#contract/session/session-forms.ts';
import { recordAudit } from '../../records/audit.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import type { SignUpOutcome } from '../../outside/identity/identity.ts';
import { unwrap } from './identity-problems.ts';
import { insertAgreements, insertCompanyWithSigner, renameCompanyAndSigner } from './session.repository.ts';
import { setCookies, toCaller } from './session.service.ts';
import type { SessionDependencies } from './session.service.ts';

/**
 * Account, company, first SuperAdmin and agreements in one transaction. An address that already has an account is
 * answered the same, in the same time; only its owner hears of it, by mail.
 */
export async function signUp(
  dependencies: SessionDependencies,
  context: RequestContext,
  form: SignUpForm,
): Promise<SessionStep> {
  const { database, identity } = dependencies;
  if (dependencies.signUp === 'closed') throw new Problem('session.sign-up-closed');
  const email = toEmailKey(form.email);
  const input = { email, password: form.password, name: `${form.firstName} ${form.lastName}` };
  const { cookies } = await identity.evenly(async () => {
    const { prepared } = unwrap(await identity.prepareSignUp(toCaller(context), input));
    return database.withSystem('session.sign-up', async (tx) => {
      const outcome = await identity.signUp(toExecutor(tx), prepared);
      await keepSignUp(dependencies, tx, { form, email, outcome, requestId: context.requestId });
      return outcome;
    });
  });
  setCookies(context, cookies);
  return { state: 'confirmSignUp', email };
}

interface NewSignUp {
  readonly form: SignUpForm;
  readonly email: string;
  readonly outcome: SignUpOutcome;
  readonly requestId: string;
}

async function keepSignUp(
  { clock, signUp: mode }: SessionDependencies,
  tx: Transaction,
  { form, email, outcome, requestId }: NewSignUp,
): Promise<void> {
  const { accountId } = outcome;
  if (outcome.outcome === 'exists' || accountId === undefined) return;
  const now = clock.now();
  const replaced = outcome.outcome === 'replaced' ? await renameCompanyAndSigner(tx, accountId, form) : undefined;
  const status = mode === 'approval' ? 'pending' : 'active';
  const companyId = replaced?.companyId ?? (await insertCompanyWithSigner(tx, { form, accountId, email, status }));
  await insertAgreements(tx, { accountId, companyId, now });
  const { firstName, lastName, company } = form;
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
