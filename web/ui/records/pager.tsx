import { ChevronDownIcon } from '../drawings/icons.tsx';
import { getPageWindow } from './page-window.ts';
import styles from './pager.module.css';

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
    <nav aria-label={label} className={styles.pager}>
      <StepButton name="Previous page" direction="back" to={page - 1} isEnd={page <= 1} onChange={onChange} />
      <ol className={styles.pages}>
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
      </ol>
      <StepButton name="Next page" direction="on" to={page + 1} isEnd={page >= pageCount} onChange={onChange} />
    </nav>
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
