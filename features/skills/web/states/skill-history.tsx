import { formatDateTime } from '#contract/calendar/formats.ts';
import type { SkillStateChange } from '#features/skills/contract/company-skills.ts';
import { skillStateLabels } from '#features/skills/contract/skill-states.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { transitionWords } from './state-words.ts';

/** Who changed the state of the skill, when and why, newest first. */
export function SkillHistory({ history }: { history: readonly SkillStateChange[] }) {
  const { timeZone } = useCurrentUser();
  return (
    <Block as="section" above={8} aria-labelledby="skill-history">
      <Text as="h2" below={3} id="skill-history">
        History
      </Text>
      {history.length === 0 ? (
        <Text tone="soft">The state of this skill has not changed yet.</Text>
      ) : (
        <Block as="ol">
          {history.map(({ date, transition, from, to, reason, actor }) => (
            <Row
              as="li"
              pad={[3, 0]}
              gap={4}
              rowGap={1}
              align="stretch"
              wrap
              rule="above"
              number
              key={`${date} ${transition} ${to}`}
            >
              <Text as="span" weight="medium" breadth={11} fixed>
                {transitionWords[transition]}
              </Text>
              <span>{`${skillStateLabels[from]} to ${skillStateLabels[to]}`}</span>
              <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
              <Text as="span" tone="soft" breaks="anywhere">
                <bdi translate="no">{actor.name}</bdi>, <bdi translate="no">{actor.email}</bdi>
              </Text>
              {reason !== null && (
                <Text as="span" tone="soft" breaks="kept" full dir="auto">
                  {reason}
                </Text>
              )}
            </Row>
          ))}
        </Block>
      )}
    </Block>
  );
}
