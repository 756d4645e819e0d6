/**
 * Who may do what: section 6 of the specification as one table. The server enforces it; menus, route guards and columns
 * derive from it, so that no page offers what the server would refuse. A company changes by role what follows from a
 * right (`role-rights.ts`); the rest is fixed.
 */
import {
  isAtLeast,
  getLevel,
  type LevelOf,
  type RightName,
  type RoleRights,
} from '#features/people/contract/role-rights.ts';
import { roles, type Role } from './roles.ts';

export { roles } from './roles.ts';
export type { Role } from './roles.ts';

/** Fixed by role. */
interface RoleRule {
  readonly roles: readonly Role[];
  /** Only users of the provider's company, in any company they act in. */
  readonly providerOnly?: true;
}

/** Held from a level of a right on; `fromOf` names the roles that hold it from a lower one. */
type RightRule = {
  readonly [Name in RightName]: {
    readonly right: Name;
    readonly from: LevelOf<Name>;
    readonly fromOf?: Readonly<Partial<Record<Role, LevelOf<Name>>>>;
  };
}[RightName];

type CapabilityRule = RoleRule | RightRule;

const rules = {
  'users.manage': { right: 'people', from: 'change' },
  // Company, SAP Login ID and roles of colleagues.
  'users.read-profiles': { right: 'people', from: 'read' },
  'users.grant-super-admin': { roles: ['SuperAdmin'] },
  'users.grant-technical-user': { roles: ['SuperAdmin'], providerOnly: true },
  'rights.manage': { roles: ['SuperAdmin'] },
  'masking.manage': { roles: ['SuperAdmin'] },
  'single-sign-on.manage': { roles: ['SuperAdmin'] },
  'notifications.manage': { roles: ['SuperAdmin'] },
  'company.read': { right: 'company', from: 'read' },
  'company.update': { right: 'company', from: 'change' },
  'company.export': { roles: ['SuperAdmin'] },
  // Deletion of conversations, erasure and export of a person's data, and how long data is kept.
  'privacy.manage': { roles: ['SuperAdmin'] },
  'company.see-vat-number': { right: 'vatNumber', from: 'read' },
  'company.change-vat-number': { right: 'vatNumber', from: 'change' },
  'billing.read': { right: 'billing', from: 'read' },
  'invoices.manage': { right: 'billing', from: 'change' },
  // Invoices of the provider: those of closed months, and those that it has added.
  'invoices.manage-issued': { roles: ['SuperAdmin'], providerOnly: true },
  'integrations.manage': { right: 'integrations', from: 'change' },
  'integrations.read': { right: 'integrations', from: 'api' },
  'integrations.open-pages': { right: 'integrations', from: 'read' },
  // The confidential fields of section 5, by form: those of AI services, and those of all others.
  'integrations.see-ai-credentials': { right: 'integrations', from: 'change', fromOf: { SuperAdmin: 'api' } },
  'integrations.see-credentials': {
    right: 'integrations',
    from: 'change',
    fromOf: { SuperAdmin: 'api', Admin: 'api' },
  },
  'intake.manage': { roles: ['SuperAdmin'] },
  'skills.manage': { right: 'skills', from: 'change' },
  'skills.set-prices': { roles: ['SuperAdmin'], providerOnly: true },
  'limits.manage': { right: 'billing', from: 'change' },
  'tutorial.read': { roles: ['SuperAdmin'] },
  'transcripts.read-own': { right: 'transcripts', from: 'own' },
  'transcripts.read-all': { right: 'transcripts', from: 'all' },
  'transcripts.unmask': { right: 'unmasking', from: 'allow' },
  'logs.see-api-calls': { roles: ['SuperAdmin'] },
  'analytics.include-technical-users': { roles: ['TechnicalUser'] },
  'audit.read': { right: 'audit', from: 'read' },
  // Help that the provider gave a company, with its cost.
  'support.record': { roles: ['SuperAdmin'], providerOnly: true },
  'companies.manage': { roles: ['SuperAdmin'], providerOnly: true },
} as const satisfies Record<string, CapabilityRule>;

export type Capability = keyof typeof rules;

export const capabilities = Object.keys(rules) as readonly Capability[];

/** The roles of a user in the company acted in, with its rights, and whether the user belongs to the provider. */
export interface RoleHolder {
  readonly roles: readonly Role[];
  readonly isProvider: boolean;
  /** The company's changes of the defaults; missing where there are none. */
  readonly rights?: RoleRights;
}

/** A holder of capabilities: an actor of the server, the current user of the browser. */
export interface CapabilityHolder {
  readonly capabilities: readonly Capability[];
}

/** The capabilities that the roles give in this company, in the order of the table. */
export function getCapabilities(holder: RoleHolder): Capability[] {
  return capabilities.filter((capability) => isGranted(holder, rules[capability]));
}

function isGranted(holder: RoleHolder, rule: CapabilityRule): boolean {
  if ('right' in rule) {
    const { right, from, fromOf }: RightRule = rule;
    return holder.roles.some((role) => isAtLeast(right, getLevel(holder.rights, right, role), fromOf?.[role] ?? from));
  }
  if (rule.providerOnly && !holder.isProvider) return false;
  return rule.roles.some((role) => holder.roles.includes(role));
}

export function can(holder: CapabilityHolder, capability: Capability): boolean {
  return holder.capabilities.includes(capability);
}

/** The capability to grant each role to others. */
const grantCapabilities: Readonly<Record<Role, Capability>> = {
  SuperAdmin: 'users.grant-super-admin',
  Admin: 'users.manage',
  User: 'users.manage',
  TechnicalUser: 'users.grant-technical-user',
};

/**
 * Whether the holder has all that the role gives by the company's rights, so that a grant never exceeds it. Holders who
 * set the rights are not bound by them.
 */
export function hasRightsOf(holder: CapabilityHolder, role: Role, rights: RoleRights | undefined): boolean {
  if (can(holder, 'rights.manage')) return true;
  const given = getCapabilities({ roles: [role], isProvider: false, ...(rights && { rights }) });
  return given.every((capability) => !('right' in rules[capability]) || can(holder, capability));
}

/** The roles that the holder may grant to others, in the order of the role list (section 5, user form). */
export function getAssignableRoles(holder: CapabilityHolder & Pick<RoleHolder, 'rights'>): Role[] {
  return roles.filter((role) => can(holder, grantCapabilities[role]) && hasRightsOf(holder, role, holder.rights));
}
