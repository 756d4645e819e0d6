/** Business constants of specification section 9 that both sides need. */
export const contactSearchDebounceMs = 300;
export const logoRecommendedSize = { width: 248, height: 64 } as const;
export const identityAudience = 'steward';
/** A provider's SuperAdmin, or a member of several companies, names the company acted in with this header. */
export const companyHeader = 'x-company';
