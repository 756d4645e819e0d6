import type { Skill } from '#contract/skills/skills.ts';
import { ScreenshotGallery } from '../screenshots/screenshot-gallery.tsx';
import { SkillFigures } from './skill-figures.tsx';
import styles from './skill-overview.module.css';

/** Commands, result, screenshots and figures of a skill. */
export function SkillOverview({ skill }: { skill: Skill }) {
  const { conversationInfo = [], skillResult, screenShots = [] } = skill;
  const commands = conversationInfo.map((text, place) => ({ text, place }));
  return (
    <>
      <div className={styles.halves}>
        <section aria-labelledby="skill-commands">
          <h2 id="skill-commands">How to start conversation</h2>
          {commands.length > 0 ? (
            <ul className={styles.commands}>
              {commands.map(({ text, place }) => (
                <li key={place} dir="auto">
                  {text}
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.none}>No commands yet.</p>
          )}
        </section>
        <section aria-labelledby="skill-result">
          <h2 id="skill-result">Skill result</h2>
          {skillResult ? (
            <p className={styles.result} dir="auto">
              {skillResult}
            </p>
          ) : (
            <p className={styles.none}>No description yet.</p>
          )}
        </section>
      </div>
      {screenShots.length > 0 && <ScreenshotGallery addresses={screenShots} />}
      <SkillFigures id={skill._id} />
    </>
  );
}
