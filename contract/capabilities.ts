/**
 * Who may do what: the specification's section 6 as one table. The server enforces it, and menus, route guards and
 * columns are drawn from it, so that a screen never offers what the server would refuse.
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

/** Who asks: the roles held in the company acted in, and whether the person belongs to the provider company. */
export interface RoleHolder {
  readonly roles: readonly Role[];
  readonly isProvider: boolean;
}

export function can(holder: RoleHolder, capability: Capability): boolean {
  const rule: CapabilityRule = rules[capability];
  if (rule.providerOnly && !holder.isProvider) return false;
  return rule.roles.some((role) => holder.roles.includes(role));
}

/** The roles that this person may give to others, in the order of the role list (section 5, user form). */
export function getAssignableRoles(holder: RoleHolder): Role[] {
  if (!can(holder, 'users.manage')) return [];
  return roles.filter((role) => {
    if (role === 'SuperAdmin') return can(holder, 'users.grant-super-admin');
    if (role === 'TechnicalUser') return can(holder, 'users.grant-technical-user');
    return true;
  });
}
