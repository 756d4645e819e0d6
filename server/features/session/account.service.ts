import type { BothFactorsForm, RecoveryCodes, SessionStep, TwoFactorSetUp } from '#contract/session-forms.ts';
import { recordAudit } from '../../database/audit.ts';
import { toExecutor } from '../../database/executor.ts';
import { signAct } from '../../lib/act.ts';
import type { Act } from '../../lib/act.ts';
import { unwrap } from './refusals.ts';
import { changeEmailOfMemberships } from './session.repository.ts';
import type { SessionDependencies } from './session.service.ts';

const signedIn: SessionStep = { state: 'signedIn' };

export async function sendContactCode({ identity }: SessionDependencies, { actor }: Act): Promise<SessionStep> {
  unwrap(await identity.resendEmailChangeCode(actor.accountId));
  return { state: 'verifyContact' };
}

export async function cancelContact({ identity }: SessionDependencies, { actor }: Act): Promise<SessionStep> {
  await identity.cancelEmailChange(actor.accountId);
  return signedIn;
}

/** The proven address becomes that of the account and of all its memberships at once, each noted in its company. */
export async function verifyContact(
  { database, identity, clock }: SessionDependencies,
  act: Act,
  code: string,
): Promise<SessionStep> {
  const { accountId } = act.actor;
  const now = clock.now();
  const change = unwrap(await identity.proveEmailChange(accountId, { code }));
  const answer = await database.withSystem('session.email-change', async (tx) => {
    const applied = await identity.applyEmailChange(toExecutor(tx), change);
    if (!applied.ok) return applied;
    for (const user of await changeEmailOfMemberships(tx, accountId, change.newEmail, now)) {
      await recordAudit(tx, {
        ...signAct(act, now),
        companyId: user.companyId,
        action: 'users.verify-contact',
        entity: 'user',
        entityId: user.userId,
        entityLabel: `${user.firstName} ${user.lastName}`,
        before: { email: change.oldEmail },
        after: { email: change.newEmail },
      });
    }
    return applied;
  });
  unwrap(answer);
  return signedIn;
}

export async function setUpTwoFactor(
  { identity }: SessionDependencies,
  { actor }: Act,
  password: string,
): Promise<TwoFactorSetUp> {
  const { uri, secret, recoveryCodes } = unwrap(await identity.setUpTwoFactor(actor.accountId, { password }));
  return { uri, secret, recoveryCodes };
}

export async function confirmTwoFactor(
  dependencies: SessionDependencies,
  act: Act,
  code: string,
): Promise<SessionStep> {
  unwrap(await dependencies.identity.confirmTwoFactor(act.actor.accountId, { code }));
  await recordTwoFactor(dependencies, act, true);
  return signedIn;
}

export async function disableTwoFactor(
  dependencies: SessionDependencies,
  act: Act,
  proof: BothFactorsForm,
): Promise<SessionStep> {
  unwrap(await dependencies.identity.disableTwoFactor(act.actor.accountId, proof));
  await recordTwoFactor(dependencies, act, false);
  return signedIn;
}

/** New codes for the day the app is lost; the log keeps that there are new ones, never which. */
export async function renewRecoveryCodes(
  dependencies: SessionDependencies,
  act: Act,
  proof: BothFactorsForm,
): Promise<RecoveryCodes> {
  const { recoveryCodes } = unwrap(await dependencies.identity.renewRecoveryCodes(act.actor.accountId, proof));
  return { recoveryCodes };
}

async function recordTwoFactor({ database, clock }: SessionDependencies, act: Act, isOn: boolean): Promise<void> {
  const { actor } = act;
  await database.withCompany(actor.homeCompanyId, (tx) =>
    recordAudit(tx, {
      ...signAct(act, clock.now()),
      action: isOn ? 'account.two-factor-on' : 'account.two-factor-off',
      entity: 'account',
      entityId: actor.accountId,
      entityLabel: `${actor.firstName} ${actor.lastName}`,
      before: { twoFactor: !isOn },
      after: { twoFactor: isOn },
    }),
  );
}
