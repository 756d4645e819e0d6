import { Problem } from './problem.ts';

/** A suspension of a company: announced before `from`, in force from then on. */
export interface Suspension {
  readonly from: Date;
  readonly reason: string;
}

/** The columns of a suspension, both null without one. */
interface StoredSuspension {
  readonly suspendedFrom: Date | null;
  readonly suspensionReason: string | null;
}

export function toSuspension({ suspendedFrom, suspensionReason }: StoredSuspension): Suspension | null {
  return suspendedFrom && suspensionReason !== null ? { from: suspendedFrom, reason: suspensionReason } : null;
}

export function isInForce(suspension: Suspension | null, now: Date): suspension is Suspension {
  return suspension !== null && suspension.from <= now;
}

/** @throws Problem `company.suspended` with the reason, while the suspension is in force */
export function allowPaid(suspension: Suspension | null, now: Date): void {
  if (isInForce(suspension, now)) throw new Problem('company.suspended', { reason: suspension.reason });
}
