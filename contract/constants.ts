/** Business constants of specification section 9 that both sides need. */
export const contactSearchDebounceMs = 300;
export const logoRecommendedSize = { width: 248, height: 64 } as const;
export const identityAudience = 'steward';
/**
 * The header that names the company acted in, for SuperAdmins of the provider and accounts with users in several
 * companies.
 */
export const companyHeader = 'x-company';

/** How long the password in the mail to a new user can be used. */
export const temporaryPasswordDays = 7;

/** The first day that a price can have: it counts from the first request on. */
export const firstPriceDay = '2000-01-01';

/** How many rows the file of an answer has, so that a program can tell whether it has all of them. */
export const rowCountHeader = 'x-row-count';
