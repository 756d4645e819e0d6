export const roles = ['SuperAdmin', 'Admin', 'User', 'TechnicalUser'] as const;

export type Role = (typeof roles)[number];
