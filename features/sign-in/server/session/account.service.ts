import type { Uses } from '#server/portal/portal.ts';
import type {
  BothFactorsForm,
  RecoveryCodes,
  SessionStep,
  TwoFactorSetUp,
} from '#features/sign-in/contract/session-forms.ts';
import { allowAccountChange, allowAddressChange, getAccountReach } from '#server/access/account-reach.ts';
import { confirmSession } from '#server/access/confirm-actor.ts';
import { recordAudit, type AuditRecord } from '#server/records/audit.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import type { Answer } from '#server/outside/identity/identity.ts';
import { unwrap } from './identity-problems.ts';
import { updateEmails } from './session.repository.ts';

const signedIn: SessionStep = { state: 'signedIn' };

const getReach = ({ database }: Uses<'database'>, { actor }: CallContext) =>
  database.inSystem('memberships.find', (tx) => getAccountReach(tx, actor));

/** The three of a new address: @throws Problem `session.address-of-company`, `session.of-one-company` */
export async function sendContactCode(
  portal: Uses<'database' | 'identity'>,
  context: CallContext,
): Promise<SessionStep> {
  const { identity } = portal;
  const { actor } = context;
  allowAddressChange(await getReach(portal, context));
  unwrap(await identity.resendEmailChangeCode(actor.accountId));
  return { state: 'verifyContact' };
}

export async function cancelContact(portal: Uses<'database' | 'identity'>, context: CallContext): Promise<SessionStep> {
  const { identity } = portal;
  const { actor } = context;
  allowAddressChange(await getReach(portal, context));
  await identity.cancelEmailChange(actor.accountId);
  return signedIn;
}

/** Writes the proven address into the account and its users, with an audit entry in each of their companies. */
export async function verifyContact(
  portal: Uses<'database' | 'identity' | 'clock'>,
  context: CallContext,
  code: string,
): Promise<SessionStep> {
  const { database, identity, clock } = portal;
  allowAddressChange(await getReach(portal, context));
  const { accountId, sessionId } = context.actor;
  const now = clock.now();
  const change = unwrap(await identity.proveEmailChange(accountId, { code }));
  const answer = await database.inSystem('session.email-change', async (tx) => {
    await confirmSession(tx, context.actor);
    const applied = await identity.applyEmailChange(tx, change);
    if (!applied.ok) return applied;
    for (const user of await updateEmails(tx, { accountId, sessionId, email: change.newEmail, now })) {
      await recordAudit(tx, {
        ...toAuditStamp(context, now),
        companyId: user.companyId,
        action: 'users.verify-contact',
        entity: 'user',
        entityId: user.id,
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

const toPoolPerson = ({ actor: { accountId, sessionId } }: CallContext) => ({
  accountId,
  sessionId: sessionId ?? null,
});

/** Gets the state of the second factor: the portal's, or that of the user pool that opened the session. */
export async function getTwoFactor(
  portal: Uses<'database' | 'identity'>,
  context: CallContext,
): Promise<{ isOn: boolean }> {
  const { identity } = portal;
  const atPool = await identity.findPoolApp(toPoolPerson(context));
  if (atPool) return { isOn: unwrap(atPool).isOn };
  const { isOfOneCompany } = await getReach(portal, context);
  const account = await identity.findAccount(context.actor.accountId);
  return { isOn: (account?.hasTwoFactor ?? false) && !isOfOneCompany };
}

/** A user pool has no recovery codes. */
export async function setUpTwoFactor(
  portal: Uses<'database' | 'identity'>,
  context: CallContext,
  password: string,
): Promise<TwoFactorSetUp> {
  const { identity } = portal;
  const { actor } = context;
  const atPool = await identity.setUpPoolApp({ ...toPoolPerson(context), password });
  if (atPool) {
    const { uri, secret } = unwrap(atPool);
    return { uri, secret, recoveryCodes: [] };
  }
  allowAccountChange(await getReach(portal, context));
  const { uri, secret, recoveryCodes } = unwrap(await identity.setUpTwoFactor(actor.accountId, { password }));
  return { uri, secret, recoveryCodes };
}

export async function confirmTwoFactor(
  portal: Uses<'database' | 'identity' | 'clock'>,
  context: CallContext,
  code: string,
): Promise<SessionStep> {
  const { identity } = portal;
  const atPool = await identity.confirmPoolApp({ ...toPoolPerson(context), code });
  if (!atPool) allowAccountChange(await getReach(portal, context));
  await changeTwoFactor(
    portal,
    context,
    { ...turnedOn, method: 'totp' },
    async (tx) => atPool ?? identity.confirmTwoFactor(tx, context.actor.accountId, { code }),
  );
  return signedIn;
}

export async function disableTwoFactor(
  portal: Uses<'database' | 'identity' | 'clock'>,
  context: CallContext,
  proof: BothFactorsForm,
): Promise<SessionStep> {
  const { identity } = portal;
  const atPool = await identity.disablePoolApp({ ...toPoolPerson(context), ...proof });
  if (!atPool) allowAccountChange(await getReach(portal, context));
  await changeTwoFactor(
    portal,
    context,
    { ...turnedOff, method: proof.method },
    async (tx) => atPool ?? identity.disableTwoFactor(tx, context.actor.accountId, proof),
  );
  return signedIn;
}

/** Replaces the recovery codes. The audit entry holds no code. */
export async function renewRecoveryCodes(
  portal: Uses<'database' | 'identity' | 'clock'>,
  context: CallContext,
  proof: BothFactorsForm,
): Promise<RecoveryCodes> {
  const { identity } = portal;
  allowAccountChange(await getReach(portal, context));
  const { recoveryCodes } = await changeTwoFactor(
    portal,
    context,
    { action: 'account.recovery-codes-renewed', method: proof.method },
    (tx) => identity.renewRecoveryCodes(tx, context.actor.accountId, proof),
  );
  return { recoveryCodes };
}

type TwoFactorEntry = Pick<AuditRecord, 'action' | 'before' | 'after'>;

const turnedOn: TwoFactorEntry = {
  action: 'account.two-factor-on',
  before: { twoFactor: false },
  after: { twoFactor: true },
};
const turnedOff: TwoFactorEntry = {
  action: 'account.two-factor-off',
  before: { twoFactor: true },
  after: { twoFactor: false },
};

/** Changes the second factor and writes the audit entry of the user's own company in one transaction. */
async function changeTwoFactor<T>(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { method, ...entry }: TwoFactorEntry & { readonly method: BothFactorsForm['method'] },
  change: (tx: SystemTransaction) => Promise<Answer<T>>,
): Promise<{ ok: true } & T> {
  const { accountId, firstName, lastName, homeCompanyId } = context.actor;
  const answer = await database.inSystem('session.two-factor', async (tx) => {
    await confirmSession(tx, context.actor);
    const changed = await change(tx);
    if (!changed.ok) return changed;
    await recordAudit(tx, {
      ...toAuditStamp(context, clock.now(), true),
      ...entry,
      companyId: homeCompanyId,
      entity: 'account',
      entityId: accountId,
      entityLabel: `${firstName} ${lastName}`,
    });
    return changed;
  });
  return unwrap(answer, { method });
}
