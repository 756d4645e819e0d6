import type { Decision } from '#contract/intake/authorize.ts';
import type { TenThousandths } from '#contract/billing/money.ts';

/** A usage event that an assistant wants to spend on. Ids are 32 hexadecimal digits. */
export interface RequestedReservation {
  readonly id: string;
  readonly externalId: string;
  readonly skillNumber: number;
  readonly userNumber: number;
}

export interface Decided {
  readonly decision: Decision;
  readonly reservation: string;
  /** The skill of the first request with this id. */
  readonly skillNumber: number;
  /** As first reported. */
  readonly skillName: string;
  /** In the company's zone, `2026-11-21`. */
  readonly day: string;
  readonly price: TenThousandths;
  /** Null without a limit. */
  readonly remaining: TenThousandths | null;
  /** The limit that the message names; null where no limit is near. */
  readonly limit: ReachedLimit | null;
}

export interface ReachedLimit {
  readonly scope: 'account' | 'skill';
  readonly limit: TenThousandths;
  /** Spent and reserved after the decision. */
  readonly used: TenThousandths;
}
