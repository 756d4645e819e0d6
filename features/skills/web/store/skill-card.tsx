import { useId, type ReactNode } from 'react';
import type { Skill } from '#features/skills/contract/skills.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import { AreaIcon } from './area-icon.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';
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
    <Stack
      as="article"
      rule="strong-above"
      full
      shrink
      pad={[4, 0, 0]}
      framing
      className={styles.skillCardCard}
      aria-labelledby={id}
    >
      <Row gap={3} size="sm" tone="soft" className={styles.head}>
        <AreaIcon area={area} />
        <span>{getAreaLabel(area)}</span>
        {status && (
          <Text as="span" push>
            {status}
          </Text>
        )}
      </Row>
      <Text id={id} as="h2" above={3} lines={2} breaks="pretty" title={name}>
        <bdi>
          <HighlightedText text={name} query={search} />
        </bdi>
      </Text>
      <Text above={1} size="sm" tone="soft" lines={2} tall={2.6} dir="auto">
        <HighlightedText text={description ?? ''} query={search} />
      </Text>
      <Facts names="8rem" gap="hair" above={3} size="sm" className={styles.skillCardFacts}>
        <Fact label="Service provider">
          <bdi>{serviceProvider ?? '–'}</bdi>
        </Fact>
        <Fact label="Domain knowledge">{getDomainLabel(domainKnowledge) || '–'}</Fact>
      </Facts>
      <Row gap={5} pad={[3, 0, 0]} tall push>
        {children}
      </Row>
    </Stack>
  );
}
