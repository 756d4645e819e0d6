import type { RejectReason, ReportReason } from '#contract/intake/key-reports.ts';
import type { KnownIntakeCaller } from './intake-caller.ts';

/** How many items by what they became. */
export type ReportCounts = { readonly [Reason in ReportReason]?: number };

/** Counts what a call of an intake key became. Never throws, and waits for nothing. */
export type CountReports = (
  caller: Pick<KnownIntakeCaller, 'companyId' | 'keyId' | 'timeZone'>,
  counts: ReportCounts,
) => void;

/** One item that is not taken: its reason, and what its sender is answered. */
export interface Rejection {
  readonly reason: RejectReason;
  readonly text: string;
}

export function countRejections(rejections: readonly Pick<Rejection, 'reason'>[]): ReportCounts {
  const counts: { [Reason in ReportReason]?: number } = {};
  for (const { reason } of rejections) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Items that are older on arrival are late. */
export const lateMs = 24 * 60 * 60 * 1000;
