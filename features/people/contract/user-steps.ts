import type { Role, userStates } from '#contract/roles.ts';

/** The most users whom one call changes. */
export const usersPerStep = 1000;
/** Invitations of one call; a list is sent in as many calls as it needs, because each one hashes a password. */
export const invitationsPerCall = 20;

/**
 * A step that takes several users at once. A role replaces all roles that a user holds; the user stays otherwise as before.
 * `delete` has an endpoint of its own, which deletes all users of its list or none.
 */
export type UsersStep =
  | { readonly name: 'updateRoles'; readonly role: Role }
  | { readonly name: 'deactivateMany' | 'reactivateMany' | 'sendInvitations' | 'delete' };

/** Why a step leaves a user as before, and `done` for one whom it takes. */
export const stepResults = [
  'done',
  /** Has the role or the status already. */
  'unchanged',
  'own',
  /** Holds more than the actor. */
  'above',
  /** Holds, or would get, a role that the actor cannot grant. */
  'not-grantable',
  /** The company would be left without a SuperAdmin. */
  'last-super-admin',
  /** Signs in already, and so needs no invitation. */
  'signed-in',
  'deactivated',
] as const;
export type StepResult = (typeof stepResults)[number];

interface SteppedUser {
  readonly id: string;
  readonly roles?: readonly Role[] | undefined;
  readonly access?: { readonly state: (typeof userStates)[number]; readonly canManage: boolean } | undefined;
}

interface StepScope {
  /** The actor, where a user of the company takes the step. */
  readonly ownId: string;
  /** The roles that the actor may grant. */
  readonly grantable: readonly Role[];
  /** Active SuperAdmins of the company who are not among the users. */
  readonly otherSuperAdmins: number;
}

/**
 * The result of a step for each of the users, by id. The page says it before, from its list; the server decides by the same rule
 * on locked rows.
 */
export function judgeStep(
  step: UsersStep,
  users: readonly SteppedUser[],
  scope: StepScope,
): ReadonlyMap<string, StepResult> {
  const results = new Map(users.map((user) => [user.id, judgeUser(step, user, scope)]));
  const losing = users.filter((user) => results.get(user.id) === 'done' && isActiveSuperAdmin(user));
  const staying = users.filter((user) => results.get(user.id) !== 'done' && isActiveSuperAdmin(user));
  if (losing.length === 0 || !takesSuperAdmins(step) || staying.length + scope.otherSuperAdmins > 0) return results;
  return new Map([...results, ...losing.map(({ id }) => [id, 'last-super-admin'] as const)]);
}

export const isActiveSuperAdmin = ({ roles = [], access }: SteppedUser): boolean =>
  roles.includes('SuperAdmin') && access?.state !== 'Deactivated';

const takesSuperAdmins = (step: UsersStep): boolean =>
  step.name === 'delete' ||
  step.name === 'deactivateMany' ||
  (step.name === 'updateRoles' && step.role !== 'SuperAdmin');

function judgeUser(step: UsersStep, user: SteppedUser, { ownId, grantable }: StepScope): StepResult {
  const { id, roles = [], access } = user;
  const isOfOthers = step.name !== 'sendInvitations' && step.name !== 'reactivateMany';
  if (isOfOthers && id === ownId) return 'own';
  if (!access?.canManage) return 'above';
  return step.name === 'updateRoles' ? judgeRoles(roles, step.role, grantable) : byState[step.name][access.state];
}

/** The result of a step for a user of each status. */
const byState = {
  deactivateMany: { Invited: 'done', Active: 'done', Deactivated: 'unchanged' },
  reactivateMany: { Invited: 'unchanged', Active: 'unchanged', Deactivated: 'done' },
  sendInvitations: { Invited: 'done', Active: 'signed-in', Deactivated: 'deactivated' },
  delete: { Invited: 'done', Active: 'done', Deactivated: 'done' },
} as const;

function judgeRoles(roles: readonly Role[], role: Role, grantable: readonly Role[]): StepResult {
  if (roles.length === 1 && roles[0] === role) return 'unchanged';
  return isRoleChangeAllowed(roles, [role], grantable) ? 'done' : 'not-grantable';
}

/** Kept roles are not checked; added and removed ones must be grantable. */
export function isRoleChangeAllowed(
  before: readonly Role[],
  after: readonly Role[],
  grantable: readonly Role[],
): boolean {
  const changed = [
    ...after.filter((role) => !before.includes(role)),
    ...before.filter((role) => !after.includes(role)),
  ];
  return changed.every((role) => grantable.includes(role));
}
