import { can, getCapabilities } from '#contract/capabilities.ts';
import type { Capability, Role } from '#contract/capabilities.ts';
import type { RoleRights } from '#contract/role-rights.ts';
import type { Actor } from '../lib/request/actor.ts';
import { Problem } from '../lib/request/problem.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { array, json, nullable, textOf, uuid } from '../sql/types.ts';

const shareRolesStatement = statement({
  text: `
    select u.roles, (select changes from role_rights r where r.company_id = $companyId) as rights
    from users u where u.company_id = $companyId and u.id = $userId and u.deactivated_at is null for share of u`,
  params: { userId: uuid },
  lockedRows: 'userId',
  row: { roles: array(textOf<Role>()), rights: nullable(json<RoleRights>()) },
});

/**
 * Checks inside the writing transaction that the actor is not deactivated and still has a capability, because the guard's answer is as old as the
 * request, and locks the actor's roles until the end. A SuperAdmin of the provider acting elsewhere is a user of another
 * company, which this transaction can not see; for that actor the guard's answer stands.
 * @throws Problem access.refused
 */
export async function confirmActor(tx: CompanyTransaction, actor: Actor, capability: Capability): Promise<void> {
  if (actor.actsFrom !== null) return;
  const user = await tx.find(shareRolesStatement, { userId: actor.userId });
  if (user) {
    const { roles, rights } = user;
    const holder = { roles, isProvider: actor.isProvider, ...(rights && { rights }) };
    if (can({ capabilities: getCapabilities(holder) }, capability)) return;
  }
  throw new Problem('access.refused', { detail: `lost ${capability} meanwhile` });
}
