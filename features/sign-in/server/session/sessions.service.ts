import type { Uses } from '#server/portal/portal.ts';
import type { ListedSession } from '#features/sign-in/contract/session-list.ts';
import { confirmSession } from '#server/access/confirm-actor.ts';
import { recordAccountChange } from '#server/access/account-changes.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { parseUserAgent } from '#server/lib/request/user-agent.ts';

const toSessionsOf = ({ accountId, openedBy }: Actor) => ({ accountId, openedFor: openedBy.companyId });

/**
 * The browsers in which the account is signed in, last used first; in a session of a company's issuer those that it opened.
 * Empty for accounts of another issuer.
 */
export async function listSessions({ identity }: Uses<'identity'>, actor: Actor): Promise<ListedSession[]> {
  const sessions = await identity.listSessions(toSessionsOf(actor));
  return sessions.map(({ id, userAgent, network, signedInAt, lastUsedAt }) => ({
    id,
    ...parseUserAgent(userAgent),
    network,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === actor.sessionId,
  }));
}

/**
 * Ends one session of the account; its tokens are refused from the next call on. Answers the others.
 * @throws Problem `record.not-found`
 */
export async function deleteSession(
  portal: Uses<'database' | 'identity' | 'clock'>,
  { actor, requestId }: CallContext,
  id: string,
): Promise<ListedSession[]> {
  const { database, identity, clock } = portal;
  const { accountId, openedBy: session } = actor;
  await database.inSystem('session.end', async (tx) => {
    await confirmSession(tx, actor);
    if (!(await identity.endSession(tx, { ...toSessionsOf(actor), id }))) throw new Problem('record.not-found');
    const now = clock.now();
    await recordAccountChange(tx, { accountId, action: 'account.sign-out-one', session, requestId, now });
  });
  return listSessions(portal, actor);
}

/** Ends every session of the account but the one of this call. Answers that. */
export async function deleteOtherSessions(
  portal: Uses<'database' | 'identity' | 'clock'>,
  { actor, requestId }: CallContext,
): Promise<ListedSession[]> {
  const { database, identity, clock } = portal;
  const { accountId, sessionId, openedBy: session } = actor;
  await database.inSystem('session.end', async (tx) => {
    await confirmSession(tx, actor);
    await identity.endOtherSessions(tx, { ...toSessionsOf(actor), exceptId: sessionId ?? undefined });
    const now = clock.now();
    await recordAccountChange(tx, { accountId, action: 'account.sign-out-others', session, requestId, now });
  });
  return listSessions(portal, actor);
}
