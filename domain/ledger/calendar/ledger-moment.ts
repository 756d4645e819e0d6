import { getDay, getMonth } from '#contract/calendar/zones.ts';

/** When something happens to the ledger of a company. */
export interface LedgerMoment {
  readonly now: Date;
  /** First day of the present month of the company: what is before it may be billed. */
  readonly openSince: string;
}

/** @param zone of the company */
export const toLedgerMoment = (now: Date, zone: string): LedgerMoment => ({
  now,
  openSince: getMonth(getDay(now.getTime(), zone)),
});
