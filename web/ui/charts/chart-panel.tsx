import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './chart-panel.module.css';

interface ChartPanelProps {
  title: string;
  /** Under the title: totals, or what is counted. */
  note?: ReactNode;
  /** At the end of the head: a link or a toggle. */
  action?: ReactNode;
  children: ReactNode;
}

/** One figure with its heading. */
export function ChartPanel({ title, note, action, children }: ChartPanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 id={id}>{title}</h2>
          {note && <div className={styles.note}>{note}</div>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

interface TableToggleProps {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
  /** Whose table it is, for screen readers. */
  of: string;
}

/** Swaps a drawing for the table of its numbers. */
export function TableToggle({ isTable, onChange, of }: TableToggleProps) {
  return (
    <button type="button" className={styles.toggle} onClick={() => onChange(!isTable)}>
      {isTable ? 'Show as chart' : 'Show as table'}
      <span className="visually-hidden"> of {of}</span>
    </button>
  );
}

interface TableFrameProps {
  label: string;
  heightPx: number;
  children: ReactNode;
}

/** Holds the table in the place of the drawing, so that nothing below it moves. */
export function TableFrame({ label, heightPx, children }: TableFrameProps) {
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={`${label}, as a table`}
      tabIndex={0}
      style={{ height: heightPx }}
    >
      {children}
    </div>
  );
}
