import type { Uses } from '#server/portal/portal.ts';
import type { User } from '#features/people/contract/users.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import { isSingleSignOnDemanded } from '#server/records/single-sign-on-demand.ts';
import type { CompanyTransaction, SystemTransaction } from '#server/sql/sql.ts';
import { allowManaging, isOwnUser } from './users.policy.ts';
import * as repository from './users.repository.ts';
import type { StoredUser } from './users.repository.ts';
import { getUser, lockUsersToManage, mailNewUser, toAuditSubject } from './users.service.ts';
import { deleteWaitingMails } from './waiting-mails.service.ts';

/** Locks a user whom the actor may manage. @throws Problem `record.not-found`, `access.refused` */
async function lockUser(tx: CompanyTransaction, { actor }: CallContext, id: string): Promise<StoredUser> {
  const wanted = id.toLowerCase();
  const user = (await lockUsersToManage(tx, actor, [wanted])).find((each) => each.id === wanted);
  if (!user) throw new Problem('record.not-found');
  allowManaging(actor, user);
  return user;
}

/**
 * Sends the first mail of a user again. Whether the account has a password of its own shows only in the mail, as when the
 * user was created.
 */
export async function sendInvitation(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<User> {
  const { actor } = context;
  await portal.database.inCompany(actor.companyId, async (tx) => {
    const user = await lockUser(tx, context, id);
    if (user.deactivatedAt) throw new Problem('users.deactivated');
    if (user.lastSignInAt) throw new Problem('users.not-invited');
    await mailInvitation(portal, tx, context, user);
  });
  return getUser(portal, actor, id);
}

/** Mails a user who has never signed in, and whom the transaction has locked, another invitation. */
export async function mailInvitation(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  user: StoredUser,
): Promise<void> {
  const { identity, clock } = portal;
  const { actor } = context;
  const { firstName, email, accountId } = user;
  const { isDemanded } = await isSingleSignOnDemanded(tx, {});
  const isKept = isDemanded || (await isInvitedElsewhere(portal, actor, accountId));
  const temporaryPassword = isKept ? undefined : await identity.renewTemporaryPassword(tx, accountId);
  await mailNewUser(portal, tx, { actor, firstName, email, temporaryPassword });
  await recordAudit(tx, {
    ...toAuditSubject(user),
    ...toAuditStamp(context, clock.now()),
    action: 'users.send-invitation',
  });
}

/**
 * Whether another company has the account too, and its temporary password has not expired: the one that was e-mailed for that
 * company goes on opening the account, because any company can add any address.
 */
async function isInvitedElsewhere(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId }: Actor,
  accountId: string,
): Promise<boolean> {
  const asked = { accountId, exceptId: companyId, now: clock.now() };
  return (await database.inSystem('users.lock', (tx) => repository.findInvitedElsewhere(tx, asked))) !== undefined;
}

/** Deactivates a user: live tokens and sessions are denied from the next call on. The history keeps the user. */
export async function deactivateUser(
  portal: Uses<'database' | 'identity' | 'queues' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<User> {
  if (isOwnUser(context.actor, id)) throw new Problem('users.own-access');
  return setDeactivated(portal, context, id, true);
}

export function reactivateUser(
  portal: Uses<'database' | 'identity' | 'queues' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<User> {
  return setDeactivated(portal, context, id, false);
}

async function setDeactivated(
  portal: Uses<'database' | 'identity' | 'queues' | 'clock'>,
  context: CallContext,
  id: string,
  isDeactivated: boolean,
): Promise<User> {
  const { database, clock } = portal;
  const { actor } = context;
  const now = clock.now();
  const changed = await database.inCompany(actor.companyId, async (tx) => {
    const user = await lockUser(tx, context, id);
    if ((user.deactivatedAt !== null) === isDeactivated) return user;
    await repository.setDeactivated(tx, { ids: [user.id], deactivatedAt: isDeactivated ? now : null, now });
    await recordAudit(tx, {
      ...toAuditSubject(user),
      ...toAuditStamp(context, now),
      action: isDeactivated ? 'users.deactivate' : 'users.reactivate',
    });
    return user;
  });
  if (isDeactivated) await endAccess(portal, actor.companyId, [changed]);
  return getUser(portal, actor, id);
}

/**
 * Ends the sessions of deactivated users, and deletes the mails that wait for them. A session that stayed would be alive again
 * with its user; no call gets past a deactivated user before.
 */
export async function endAccess(
  portal: Uses<'database' | 'queues'>,
  companyId: string,
  users: readonly StoredUser[],
): Promise<void> {
  const accountIds = users.map(({ accountId }) => accountId);
  await portal.database.inSystem('users.lock', (tx) => repository.deleteSessionsOfInactive(tx, { accountIds }));
  const addresses = users.map(({ email }) => email);
  await deleteWaitingMails(portal, { companyId, addresses, addressesOfAccounts: [] });
}

/**
 * Turns the second factor off, for a user who has lost it, and mails the user. Only for an account that belongs to this
 * company alone, because any company can add any address.
 */
export async function resetTwoFactor(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<User> {
  const { database } = portal;
  const { actor } = context;
  const { access } = await getUser(portal, actor, id);
  if (!access?.hasTwoFactor) throw new Problem('session.two-factor-off');
  await database.inCompany(actor.companyId, async (locking) => {
    // Holds user, actor and session until the factor of the account, which is no company's, is reset.
    const user = await lockUser(locking, context, id);
    await database.inSystem('users.lock', (tx) => resetFactor(portal, context, tx, user));
  });
  return getUser(portal, actor, id);
}

async function resetFactor(
  { identity, mails, clock }: Uses<'identity' | 'mails' | 'clock'>,
  context: CallContext,
  tx: SystemTransaction,
  user: StoredUser,
): Promise<void> {
  const { accountId, email } = user;
  const { companyId } = context.actor;
  if ((await repository.countMemberships(tx, { accountId })).count > 1) throw new Problem('users.factor-elsewhere');
  await identity.resetTwoFactor(tx, accountId);
  await mails.sendSecurityMail(tx, { kind: 'two-factor-reset', email, companyId });
  await recordAudit(tx, {
    ...toAuditSubject(user),
    ...toAuditStamp(context, clock.now()),
    companyId,
    action: 'users.reset-two-factor',
  });
}
