import { ChevronDownIcon } from '../drawings/icons.tsx';
import { Row } from '../layout/layout.tsx';
import styles from './record-table.module.css';

interface PagerProps {
  /** The name of the navigation for screen readers. */
  label: string;
  /** From 1. */
  page: number;
  pageCount: number;
  onChange: (page: number) => void;
}

/** Pages of a list: first, last and those around the current one. Nothing is drawn for a single page. */
export function Pager({ label, page, pageCount, onChange }: PagerProps) {
  if (pageCount < 2) return null;
  return (
    <Row aria-label={label} as="nav" gap="hair" wrap>
      <StepButton name="Previous page" direction="back" to={page - 1} isEnd={page <= 1} onChange={onChange} />
      <Row as="ol" gap="hair" wrap>
        {getPageWindow(page, pageCount).map((item) =>
          'page' in item ? (
            <li key={item.page}>
              <button
                type="button"
                className={styles.page}
                aria-label={`Page ${item.page}`}
                aria-current={item.page === page ? 'page' : undefined}
                onClick={() => onChange(item.page)}
              >
                {item.page}
              </button>
            </li>
          ) : (
            <li key={`gap after ${item.gapAfter}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ),
        )}
      </Row>
      <StepButton name="Next page" direction="on" to={page + 1} isEnd={page >= pageCount} onChange={onChange} />
    </Row>
  );
}

interface StepButtonProps {
  name: string;
  direction: 'back' | 'on';
  to: number;
  isEnd: boolean;
  onChange: (page: number) => void;
}

/** Not `disabled` at an end, because a disabled button loses the focus. */
function StepButton({ name, direction, to, isEnd, onChange }: StepButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      data-direction={direction}
      aria-label={name}
      aria-disabled={isEnd || undefined}
      onClick={() => {
        if (!isEnd) onChange(to);
      }}
    >
      <ChevronDownIcon size={18} />
    </button>
  );
}

/** A page of a pager, or a gap of left-out pages. */
type PagerItem = { page: number } | { gapAfter: number };

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
