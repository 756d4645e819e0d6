import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent, type RefObject } from 'react';
import { isHeadingFocused } from '../../lib/focus-heading.ts';
import styles from './record-table.module.css';

interface VirtualRowsOptions {
  /** The element around the table. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly count: number;
  /** A row whose texts fit on one line, in pixels; longer ones are measured when they appear. */
  readonly rowHeightPx: number;
  /** Rows kept beyond the edges, so that Tab and scrolling find the next ones drawn. */
  readonly spareRows: number;
  /** Every row is in the page, wherever the window has scrolled to. */
  readonly isWhole: boolean;
  readonly getKey: (index: number) => string | number;
}

/**
 * Rows of a long table that scrolls with the window: only those in view, `from` until before `to`, are in the page.
 * `before` and `after` are the pixels that `SpareSpace` keeps for the others.
 */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { frame, count, rowHeightPx, spareRows, isWhole, getKey } = options;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, [frame]);
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoised by the React Compiler here
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    overscan: spareRows,
    scrollMargin,
    // The rows in view are known at the first render, so that those of them that are in the page already stay.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: getKey,
  });
  const measure = virtualizer.measureElement;
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' });
  if (isWhole) return { from: 0, to: count, before: 0, after: 0, measure, scrollTo };
  const rows = virtualizer.getVirtualItems();
  const offset = virtualizer.options.scrollMargin;
  const before = (rows[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? offset) - offset);
  const from = rows[0]?.index ?? 0;
  return { from, to: from + rows.length, before, after, measure, scrollTo };
}

/** Keeps the place of rows that are not in the page. */
export function SpareSpace({ heightPx, columnCount }: { heightPx: number; columnCount: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.spare}>
      <td colSpan={columnCount} style={{ height: heightPx }} />
    </tr>
  );
}

/**
 * Shows the row of this key once, as soon as it is there, and puts the focus of a new page on its link. `scrollTo` draws the
 * row of a place that is not in the page yet.
 */
export function useReveal<Row>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
  revealedKey: string | undefined,
  scrollTo?: (index: number) => void,
): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (revealedKey === undefined || done.current === revealedKey) return undefined;
    const index = rows.findIndex((row) => getKey(row) === revealedKey);
    if (index === -1) return undefined;
    // After the router, which scrolls a new page to its top and focuses its heading.
    const timer = setTimeout(() => {
      const row = document.querySelector('tr[data-revealed]');
      if (!row) return scrollTo?.(index);
      done.current = revealedKey;
      row.scrollIntoView?.({ block: 'center' });
      if (isHeadingFocused()) row.querySelector('a')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  });
}

/**
 * Copies the selected rows of a long list as a table: as plain text with tabs between the cells, which the browser puts
 * only between cells of the layout of tables, and as HTML for spreadsheets. A selection inside of one row stays as it is.
 */
export function copyRows(event: ClipboardEvent<HTMLElement>) {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return;
  const table = document.createElement('table');
  table.append(selection.getRangeAt(0).cloneContents());
  const rows = [...table.querySelectorAll('tr:not([aria-hidden])')];
  if (rows.length < 2) return;
  const lines = rows.map((row) => [...row.children].map(({ textContent }) => textContent.trim()).join('\t'));
  event.clipboardData.setData('text/plain', lines.join('\n'));
  event.clipboardData.setData('text/html', table.outerHTML);
  event.preventDefault();
}
