/** The channels of the contacts page, without schemas, so that pages load them without zod. */
export const supportTypes = ['E-mail', 'Voice'] as const;
export type SupportType = (typeof supportTypes)[number];
