import { useId, type ReactNode } from 'react';
import type { Skill } from '#contract/skills/skills.ts';
import { HighlightedText } from '../../../ui/text/highlighted-text.tsx';
import { AreaIcon } from './area-icon.tsx';
import styles from './skill-card.module.css';
import { getAreaLabel, getDomainLabel } from '../skill-words.ts';

interface SkillCardProps {
  skill: Skill;
  /** Marked in name and description. */
  search: string;
  /** Shown at the end of the head. */
  status?: ReactNode;
  /** Links and a menu. */
  children: ReactNode;
}

/** A skill of a list: its area, name and facts, with links and a menu. Long texts are cut. */
export function SkillCard({ skill, search, status, children }: SkillCardProps) {
  const { name, description, area, serviceProvider, domainKnowledge } = skill;
  const id = useId();
  return (
    <article className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <AreaIcon area={area} />
        <span>{getAreaLabel(area)}</span>
        {status && <span className={styles.status}>{status}</span>}
      </div>
      <h2 id={id} className={styles.name} title={name}>
        <bdi>
          <HighlightedText text={name} query={search} />
        </bdi>
      </h2>
      <p className={styles.description} dir="auto">
        <HighlightedText text={description ?? ''} query={search} />
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Service provider</dt>
          <dd>
            <bdi>{serviceProvider ?? '–'}</bdi>
          </dd>
        </div>
        <div>
          <dt>Domain knowledge</dt>
          <dd>{getDomainLabel(domainKnowledge) || '–'}</dd>
        </div>
      </dl>
      <div className={styles.foot}>{children}</div>
    </article>
  );
}
