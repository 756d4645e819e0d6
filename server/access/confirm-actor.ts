import { can, getCapabilities, type Capability, type Role } from '#contract/capabilities.ts';
import type { RoleRights } from '#contract/role-rights.ts';
import type { Actor } from '../lib/request/actor.ts';
import { Problem } from '../lib/request/problem.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { array, boolean, json, nullable, textOf, uuid } from '../sql/types.ts';

const shareRolesStatement = statement({
  text: `
    select u.roles, (select changes from role_rights r where r.company_id = $companyId) as rights
    from users u where u.company_id = $companyId and u.id = $userId and u.deactivated_at is null for share of u`,
  params: { userId: uuid },
  lockedRows: 'userId',
  row: { roles: array(textOf<Role>()), rights: nullable(json<RoleRights>()) },
});

/* After the user, because a deactivation locks them in this order. */
const shareSession = statement.get({
  text: 'select identity.share_session($sessionId, $accountId) as "isThere"',
  params: { sessionId: uuid, accountId: uuid },
  row: { isThere: boolean },
});

/**
 * Checks inside the writing transaction that the actor is not deactivated, still has a capability and has not signed out, because
 * the guard's answer is as old as the request, and locks roles and session until the end. A SuperAdmin of the provider acting
 * elsewhere is a user of another company, which this transaction can not see; of that actor only the session is checked.
 * @throws Problem access.refused, session.required
 */
export async function confirmActor(tx: CompanyTransaction, actor: Actor, capability: Capability): Promise<void> {
  if (actor.actsFrom === null) await confirmCapability(tx, actor, capability);
  const { sessionId, accountId } = actor;
  if (sessionId === null) return;
  const { isThere } = await shareSession(tx, { sessionId, accountId });
  if (!isThere) throw new Problem('session.required', { detail: 'the session has ended meanwhile' });
}

async function confirmCapability(tx: CompanyTransaction, actor: Actor, capability: Capability): Promise<void> {
  const user = await tx.find(shareRolesStatement, { userId: actor.userId });
  if (user) {
    const { roles, rights } = user;
    const holder = { roles, isProvider: actor.isProvider, ...(rights && { rights }) };
    if (can({ capabilities: getCapabilities(holder) }, capability)) return;
  }
  throw new Problem('access.refused', { detail: `lost ${capability} meanwhile` });
}
