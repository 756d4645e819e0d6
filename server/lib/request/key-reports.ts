import type { RejectReason, ReportReason } from '#features/intake/contract/key-reports.ts';
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

/** The rejections of one call, counted where they arise: each may take two bytes of a body, and there may be a million. */
export interface CountedRejections {
  readonly total: number;
  readonly counts: ReportCounts;
  /** Texts in the sender's answer: the first hundred, each once. */
  readonly texts: readonly string[];
}

const maxTexts = 100;

export function sumRejections(rejections: readonly Rejection[]): CountedRejections {
  const texts = new Set<string>();
  for (const { text } of rejections) if (texts.size < maxTexts) texts.add(text);
  return { total: rejections.length, counts: countRejections(rejections), texts: [...texts] };
}

/** Counts further items of one rejection. */
export function addRejections(to: CountedRejections, { reason, text }: Rejection, times: number): CountedRejections {
  if (times === 0) return to;
  return {
    total: to.total + times,
    counts: { ...to.counts, [reason]: (to.counts[reason] ?? 0) + times },
    texts: [...new Set([...to.texts, text])],
  };
}

/** Items that are older on arrival are late. */
export const lateMs = 24 * 60 * 60 * 1000;
