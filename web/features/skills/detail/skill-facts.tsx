import type { Skill } from '#contract/skills/skills.ts';
import { SkeletonLines } from '../../../ui/feedback/skeleton-line.tsx';
import { Fact } from '../../../ui/text/fact.tsx';
import { SkillStateBadge } from '../states/skill-state-badge.tsx';
import { AreaIcon } from '../store/area-icon.tsx';
import { formatEuroAmount } from '#contract/billing/euros.ts';
import styles from './skill-page.module.css';
import { getAreaLabel, getDomainLabel } from '../skill-words.ts';

/** Description and facts of a skill. */
export function SkillFacts({ skill }: { skill: Skill }) {
  const { description, area, serviceProvider, domainKnowledge, price, limit, state } = skill;
  return (
    <>
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <dl className={styles.facts}>
        {state && (
          <Fact label="Status">
            <SkillStateBadge state={state} />
          </Fact>
        )}
        <Fact label="Area">
          <AreaIcon area={area} size={24} />
          <span>{getAreaLabel(area) || '–'}</span>
        </Fact>
        <Fact label="Service provider">
          <bdi>{serviceProvider ?? '–'}</bdi>
        </Fact>
        <Fact label="Domain knowledge">{getDomainLabel(domainKnowledge) || '–'}</Fact>
        {price !== undefined && <Fact label="Cost per request">{formatEuroAmount(price)}</Fact>}
        {limit !== undefined && <Fact label="Monthly limit">{limit === null ? 'None' : formatEuroAmount(limit)}</Fact>}
      </dl>
    </>
  );
}

/** The skeleton of description and facts. */
export function SkeletonFacts() {
  return <SkeletonLines label="Loading the skill" widths={['34rem', '26rem', '44rem']} className={styles.waiting} />;
}
