import { netWords } from '#features/billing/contract/vat-words.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { SkillStateBadge } from '../states/skill-state-badge.tsx';
import { AreaIcon } from '../store/area-icon.tsx';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { Fact } from '#web/ui/layout/facts.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';
import { getAreaLabel, getDomainLabel } from '../skill-words.ts';

/** Description and facts of a skill. */
export function SkillFacts({ skill }: { skill: Skill }) {
  const { description, area, serviceProvider, domainKnowledge, price, limit, state } = skill;
  return (
    <>
      {description && (
        <Text below={8} tone="soft" breaks="kept" measure={42} className={styles.description} dir="auto">
          {description}
        </Text>
      )}
      <Row as="dl" pad={[3, 0]} gap={12} rowGap={0} align="stretch" wrap rule="strong-both" className={styles.facts}>
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
        {price !== undefined && <Fact label={`Cost per request, ${netWords}`}>{formatEuroAmount(price)}</Fact>}
        {limit !== undefined && (
          <Fact label={`Monthly limit, ${netWords}`}>{limit === null ? 'None' : formatEuroAmount(limit)}</Fact>
        )}
      </Row>
    </>
  );
}

/** The skeleton of description and facts. */
export function SkeletonFacts() {
  return <SkeletonLines label="Loading the skill" widths={['34rem', '26rem', '44rem']} className={styles.waiting} />;
}
