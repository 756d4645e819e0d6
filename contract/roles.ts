export const roles = ['SuperAdmin', 'Admin', 'User', 'TechnicalUser'] as const;

export type Role = (typeof roles)[number];

/** The life of a user in a company. */
export const userStates = ['Invited', 'Active', 'Deactivated'] as const;
