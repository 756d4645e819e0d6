import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import styles from './skeleton-cards.module.css';

const cards = Array.from({ length: 6 }, (_, card) => card);

/** The skeleton of the cards. */
export function SkeletonCards() {
  return (
    <div aria-busy="true" className={styles.cards}>
      <span className="visually-hidden" role="status">
        Loading the skills
      </span>
      {cards.map((card) => (
        <div key={card} className={styles.card} aria-hidden="true">
          <SkeletonLine width="38%" />
          <SkeletonLine width="72%" />
          <SkeletonLine width="92%" />
          <SkeletonLine width="54%" />
        </div>
      ))}
    </div>
  );
}
