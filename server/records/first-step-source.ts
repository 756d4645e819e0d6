import type { CompanyTransaction } from '../sql/sql.ts';

/**
 * Reads from what is stored whether a step of the first hour is done, in the transaction of its company, by one bounded
 * statement. Its feature owns the facts.
 */
export type FirstStepSource = (tx: CompanyTransaction) => Promise<boolean>;
