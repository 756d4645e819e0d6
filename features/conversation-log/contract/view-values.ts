import type { logFilters } from './log-filters.ts';
import type { FilterValues } from '#contract/filters/filters.ts';

/** Views that one user can save; the message of `log-views.limit` names it. */
export const maxViewsOfUser = 20;
/** Shared views of a company; the message of `log-views.shared-limit` names it. */
export const maxSharedViews = 30;
/** More conversations of a view are not counted. */
export const mostCounted = 1000;

export interface FixedView {
  readonly key: 'all' | 'review' | 'failed' | 'unanswered' | 'mine';
  readonly name: string;
  readonly filters: FilterValues<typeof logFilters>;
}

interface Viewer {
  readonly userId: string;
  /** Whether reviews are shown. */
  readonly mayReview: boolean;
}

/** The views that everyone has. */
export const listFixedViews = ({ userId, mayReview }: Viewer): FixedView[] => [
  { key: 'all', name: 'All', filters: {} },
  ...(mayReview ? [{ key: 'review', name: 'To review', filters: { reviews: ['open'] } } satisfies FixedView] : []),
  { key: 'failed', name: 'Failed', filters: { failed: true } },
  { key: 'unanswered', name: 'Unanswered', filters: { unanswered: true } },
  { key: 'mine', name: 'Mine', filters: { users: [userId] } },
];
