import type { Decision } from '#contract/intake/authorize.ts';
import type { TenThousandths } from '#contract/billing/money.ts';

/** A run that is asked for, with its names as the numbers of the ledger. Ids are 32 hexadecimal digits. */
export interface AskedRun {
  readonly id: string;
  readonly externalId: string;
  readonly skill: number;
  readonly user: number;
}

/** A decision as it is stored. */
export interface Decided {
  readonly decision: Decision;
  readonly reservation: string;
  /** The number of the skill it was made for. */
  readonly skill: number;
  /** As it was first reported. */
  readonly skillName: string;
  /** In the company's zone, `2026-11-21`. */
  readonly day: string;
  readonly price: TenThousandths;
  /** Null without a limit. */
  readonly remaining: TenThousandths | null;
  /** The limit of which the answer speaks; null where there is nothing to be said. */
  readonly limit: ReachedLimit | null;
}

export interface ReachedLimit {
  readonly scope: 'account' | 'skill';
  readonly limit: TenThousandths;
  /** Spent and held after the decision. */
  readonly used: TenThousandths;
}

/** A hold of which an assistant names the reservation. */
export interface Hold {
  readonly id: string;
  readonly externalId: string;
  readonly reservation: string;
  readonly state: 'held' | 'committed' | 'released';
  /** In milliseconds. */
  readonly takenAt: number;
  readonly expiresAt: number;
  /** Days since 2000-01-01. */
  readonly day: number;
  readonly skill: number;
  readonly user: number;
}
