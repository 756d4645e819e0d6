/** A page of a pager, or a gap of left-out pages. */
export type PagerItem = { page: number } | { gapAfter: number };

/** Up to this count every page is shown. */
const allShown = 4;

/**
 * The pages that a pager shows (section 2.6): all of them when there are 4 or fewer; otherwise the first, the last and a
 * window of three around the current one, with gaps between. A gap never stands for a single page.
 */
export function getPageWindow(current: number, pageCount: number): PagerItem[] {
  const all = Array.from({ length: Math.min(pageCount, allShown) }, (_, index) => index + 1);
  if (pageCount <= allShown) return all.map((page) => ({ page }));
  const start = Math.min(Math.max(current - 1, 1), pageCount - 2);
  const shown = new Set([1, start, start + 1, start + 2, pageCount]);
  if (shown.has(3)) shown.add(2);
  if (shown.has(pageCount - 2)) shown.add(pageCount - 1);
  const pages = [...shown].sort((a, b) => a - b);
  return pages.flatMap((page, index): PagerItem[] => {
    const next = pages[index + 1] ?? page + 1;
    return next > page + 1 ? [{ page }, { gapAfter: page }] : [{ page }];
  });
}
