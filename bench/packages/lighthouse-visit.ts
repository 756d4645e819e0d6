import lighthouse, { desktopConfig } from 'lighthouse';

export type Device = 'desktop' | 'mobile';

export interface Visit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly lcpMs: number;
  readonly layoutShift: number;
  readonly blockedMs: number;
  readonly failed: readonly string[];
}

/** Loads a page once in the Chromium that listens for its debugger on `port`. */
export async function visitOnce(address: string, port: number, device: Device): Promise<Visit> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices'];
  const flags = { port, onlyCategories, disableStorageReset: true, logLevel: 'error' } as const;
  const result = await lighthouse(address, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse has no result for ${address}.`);
  const { categories, audits, runtimeError, finalDisplayedUrl } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}.`);
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const number = (audit: string) => Math.round(audits[audit]?.numericValue ?? Number.NaN);
  const failed = ['accessibility', 'best-practices'].flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: number('largest-contentful-paint'),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    blockedMs: number('total-blocking-time'),
    failed,
  };
}
