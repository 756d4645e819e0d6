import type { ReactNode } from 'react';
import { drawings, type DrawingName } from '../drawings/empty-state-drawings.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  drawing: DrawingName;
  /** The sentence, as the specification words it. */
  text: ReactNode;
  /** A link or a button that helps. */
  children?: ReactNode;
}

/** Takes the place of an empty list. A search that empties the list announces it. */
export function EmptyState({ drawing, text, children }: EmptyStateProps) {
  return (
    <div className={styles.empty} role="status">
      <div className={styles.drawing}>{drawings[drawing]}</div>
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.action}>{children}</div>}
    </div>
  );
}
