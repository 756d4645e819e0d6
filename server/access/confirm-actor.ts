import { can, getCapabilities, type Capability, type Role } from '#contract/capabilities.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import type { Actor } from '../lib/request/actor.ts';
import { Problem } from '../lib/request/problem.ts';
import type { CompanyTransaction, SystemTransaction } from '../sql/sql.ts';
import { statement, systemStatement } from '../sql/statement.ts';
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
const sharedSession = {
  text: 'select identity.share_session($sessionId, $accountId) as "isThere"',
  params: { sessionId: uuid, accountId: uuid },
  row: { isThere: boolean },
};
const shareSession = statement.get(sharedSession);
const shareSessionOfSystem = systemStatement.get(sharedSession);

const shareOperatorStatement = systemStatement({
  text: `
    select u.roles from public.users u join public.companies c on c.id = u.company_id and c.is_provider
    where u.account_id = $accountId and u.id = $userId and u.deactivated_at is null for share of u`,
  params: { accountId: uuid, userId: uuid },
  lockedRows: 'userId',
  row: { roles: array(textOf<Role>()) },
});

/**
 * Checks inside the writing transaction that the actor is not deactivated, still has a capability and has not signed out, because
 * the guard's answer is as old as the request, and locks roles and session until the end. A SuperAdmin of the provider acting
 * elsewhere is a user of another company, which this transaction can not see; of that actor only the session is checked.
 * @throws Problem access.refused, session.required
 */
export async function confirmActor(tx: CompanyTransaction, actor: Actor, capability: Capability): Promise<void> {
  if (actor.actsFrom === null) await confirmCapability(tx, actor, capability);
  await allowSession(actor, (session) => shareSession(tx, session));
}

/**
 * The same in a transaction of the actor's own company, whichever company it acts in. Without a capability it is enough that
 * the user is still there.
 * @throws Problem access.refused, session.required
 */
export async function confirmAtHome(tx: CompanyTransaction, actor: Actor, capability?: Capability): Promise<void> {
  await confirmCapability(tx, actor, capability);
  await allowSession(actor, (session) => shareSession(tx, session));
}

/**
 * The same in a system transaction, of a user of the provider.
 * @throws Problem access.refused, session.required
 */
export async function confirmOperator(tx: SystemTransaction, actor: Actor, capability: Capability): Promise<void> {
  const { accountId, userId } = actor;
  const user = await tx.find(shareOperatorStatement, { accountId, userId });
  const holder = { roles: user?.roles ?? [], isProvider: true };
  if (!can({ capabilities: getCapabilities(holder) }, capability)) throw refuse(capability);
  await confirmSession(tx, actor);
}

/**
 * Checks in a system transaction that the actor has not signed out, for what an account changes of itself.
 * @throws Problem session.required
 */
export const confirmSession = (tx: SystemTransaction, actor: Actor): Promise<void> =>
  allowSession(actor, (session) => shareSessionOfSystem(tx, session));

async function allowSession(
  { sessionId, accountId }: Actor,
  share: (session: { sessionId: string; accountId: string }) => Promise<{ isThere: boolean }>,
): Promise<void> {
  if (sessionId === null) return;
  const { isThere } = await share({ sessionId, accountId });
  if (!isThere) throw new Problem('session.required', { detail: 'the session has ended meanwhile' });
}

const refuse = (capability: Capability | undefined) =>
  new Problem('access.refused', { detail: `lost ${capability ?? 'access'} meanwhile` });

async function confirmCapability(tx: CompanyTransaction, actor: Actor, capability?: Capability): Promise<void> {
  const user = await tx.find(shareRolesStatement, { userId: actor.userId });
  if (user) {
    const { roles, rights } = user;
    const holder = { roles, isProvider: actor.isProvider, ...(rights && { rights }) };
    if (capability === undefined || can({ capabilities: getCapabilities(holder) }, capability)) return;
  }
  throw refuse(capability);
}
