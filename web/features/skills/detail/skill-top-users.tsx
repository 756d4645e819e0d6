import type { SkillFigures } from '#contract/skills/skill-figures.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx';
import styles from './skill-figures.module.css';

const places = [1, 2, 3, 4, 5];

/** Who used a skill most, at most five people. */
export function SkillTopUsers({ figures }: { figures: SkillFigures | undefined }) {
  return (
    <ChartPanel title="Top users" note="By conversations">
      {figures?.topUsers.length === 0 ? (
        <p className={styles.none}>Nobody used it in these days.</p>
      ) : (
        <ol className={styles.list}>
          {figures?.topUsers.map(({ _id, firstName, lastName, total }, place) => (
            <li key={_id}>
              <span className={styles.place} aria-hidden="true">
                {place + 1}
              </span>
              <bdi className={styles.name} title={`${firstName} ${lastName}`.trim()}>
                {`${firstName} ${lastName}`.trim()}
              </bdi>
              <span className={styles.total}>
                {formatCount(total)}
                <span className="visually-hidden"> conversations</span>
              </span>
            </li>
          )) ??
            places.map((place) => (
              <li key={place} aria-hidden="true">
                <span className={styles.place} />
                <SkeletonLine width={`${80 - place * 8}%`} />
              </li>
            ))}
        </ol>
      )}
    </ChartPanel>
  );
}
