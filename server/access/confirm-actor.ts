import { can } from '#contract/capabilities.ts';
import type { Capability, Role } from '#contract/capabilities.ts';
import type { Actor } from '../lib/request/actor.ts';
import { Problem } from '../lib/request/problem.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { array, textOf, uuid } from '../sql/types.ts';

const shareRolesStatement = statement({
  text: 'select roles from users where company_id = $companyId and id = $userId for share',
  params: { userId: uuid },
  row: { roles: array(textOf<Role>()) },
});

/**
 * Checks inside the writing transaction that the actor still has a capability, because the guard's answer is as old as the
 * request, and locks the actor's roles until the end. A SuperAdmin of the provider acting elsewhere is a user of another
 * company, which this transaction can not see; for that actor the guard's answer stands.
 * @throws Problem access.refused
 */
export async function confirmActor(tx: CompanyTransaction, actor: Actor, capability: Capability): Promise<void> {
  if (actor.actsFrom !== null) return;
  const user = await tx.find(shareRolesStatement, { userId: actor.userId });
  if (user && can({ roles: user.roles, isProvider: actor.isProvider }, capability)) return;
  throw new Problem('access.refused', { detail: `lost ${capability} meanwhile` });
}
