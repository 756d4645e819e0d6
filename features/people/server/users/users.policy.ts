import { can, getAssignableRoles, hasRightsOf, type Role } from '#contract/capabilities.ts';
import type { PublicUserField } from '#features/people/contract/user-fields.ts';
import type { UserNarrowing } from '#features/people/contract/user-filters.ts';
import { isRoleChangeAllowed } from '#features/people/contract/user-steps.ts';
import type { User, UserAccess } from '#features/people/contract/users.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';

/** Whether the person's own profile rules apply: their own user, whatever their roles. */
export function isOwnUser(actor: Actor, userId: string): boolean {
  return actor.userId === userId.toLowerCase();
}

/** The company a user is looked for in: one's own user stays at home while the provider acts elsewhere. */
export function getCompanyOfUser(actor: Actor, userId: string): string {
  return isOwnUser(actor, userId) ? actor.homeCompanyId : actor.companyId;
}

type KnownUser = User & { readonly deactivatedAt?: Date | null; readonly lastSignInAt?: Date | null };

/** The fields that the actor may see. `hasTwoFactor` is for actors who manage people. */
export function toVisibleUser(actor: Actor, user: KnownUser, hasTwoFactor?: boolean): User {
  if (can(actor, 'users.manage')) return { ...user, access: toAccess(actor, user, hasTwoFactor) };
  if (isOwnUser(actor, user.id) || can(actor, 'users.read-profiles')) return user;
  const { id, firstName, lastName, email } = user;
  return { id, firstName, lastName, email } satisfies Record<'id' | PublicUserField, string>;
}

/**
 * Throws unless the actor may change a user's roles from `before` to `after`. Kept roles are not checked;
 * added and removed ones must be assignable by the actor.
 */
export function allowRoleChange(actor: Actor, before: readonly Role[], after: readonly Role[]): void {
  if (isRoleChangeAllowed(before, after, getAssignableRoles(actor))) return;
  throw new Problem('users.role-not-grantable', {
    fields: [{ path: 'roles', message: 'You cannot grant this role.' }],
  });
}

/**
 * A filter is for who sees what it asks for: an answer to anyone else would say it, or be a list of others than were asked for.
 * @throws Problem `access.refused`
 */
export function allowNarrowing(actor: Actor, { role, state, signIn }: UserNarrowing): void {
  const seesAccess = can(actor, 'users.manage');
  if ((state !== undefined || signIn !== undefined) && !seesAccess) {
    throw new Problem('access.refused', { detail: 'the status of users' });
  }
  if (role !== undefined && !seesAccess && !can(actor, 'users.read-profiles')) {
    throw new Problem('access.refused', { detail: 'the roles of users' });
  }
}

/** The status of a user, and what the actor may do with the user. */
export function toAccess(actor: Actor, user: KnownUser, hasTwoFactor?: boolean): UserAccess {
  const { deactivatedAt = null, lastSignInAt = null, roles = [] } = user;
  return {
    state: deactivatedAt ? 'Deactivated' : lastSignInAt ? 'Active' : 'Invited',
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    ...(hasTwoFactor !== undefined && { hasTwoFactor }),
    canManage: mayManage(actor, roles),
  };
}

/**
 * Who manages people changes, deletes and locks out only users who hold no more than they do.
 * @throws Problem `access.refused`
 */
export function allowManaging(actor: Actor, { roles }: { readonly roles: readonly Role[] }): void {
  if (!mayManage(actor, roles)) throw new Problem('access.refused', { detail: 'the user holds more than the actor' });
}

function mayManage(actor: Actor, roles: readonly Role[]): boolean {
  const isAbove = (role: Role) =>
    (role === 'SuperAdmin' && !can(actor, 'users.grant-super-admin')) || !hasRightsOf(actor, role, actor.rights);
  return !roles.some(isAbove);
}

/** The role list for the form: what the actor may give, otherwise one's own roles. */
export function getOfferedRoles(actor: Actor): Role[] {
  return can(actor, 'users.manage') ? getAssignableRoles(actor) : [...actor.roles];
}
