/**
 * Who may do what: section 6 of the specification as one table. The server enforces it; menus, route guards and columns
 * derive from it, so that no page offers what the server would refuse.
 */
export const roles = ['SuperAdmin', 'Admin', 'User', 'TechnicalUser'] as const;

export type Role = (typeof roles)[number];

interface CapabilityRule {
  readonly roles: readonly Role[];
  /** Only users of the provider's company, in any company they act in. */
  readonly providerOnly?: true;
}

const rules = {
  'users.manage': { roles: ['SuperAdmin'] },
  'users.grant-super-admin': { roles: ['SuperAdmin'] },
  'users.grant-technical-user': { roles: ['SuperAdmin'], providerOnly: true },
  'notifications.manage': { roles: ['SuperAdmin'] },
  'invoices.manage': { roles: ['SuperAdmin'] },
  // Invoices of the provider: those of closed months, and those that it has added.
  'invoices.manage-issued': { roles: ['SuperAdmin'], providerOnly: true },
  'integrations.manage': { roles: ['SuperAdmin'] },
  'integrations.read': { roles: ['SuperAdmin', 'Admin'] },
  // The confidential fields of section 5, by form: those of AI services, and those of all others.
  'integrations.see-ai-credentials': { roles: ['SuperAdmin'] },
  'integrations.see-credentials': { roles: ['SuperAdmin', 'Admin'] },
  'intake.manage': { roles: ['SuperAdmin'] },
  'skills.manage': { roles: ['SuperAdmin'] },
  'skills.set-prices': { roles: ['SuperAdmin'], providerOnly: true },
  'limits.manage': { roles: ['SuperAdmin'] },
  'tutorial.read': { roles: ['SuperAdmin'] },
  'logs.see-api-calls': { roles: ['SuperAdmin'] },
  'analytics.include-technical-users': { roles: ['TechnicalUser'] },
  'audit.read': { roles: ['SuperAdmin'] },
  'companies.manage': { roles: ['SuperAdmin'], providerOnly: true },
} as const satisfies Record<string, CapabilityRule>;

export type Capability = keyof typeof rules;

/** The roles of a user in the company acted in, and whether the user belongs to the provider. */
export interface RoleHolder {
  readonly roles: readonly Role[];
  readonly isProvider: boolean;
}

export function can(holder: RoleHolder, capability: Capability): boolean {
  const rule: CapabilityRule = rules[capability];
  if (rule.providerOnly && !holder.isProvider) return false;
  return rule.roles.some((role) => holder.roles.includes(role));
}

/** What grants each role to others. */
const grantCapabilities: Readonly<Record<Role, Capability>> = {
  SuperAdmin: 'users.grant-super-admin',
  Admin: 'users.manage',
  User: 'users.manage',
  TechnicalUser: 'users.grant-technical-user',
};

/** The roles that the holder may grant to others, in the order of the role list (section 5, user form). */
export function getAssignableRoles(holder: RoleHolder): Role[] {
  return roles.filter((role) => can(holder, grantCapabilities[role]));
}
