import { eq } from 'drizzle-orm';
import { can } from '#contract/capabilities.ts';
import type { Capability } from '#contract/capabilities.ts';
import type { Actor } from '../lib/request/actor.ts';
import { Problem } from '../lib/request/problem.ts';
import { users } from '../database/schema/users.ts';
import type { Transaction } from '../database/connection/transactions.ts';

/**
 * Asks again, inside the transaction that writes, whether the actor may do this: the guard's answer is as old as the
 * request. Keeps the actor's roles as they are until the end. The provider's people are users of another company, which
 * this transaction can not see; for them the guard's answer stands.
 */
export async function confirmActor(tx: Transaction, actor: Actor, capability: Capability): Promise<void> {
  if (actor.actsFrom !== null) return;
  const [user] = await tx.select({ roles: users.roles }).from(users).where(eq(users.id, actor.userId)).for('share');
  if (user && can({ roles: user.roles, isProvider: actor.isProvider }, capability)) return;
  throw new Problem('access.refused', { detail: `lost ${capability} meanwhile` });
}
