import type { Uses } from '#server/portal/portal.ts';
import { addDays } from '#contract/calendar/zones.ts';
import type { PageViewCounts } from '#features/company/contract/page-views.ts';
import type { ForwardedView } from '#server/outside/page-views/plausible.ts';
import { countPageView, listPageViews } from './page-views.repository.ts';

/**
 * Counts a view of a route on this UTC day, and forwards it to the analytics service where there is one. Neither address
 * nor account of the caller is stored.
 */
export function createPageView(
  { database, forwardPageView, clock }: Uses<'database' | 'forwardPageView' | 'clock'>,
  view: ForwardedView,
): Promise<void> {
  const { path } = view;
  const day = clock.now().toISOString().slice(0, 10);
  forwardPageView?.(view);
  return database.inSystem('page-views.count', (tx) => countPageView(tx, { day, path }));
}

interface CountedDays {
  readonly dayCount: number;
  /** The day whose routes are counted; undefined for all days. */
  readonly date: string | undefined;
}

/** The views of the last days with today, of all companies and of visitors without an account. */
export async function listPageViewCounts(
  { database, clock }: Uses<'database' | 'clock'>,
  { dayCount, date: chosenDate }: CountedDays,
): Promise<PageViewCounts> {
  const today = clock.now().toISOString().slice(0, 10);
  const first = addDays(today, 1 - dayCount);
  const rows = await database.inSystem('page-views.count', (tx) => listPageViews(tx, { first }));
  const sum = (of: readonly { readonly views: number }[]) => of.reduce((total, { views }) => total + views, 0);
  const byPath = Map.groupBy(
    rows.filter(({ day }) => chosenDate === undefined || day === chosenDate),
    ({ path }) => path,
  );
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    total: sum(rows),
    days: Array.from({ length: dayCount }, (_, index) => addDays(first, index)).map((date) => ({
      date,
      views: sum(byDay.get(date) ?? []),
    })),
    pages: [...byPath]
      .map(([path, of]) => ({ path, views: sum(of) }))
      .toSorted((one, other) => other.views - one.views || one.path.localeCompare(other.path, 'en')),
  };
}
