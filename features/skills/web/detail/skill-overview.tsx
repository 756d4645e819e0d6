import type { Skill } from '#features/skills/contract/skills.ts';
import { ScreenshotGallery } from '../screenshots/screenshot-gallery.tsx';
import { SkillFigures } from './skill-figures.tsx';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';

/** Commands, result, screenshots and figures of a skill. */
export function SkillOverview({ skill }: { skill: Skill }) {
  const { conversationInfo = [], skillResult, screenShots = [] } = skill;
  const commands = conversationInfo.map((text, place) => ({ text, place }));
  return (
    <>
      <Columns of={2} gap="wide" collapse="phone">
        <section aria-labelledby="skill-commands">
          <h2 id="skill-commands">How to start conversation</h2>
          {commands.length > 0 ? (
            <Block as="ul" rule="above" above={3} className={styles.commands}>
              {commands.map(({ text, place }) => (
                <Block as="li" pad={[2, 0]} rule="below" breaks="anywhere" key={place} dir="auto">
                  {text}
                </Block>
              ))}
            </Block>
          ) : (
            <Text above={3} tone="faint">
              No commands yet.
            </Text>
          )}
        </section>
        <section aria-labelledby="skill-result">
          <h2 id="skill-result">Skill result</h2>
          {skillResult ? (
            <Text above={3} tone="soft" breaks="kept" measure={42} dir="auto">
              {skillResult}
            </Text>
          ) : (
            <Text above={3} tone="faint">
              No description yet.
            </Text>
          )}
        </section>
      </Columns>
      {screenShots.length > 0 && <ScreenshotGallery addresses={screenShots} />}
      <SkillFigures id={skill._id} />
    </>
  );
}
