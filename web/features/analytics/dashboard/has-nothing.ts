import type { AnalyticsStats } from '#contract/analytics/analytics.ts';

/** Whether there is nothing to draw, neither in the range nor before it, and nothing on its way. */
export function hasNothing({ conversations, previous, demo }: AnalyticsStats): boolean {
  return conversations === 0 && previous.conversations === 0 && demo === undefined;
}
